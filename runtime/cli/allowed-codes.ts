/** `--allow W0604,W0401`: the warnings that a call of `tool lint` accepts anywhere. */
import { UsageError } from '../failure.js';
import { codeIn } from './code-in.js';

/** Each text may name several codes, separated by commas. */
export async function allowedCodes(texts: readonly string[]): Promise<ReadonlySet<string>> {
  if (texts.length === 0) return new Set();
  const { judgeAllowable } = await import('#schemas/diagnostics/allowable-code.js');
  const codes = texts.flatMap(wordsOf).map((word) => {
    const judged = judgeAllowable(codeIn(word));
    if (judged.kind === 'warning') return judged.code;
    if (judged.kind === 'error')
      throw new UsageError(
        `\`${judged.code}\` is an error, and only warnings can be allowed`,
        `\`tool explain ${judged.code}\` shows how to correct it`,
      );
    const { nearest } = judged;
    const help = nearest === null ? '`tool explain` lists the codes' : `did you mean \`--allow ${nearest}\`?`;
    throw new UsageError(`\`${word}\` is not the code of a warning`, help);
  });
  return new Set(codes);
}

/** The words of one option, separated by commas. */
export function wordsOf(text: string): readonly string[] {
  const words = text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length === 0) throw new UsageError('`--allow` needs the code of a warning', 'as in `--allow W0604`');
  return words;
}
