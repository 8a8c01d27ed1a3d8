/**
 * `tool schema`: JSON Schemas of the configuration files, of what commands print for programs, and of the secrets a manifest
 * declares (semantics 6.14, 15.5; plan-product).
 */
import { resolve } from 'node:path';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { OUTPUT_NAMES } from '#schemas/outputs/output-names.js';
import { compiledPlan } from '../../analysis/compiled-plan.js';
import { configurationSchemaText, outputSchemaText, secretsSchemaText } from '../../analysis/schemas.js';
import { fail, UsageError } from '../../failure.js';
import type { CallContext } from '../../inputs/call-context.js';
import { given } from '../../inputs/given.js';
import type { Arguments } from '../arguments.js';
import { callOf } from '../call-of.js';
import { requireCallerName } from '../caller-options.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { pathOption } from '../path-option.js';

const CONFIGURATIONS = ['project', 'global'] as const;

export const schema: CommandModule = {
  spec: {
    name: 'schema',
    synopsis: '[--config project|global | --of OUTPUT | --profile NAME] [--output FILE]',
    options: [
      {
        name: 'config',
        value: 'KIND',
        choices: CONFIGURATIONS,
        summary: 'schema of the manifest (project) or of the user configuration (global)',
      },
      {
        name: 'of',
        value: 'OUTPUT',
        choices: OUTPUT_NAMES,
        summary: `schema of what a command prints for programs: ${OUTPUT_NAMES.join(', ')}`,
      },
      {
        name: 'profile',
        short: 'P',
        value: 'NAME',
        summary: 'secrets of this profile, instead of those of all profiles',
      },
      { name: 'output', short: 'o', value: 'FILE', summary: 'write to this file instead of standard output' },
    ],
    positionals: { least: 0, most: 0 },
    details: `Without --config and --of: the JSON Schema (draft-06) of the secrets that the manifest declares, for code generators.
It contains names, descriptions and which secrets are always present, but no values. With --config: the JSON Schema
(draft-07) of a configuration file, for editors. With --of: the JSON Schema (2020-12) of the output of a command. These
two do not read a manifest or user configuration. Contacts no store.`,
    examples: [
      'tool schema --config project --output manifest.schema.json',
      'tool schema --of plan-diff',
      'tool schema --profile production',
      'tool schema | npx quicktype --src-lang schema --lang typescript -o secrets.ts',
    ],
  },
  async run(args, context) {
    const output = pathOption(args, 'output', 'the schema');
    const text = await askedFor(args, context);
    if (output === null) writeOut(text);
    else await writeTo(resolve(context.workingFolder, output), output, text);
    return SUCCESS;
  },
};

function askedFor(args: Arguments, context: CallContext): Promise<string> {
  const [kind, output, profile] = [args.text('config'), args.text('of'), args.text('profile')];
  const [first, second] = ['config', 'of', 'profile'].filter((name) => args.text(name) !== null);
  if (second !== undefined) throw new UsageError(`\`--${first}\` and \`--${second}\` cannot be used together`);
  if (kind !== null) return configurationText(kind);
  return output === null ? secretsText(args, context, given(profile)) : outputText(output);
}

async function outputText(output: string): Promise<string> {
  const known = OUTPUT_NAMES.find((one) => one === output);
  if (known === undefined) throw notOneOf(output, OUTPUT_NAMES, 'an output with a schema', 'outputs');
  return outputSchemaText(known);
}

async function configurationText(kind: string): Promise<string> {
  const known = CONFIGURATIONS.find((one) => one === kind);
  if (known === undefined) throw notOneOf(kind, CONFIGURATIONS, 'a configuration of `tool`', 'configurations');
  return configurationSchemaText(known);
}

/** No variable chooses the profile: generated code must not depend on who generates it. Blank means all profiles. */
async function secretsText(args: Arguments, context: CallContext, profile: string | null): Promise<string> {
  await requireCallerName(args);
  const { plan } = await compiledPlan(callOf(args, context));
  return secretsSchemaText(plan, profile);
}

async function writeTo(path: string, file: string, text: string): Promise<void> {
  const [{ writeProduct }, { existingOutput }] = await Promise.all([
    import('../../files/write-product.js'),
    import('../../plan/existing-output.js'),
  ]);
  const found = existingOutput(path, isOurs);
  if (found.kind === 'unreadable') fail(delivery.E1208({ path: file, reason: `it cannot be read: ${found.reason}` }));
  if (found.kind === 'something else')
    fail(
      delivery.E1208({
        path: file,
        reason: 'it exists and was not written by `tool schema`; remove it first, or name another file',
      }),
    );
  const reason = writeProduct(path, text);
  if (reason !== null) fail(delivery.E1208({ path: file, reason }));
}

/** Every schema that this tool wrote says so in `$comment`; any other file is not replaced, regardless of its content. */
function isOurs({ $comment, $schema }: Readonly<Record<string, unknown>>): boolean {
  return typeof $schema === 'string' && typeof $comment === 'string' && $comment.startsWith(GENERATED);
}
const GENERATED = 'Generated by `tool schema';
