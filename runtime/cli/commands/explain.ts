/** `tool explain`: the long text of a code, with a wrong and a right example; without a code, all of them. */
import { UsageError } from '../../failure.js';
import { codeIn } from '../code-in.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';

export const explain: CommandModule = {
  spec: {
    name: 'explain',
    synopsis: '[CODE]',
    options: [],
    positionals: { least: 0, most: 1 },
    isWithoutManifest: true,
    details: `Explains an error or warning, with a wrong and a corrected example. Without CODE, lists all codes. Does not
read a manifest.`,
    examples: ['tool explain E0203', 'tool explain'],
  },
  async run({ positionals: [asked] }) {
    const [{ titledCodes, explainedCode }, view] = await Promise.all([
      import('../../analysis/explain-code.js'),
      import('../views/explain-code.js'),
    ]);
    const { codes, families } = titledCodes();
    if (asked === undefined) {
      writeOut(view.codeList(codes, families));
      return SUCCESS;
    }
    const found = explainedCode(codeIn(asked));
    if (found === null)
      return unknownCode(
        asked,
        codes.map(({ code }) => code),
      );
    writeOut(view.codeText(found));
    return SUCCESS;
  },
};

async function unknownCode(asked: string, codes: readonly string[]): Promise<never> {
  const { nearest } = await import('#schemas/nearest.js');
  const near = nearest(asked, codes);
  const isName = near === null && !/^[EW]\d/iu.test(asked) && /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(asked);
  const about = isName ? `\`tool plan ${asked}\` explains a secret; ` : '';
  const help = near === null ? `${about}\`tool explain\` lists the codes` : `did you mean \`tool explain ${near}\`?`;
  throw new UsageError(`\`${asked}\` is not the code of an error or warning`, help);
}
