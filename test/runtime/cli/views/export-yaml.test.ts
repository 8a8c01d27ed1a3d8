/** What parsers of YAML 1.2 read of it; those of 1.1 have a suite (test/stores/export-readers.mjs). */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse } from 'yaml';
import { exportYaml } from '#runtime/cli/views/export-yaml.js';
import { tried } from '../../../helpers/thoroughness.js';

test('no value is an empty mapping', () => expect(parse(exportYaml([]))).toEqual({}));

test('every text comes back, whatever the name', () => {
  const names = fc.oneof(fc.constantFrom('NO', 'yes', 'null', 'a.b', 'Größe', '1'), fc.string({ minLength: 1 }));
  const values = fc.uniqueArray(fc.tuple(names, fc.string({ unit: 'binary' })), { selector: ([name]) => name });
  fc.assert(
    fc.property(values, (all) => {
      const read = parse(exportYaml(all), { mapAsMap: true, uniqueKeys: false }) as
        | ReadonlyMap<string, string>
        | object;
      expect(read instanceof Map ? [...read] : Object.entries(read)).toEqual(all);
    }),
    { numRuns: tried(300) },
  );
});
