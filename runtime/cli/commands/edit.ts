/** `tool edit`: stored values in an editor. */
import { isatty } from 'node:tty';
import { templates } from '#schemas/diagnostics/E16-templates.js';
import { EDIT_FORMAT, type EditReport } from '#schemas/edit-report.js';
import { fail } from '../../failure.js';
import type { CommandContext } from '../../session/call.js';
import type { Editing } from '../../session/operations/edit.js';
import { type Arguments, EXPECT_HASH, PROFILE, PROVIDER } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { say } from '../say.js';
import { terminalOf } from '../terminal-of.js';
import { POLICY, valuePolicies } from '../value-policies.js';
import { withSession } from '../with-session.js';

const FORMATS = ['text', 'json'] as const;
type Format = (typeof FORMATS)[number];
const STDERR = 2;
/** No person has changed anything in this time. */
const AT_ONCE_MS = 1_000;

export const edit: CommandModule = {
  spec: {
    name: 'edit',
    synopsis: '[NAME...] [OPTIONS]',
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default), or json: what was stored, without values',
        get choices() {
          return FORMATS;
        },
      },
      { name: 'force', summary: 'store values that are not of the types of their secrets' },
      POLICY,
      PROFILE,
      PROVIDER,
      EXPECT_HASH,
    ],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY },
    details: `Opens the values of these secrets, or of all that the profile declares, in the editor that VISUAL or EDITOR names, and
stores those that were changed, where \`tool set\` would. The file is private, in memory where the system allows it, and
is removed however this ends. A line that is removed leaves its secret as it is.

Nothing is stored if the text has a mistake, if nothing was changed, if the editor ends with an error, or if another
program has changed one of the same values meanwhile; on a terminal, tool then asks what to do. Scopes are ignored.`,
    examples: ['tool edit', 'tool edit DB_USER DB_PASSWORD', 'EDITOR=nano tool edit --profile staging'],
  },
  async run(args, context) {
    const format = formatOf(args);
    const names = args.positionals.length === 0 ? null : args.positionals;
    const call = callOf(args, context, await valuePolicies(args, context));
    return withSession(
      args,
      context,
      async (session) => {
        const folder = await session.folder();
        return session.edit(names, args.has('force'), (editing) => editIn(editing, folder, format, context));
      },
      call,
    );
  },
};

function formatOf(args: Arguments): Format {
  const text = args.text('format') ?? 'text';
  const format = FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw notOneOf(text, FORMATS, 'a format of `tool edit`', 'formats');
}

/** `folder`: that of the project, where no value may be. */
async function editIn(editing: Editing, folder: string, format: Format, context: CommandContext): Promise<number> {
  const [{ findEditor }, { runEditor }, { editedText }, { editInRounds }, { placeFor }, { deciderOn }] =
    await Promise.all([
      import('../../edit/find-editor.js'),
      import('../../edit/run-editor.js'),
      import('../../edit/edited-text.js'),
      import('../../edit/edit-in-rounds.js'),
      import('../../edit/place-for.js'),
      import('../decide-on-edit.js'),
    ]);
  const { variables, workingFolder, interruption } = context;
  const isInteractive = terminalOf(context).isInput;
  const editor = findEditor(variables, isInteractive) ?? fail(templates.E1612({ isInteractive }));
  const place = await placeFor({ variables, project: folder, workingFolder }, editedText(editing));
  const started = performance.now();
  try {
    const run = { variables, workingFolder, signal: interruption.signal };
    const open = () => interruption.leavingKeys(() => runEditor(editor, place, run));
    const rounds = { editor, place, open, decide: isInteractive ? deciderOn(context) : null };
    const partly = (stored: readonly string[]) => show(stored, editing, format);
    const { stored, isGivenUp } = await editInRounds(editing, rounds, partly);
    await show(stored, editing, format);
    if (isGivenUp) return FAILURE;
    const isAtOnce = stored.length === 0 && performance.now() - started < AT_ONCE_MS && isatty(STDERR);
    if (isAtOnce) {
      const { showWarnings } = await import('../show-warnings.js');
      await showWarnings([templates.W1611({ editor: editor.name })], context);
    }
    return SUCCESS;
  } finally {
    await place.end();
  }
}

async function show(stored: readonly string[], { profile, secrets }: Editing, format: Format): Promise<void> {
  const written = secrets.flatMap(({ secret, store }) => (stored.includes(secret) ? { secret, store } : []));
  if (format === 'json') {
    const outcome = written.length === 0 ? 'unchanged' : 'written';
    const report: EditReport = { format: EDIT_FORMAT, profile, outcome, written };
    const { jsonText } = await import('../views/json-text.js');
    return writeOut(jsonText(report));
  }
  for (const { secret, store } of written) say(`✓ Secret '${secret}' saved to ${store} (profile: ${profile})`);
  if (written.length === 0) say(`○ Nothing was stored (profile: ${profile})`);
}
