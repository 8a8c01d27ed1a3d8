/** `tool schema`: JSON Schemas of the configuration files, and of the secrets a manifest declares (semantics 6.14, 15.5). */
import { prettyJson } from '#schemas/canonical.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { byName, own } from '#schemas/named.js';
import { fail, UsageError } from '../../failure.js';
import { cacheFolder } from '../../inputs/cache-folder.js';
import { given } from '../../inputs/given.js';
import { configurationSchemas, secretsSchemaAnalysis } from '../../plan/front-end.js';
import { obtainPlan } from '../../plan/obtain-plan.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { requireManifest } from '../named-manifest.js';
import { writeOut } from '../output.js';
import { pathOption } from '../path-option.js';

export const schema: CommandModule = {
  spec: {
    name: 'schema',
    synopsis: '[--config project|global | --profile NAME] [--output FILE]',
    options: [
      {
        name: 'config',
        value: 'KIND',
        summary: 'schema of the manifest (project) or of the user configuration (global)',
      },
      {
        name: 'profile',
        short: 'P',
        value: 'NAME',
        summary: 'secrets of this profile, instead of what holds in all of them',
      },
      { name: 'output', short: 'o', value: 'FILE', summary: 'write to this file instead of standard output' },
    ],
    positionals: { least: 0, most: 0 },
    details: `Without --config: the JSON Schema (draft-06) of the secrets that the manifest declares, for code generators.
It holds names, descriptions and which secrets are always there, and no value. With --config: the JSON Schema
(draft-07) of a configuration file, for editors; no manifest and no user configuration is read. Contacts no store.`,
    examples: [
      'tool schema --config project --output manifest.schema.json',
      'tool schema --profile production',
      'tool schema | npx quicktype --src-lang schema --lang typescript -o secrets.ts',
    ],
  },
  async run(args) {
    const output = pathOption(args, 'output', 'the schema');
    const text = await askedFor(args);
    if (output === null) writeOut(text);
    else await writeTo(output, text);
    return SUCCESS;
  },
};

function askedFor(args: Arguments): Promise<string> {
  const kind = args.text('config');
  const profile = args.text('profile');
  if (kind === null) return secretsText(args, given(profile));
  if (profile !== null) throw new UsageError('`--config` and `--profile` exclude each other');
  return configurationText(kind);
}

async function configurationText(kind: string): Promise<string> {
  if (kind !== 'project' && kind !== 'global')
    throw new UsageError(`\`${kind}\` is no configuration of \`tool\``, 'write project or global');
  const { configurationSchema } = await configurationSchemas();
  return configurationSchema(kind);
}

/** No variable chooses the profile: generated code must not depend on who generates it. Blank is all profiles. */
async function secretsText(args: Arguments, profile: string | null): Promise<string> {
  const manifest = await requireManifest(args);
  const { plan } = await obtainPlan(cacheFolder(process.env, manifest.folder), manifest);
  if (profile !== null && own(plan.profiles, profile) === undefined)
    fail(linking.E0801({ profile, defined: Object.keys(plan.profiles).sort(byName) }));
  const { secretsSchema } = await secretsSchemaAnalysis();
  return prettyJson(secretsSchema(plan, profile));
}

async function writeTo(file: string, text: string): Promise<void> {
  const [{ writeProduct }, { existingOutput }] = await Promise.all([
    import('../../files/write-product.js'),
    import('../../plan/existing-output.js'),
  ]);
  const isSchema = ({ $schema }: Readonly<Record<string, unknown>>) => typeof $schema === 'string';
  const found = existingOutput(file, isSchema);
  if (found.kind === 'unreadable') fail(delivery.E1208({ path: file, reason: `it cannot be read: ${found.reason}` }));
  if (found.kind === 'something else')
    fail(
      delivery.E1208({ path: file, reason: 'it exists and is no JSON Schema; remove it first, or name another file' }),
    );
  const reason = writeProduct(file, text);
  if (reason !== null) fail(delivery.E1208({ path: file, reason }));
}
