/** Dotenv files: reading, and changing one value without touching the rest. */
import fc from 'fast-check';
import { editDotenv } from '#runtime/providers/dotenv/edit-dotenv.js';
import { type Dotenv, parseDotenv } from '#runtime/providers/dotenv/parse-dotenv.js';
import { must, target } from '../target.js';
import { anyText, anyWord, damaged } from '../texts.js';
import { dotenvKeyProblem } from '#schemas/providers/dotenv.js';

const FILES = [
  'A=1\nB="two\\n\\$x" # note\nexport C=\'three\'\r\n\n# end\n',
  '\ufeffA = "a\nb"\nA=2\nD=pa$$\\ \\"x #y\n',
  'URL=postgres://u:p@h/d?x=1#f\nJSON={"a":"b"}\nEMPTY=\n',
];

export const dotenvTexts = target({
  name: 'dotenv-texts',
  share: 10,
  inputs: fc.tuple(
    fc.oneof(damaged(FILES), anyText),
    fc.oneof(fc.constantFrom('A', 'B', 'C', 'NEW'), anyWord),
    fc.option(anyText),
  ),
  judge: ([text, key, value]) => {
    const read = parseDotenv(text);
    if (read.kind === 'malformed')
      return must(read.problem.length < 200 && read.line > 0, 'a problem is short and placed');
    if (dotenvKeyProblem(key) !== null || (value?.includes('\0') ?? false)) return;
    const edited = parseDotenv(editDotenv(read, new Map([[key, value]])));
    must(edited.kind === 'dotenv', 'a changed file can be read');
    const [before, after] = [valuesOf(read), valuesOf(edited)];
    must(after.get(key) === (value ?? undefined), 'the change is there');
    for (const [other, kept] of before) must(other === key || after.get(other) === kept, `${other} was changed`);
  },
});

function valuesOf({ assignments }: Dotenv): ReadonlyMap<string, string> {
  return new Map(assignments.map(({ key, value }) => [key, value]));
}
