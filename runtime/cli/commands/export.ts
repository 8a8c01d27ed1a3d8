/** `tool export`: the resolved secrets on standard output (semantics 6.4). */
import type { CallContext } from '../../session/call.js';
import type { Exporting } from '../../session/operations/export.js';
import { EXCEPT, EXPECT_HASH, ONLY, PLAN, PROFILE, PROVIDER, SCOPE } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { type Format, type Values, valuesToExport } from '../values-to-export.js';
import { withSession } from '../with-session.js';

interface Emitter extends Omit<Format, 'name'> {
  emit(values: Values, exporting: Exporting, context: CallContext): Promise<void>;
}

const formats: Readonly<Record<string, Emitter>> = {
  shell: {
    holdsNul: false,
    needsShellNames: true,
    emit: async (values) => writeOut((await import('../views/export-shell.js')).exportShell(values)),
  },
  dotenv: {
    holdsNul: false,
    needsShellNames: false,
    emit: async (values) => writeOut((await import('../views/export-dotenv.js')).exportDotenv(values)),
  },
  json: {
    holdsNul: true,
    needsShellNames: false,
    emit: async (values) => writeOut((await import('../views/export-json.js')).exportJson(values)),
  },
  gha: {
    holdsNul: false,
    needsShellNames: true,
    emit: async (values, exporting, context) =>
      (await import('../export-to-workflow.js')).exportToWorkflow(values, exporting, context),
  },
};

export const exportSecrets: CommandModule = {
  spec: {
    name: 'export',
    synopsis: '[--format shell|dotenv|json|gha] [OPTIONS]',
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        choices: Object.keys(formats),
        summary: 'shell (default), dotenv, json or gha',
      },
      PROFILE,
      PROVIDER,
      SCOPE,
      ONLY,
      EXCEPT,
      PLAN,
      EXPECT_HASH,
    ],
    positionals: { least: 0, most: 0 },
    details: `Prints the resolved secrets for another program to read. If a required secret is missing, nothing is
printed. The format gha adds them to the environment of a GitHub workflow and masks them in its log, except for
values that are a default in the manifest, and values of fewer than 4 characters, with a warning.`,
    examples: ['eval "$(tool export)"', 'tool export --format json --scope worker'],
  },
  async run(args, context) {
    const name = args.text('format') ?? 'shell';
    const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
    if (format === undefined) throw notOneOf(name, Object.keys(formats), 'a format of `tool export`', 'formats');
    await withSession(args, context, (session) => {
      return session.export((exporting) =>
        format.emit(valuesToExport(exporting.resolution, { ...format, name }), exporting, context),
      );
    });
    return SUCCESS;
  },
};
