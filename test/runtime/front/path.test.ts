/** The paths of the front are those of Node. */
import { posix } from 'node:path';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import * as front from '#runtime/front/path.js';

const segment = fc.constantFrom('', '.', '..', 'a', 'b.c', '...', ' ', 'ä\ud800');
const path = fc.array(segment, { maxLength: 7 }).map((segments) => segments.join('/'));

test('each path by itself', () => {
  fc.assert(
    fc.property(path, (one) => {
      const of = ({ normalize, dirname, basename, isAbsolute, resolve, join }: typeof front) =>
        [normalize, dirname, basename, isAbsolute, resolve, join].map((each) => each(one));
      expect(of(front)).toEqual(of(posix as typeof front));
    }),
  );
});

test('several paths', () => {
  fc.assert(
    fc.property(fc.array(path, { maxLength: 4 }), (paths) => {
      expect(front.join(...paths)).toBe(posix.join(...paths));
      expect(front.resolve(...paths)).toBe(posix.resolve(...paths));
      expect(front.relative(paths[0] ?? '', paths[1] ?? '')).toBe(posix.relative(paths[0] ?? '', paths[1] ?? ''));
    }),
  );
});
