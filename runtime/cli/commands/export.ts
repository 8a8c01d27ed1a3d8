/** `tool export`: the resolved secrets on standard output (semantics 6.4). */
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import type { Delivered, Resolution } from '../../execute/resolution.js';
import { fail } from '../../failure.js';
import type { CallContext } from '../../session/call.js';
import { EXPECT_HASH, PLAN, PROFILE, PROVIDER, SCOPE, ONLY, EXCEPT } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { withSession } from '../with-session.js';

type Values = readonly (readonly [string, string])[];
type Emit = (values: Values, resolution: Resolution, context: CallContext) => Promise<void>;

const formats: Readonly<Record<string, Emit>> = {
  shell: async (values) => writeOut((await import('../views/export-shell.js')).exportShell(values)),
  dotenv: async (values) => writeOut((await import('../views/export-dotenv.js')).exportDotenv(values)),
  json: async (values) => writeOut((await import('../views/export-json.js')).exportJson(values)),
  gha: async (values, resolution, context) =>
    (await import('../export-to-workflow.js')).exportToWorkflow(values, textsOf(withoutDefaults(resolution)), context),
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
values that are a default in the manifest.`,
    examples: ['eval "$(tool export)"', 'tool export --format json --scope worker'],
  },
  async run(args, context) {
    const format = args.text('format') ?? 'shell';
    const emit = Object.hasOwn(formats, format) ? formats[format] : undefined;
    if (emit === undefined) throw notOneOf(format, Object.keys(formats), 'a format of `tool export`', 'formats');
    await withSession(args, context, (session) => {
      return session.export((resolution) => emit(textsOf(resolution), resolution, context));
    });
    return SUCCESS;
  },
};

/** Without values that are in the manifest itself: masking `3000` or `true` would garble a log. */
function withoutDefaults({ secrets, ...others }: Resolution): Resolution {
  const hidden = secrets.filter((found) => found.status !== 'found' || found.origin.kind !== 'default');
  return { ...others, secrets: hidden };
}

/** Null if it is not text. */
function textOf(delivered: Exclude<Delivered, { kind: 'withheld' }>): string | null {
  return delivered.kind === 'path' ? delivered.path : (delivered.text ?? delivered.value).revealText();
}

/** All values as text; otherwise a failure that names those that are not, before anything is printed. */
function textsOf({ secrets, profile }: Resolution): Values {
  const values: [string, string][] = [];
  const problems = [];
  for (const found of secrets) {
    if (found.status !== 'found' || found.delivered.kind === 'withheld') continue;
    const text = textOf(found.delivered);
    if (text === null)
      problems.push(delivery.E1202({ secret: found.secret }, { about: { profile, secret: found.secret } }));
    else values.push([found.secret, text]);
  }
  return problems.length === 0 ? values : fail(...problems);
}
