/** Pointers of `extract`. */
import fc from 'fast-check';
import { pointerProblem, pointerSegments } from '#schemas/json-pointer.js';
import { must, target } from '../target.js';
import { anyText } from '../texts.js';

const steps = fc.array(fc.constantFrom('a', '~0', '~1', '~', '~2', '/', '', '0', 'ключ', '%', '\0'), { maxLength: 8 });

export const pointers = target({
  name: 'pointers',
  share: 6,
  inputs: fc.oneof(
    steps.map((parts) => `/${parts.join('/')}`),
    anyText,
  ),
  judge: (pointer) => {
    if (pointerProblem(pointer) !== null) return;
    const segments = pointerSegments(pointer);
    const written = segments.map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    must(written === pointer, `${pointer} becomes ${written}`);
  },
});
