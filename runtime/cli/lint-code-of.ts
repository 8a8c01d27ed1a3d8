/** `tool lint --code` of a call: its manifest, its paths, and what it accepts. */
import { lintCode } from '../analysis/code/lint-code.js';
import type { LintFindings } from '../analysis/lint-manifest.js';
import { UsageError } from '../failure.js';
import type { CallContext } from '../inputs/call-context.js';
import { namedManifest, requireNamed } from '../inputs/named-manifest.js';
import { allowedCodes, wordsOf } from './allowed-codes.js';
import type { Arguments } from './arguments.js';
import { callOf } from './call-of.js';
import { progressOn } from './progress-on.js';
import { annotationRoot } from './workspace.js';

/** What looks like a code is one: no variable is called so. */
const CODE = /^[a-z]\d{4}$/iu;

export async function lintCodeOf(args: Arguments, format: string, context: CallContext): Promise<LintFindings> {
  for (const other of ['fix', 'policy'])
    if (args.has(other))
      throw new UsageError(`\`--code\` and \`--${other}\` cannot be used together`, 'make two calls');
  const words = args.texts('allow').flatMap(wordsOf);
  const codes = await allowedCodes(words.filter((word) => CODE.test(word)));
  const names = words.filter((word) => !CODE.test(word));
  const manifest = await requireNamed(namedManifest(callOf(args, context)), context);
  const from = format === 'github' ? annotationRoot(manifest.folder, context) : context.workingFolder;
  const progress = progressOn(context);
  try {
    const { variables, workingFolder } = context;
    const allow = { codes, names };
    return await lintCode(manifest, { paths: args.positionals, allow, from, workingFolder, variables, progress });
  } finally {
    progress(null);
  }
}
