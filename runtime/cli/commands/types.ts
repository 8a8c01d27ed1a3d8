/** `tool types`: TypeScript for the secrets that a manifest declares (programs c). */
import { resolve } from 'node:path';
import { compiledPlan } from '../../analysis/compiled-plan.js';
import { GENERATED, type TypesForm, typesText } from '../../analysis/types/typescript.js';
import { UsageError } from '../../failure.js';
import type { CallContext } from '../../inputs/call-context.js';
import { given } from '../../inputs/given.js';
import { callOf } from '../call-of.js';
import { requireCallerName } from '../caller-options.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { pathOption } from '../path-option.js';

export const types: CommandModule = {
  spec: {
    name: 'types',
    synopsis: '[--profile NAME] [--output FILE [--check]]',
    options: [
      {
        name: 'output',
        short: 'o',
        value: 'FILE',
        summary: 'write to this file instead of standard output: FILE.ts, or FILE.d.ts for types without the loader',
      },
      { name: 'check', summary: 'write nothing; exit with 1 if the file does not agree with the manifest' },
      { name: 'profile', short: 'P', value: 'NAME', summary: 'types of this profile alone, instead of all profiles' },
    ],
    positionals: { least: 0, most: 0 },
    isComparison: (args) => args.has('check'),
    details: `Prints a TypeScript module: an interface for each profile, \`Secrets\` for what holds in all of them, and \`load\`, which
resolves the secrets with the library. It contains names, descriptions and which secrets are always present, but no
values. A secret that may be missing is \`string | null\`. If the manifest has changed since, \`load\` rejects. Contacts no
store and does not read the user configuration. With --check, prints the names that changed; exits with 1 if the file
is out of date, or with 2 if it cannot be compared.`,
    examples: [
      'tool types --output src/secrets.ts',
      'tool types --output src/secrets.ts --check',
      'tool types --output secrets.d.ts',
    ],
  },
  async run(args, context) {
    const output = pathOption(args, 'output', 'the types');
    const form = output === null ? 'module' : formOf(output);
    if (output === null && args.has('check'))
      throw new UsageError('`--check` needs the file to compare', 'add `--output FILE`');
    await requireCallerName(args);
    // No variable chooses the profile: generated code must not depend on who generates it.
    const { plan } = await compiledPlan(callOf(args, context));
    const text = typesText(plan, given(args.text('profile')), form);
    if (output === null) writeOut(text);
    else if (args.has('check')) return compare(output, context, text);
    else await writeTo(output, context, text);
    return SUCCESS;
  },
};

/** By the names that TypeScript knows. */
function formOf(file: string): TypesForm {
  if (/\.d\.[mc]?ts$/u.test(file)) return 'declarations';
  if (/\.m?ts$/u.test(file)) return 'module';
  throw new UsageError('`--output` is not a file of TypeScript', 'give a name that ends in `.ts`, or in `.d.ts`');
}

async function writeTo(file: string, { workingFolder }: CallContext, text: string): Promise<void> {
  const { writeGenerated } = await import('../write-generated.js');
  const isOurs = (content: string) => content.startsWith(GENERATED);
  await writeGenerated(file, workingFolder, { text, command: 'tool types', isOurs });
}

async function compare(file: string, { workingFolder }: CallContext, text: string): Promise<number> {
  const { contentOf } = await import('../compare-generated.js');
  const found = contentOf(resolve(workingFolder, file), file, 'tool types');
  if (found === text) return SUCCESS;
  const [{ changedNames }, { changedNamesText }] = await Promise.all([
    import('../../analysis/types/changed-names.js'),
    import('../views/changed-names.js'),
  ]);
  writeOut(changedNamesText(file, changedNames(found, text)));
  return FAILURE;
}
