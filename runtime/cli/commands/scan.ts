/** `tool scan`: looks for values of the project's secrets where they should not be: in files, in the index, in the history. */
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import type { ScanReport } from '#schemas/scan-report.js';
import { fail, UsageError } from '../../failure.js';
import type { CommandContext } from '../../session/call.js';
import type { ValuesSought } from '../../scan/values-sought.js';
import { type Arguments, PROFILE } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS, USAGE } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { progressOn } from '../progress-on.js';
import { annotationRoot } from '../workspace.js';
import { withSession } from '../with-session.js';

const FORMATS = ['text', 'json', 'sarif', 'github'] as const;
type Format = (typeof FORMATS)[number];
const FORMS = ['staged', 'history', 'install-hook', 'uninstall-hook'];

export const scan: CommandModule = {
  spec: {
    name: 'scan',
    synopsis: '[PATH...] [--staged | --history [RANGE...]] [--format text|json|sarif|github] [OPTIONS]',
    options: [
      { name: 'staged', summary: 'search the index of git, as it would be committed' },
      { name: 'history', summary: 'search every content of the history, or of the commits in RANGE' },
      { name: 'install-hook', summary: 'have git run `tool scan --staged` before each commit' },
      { name: 'uninstall-hook', summary: 'remove that hook again' },
      {
        name: 'format',
        value: 'FORMAT',
        summary: 'text (default), json, sarif, or github for workflow annotations',
        get choices() {
          return FORMATS;
        },
      },
      { ...withoutVariable(PROFILE), summary: 'look only for the values of this profile' },
    ],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY },
    isComparison: () => true,
    details: `Looks for the values that the secrets of all profiles have on this machine, as they are and in base64, hex, URLs, JSON,
shells, HTML and UTF-16, and prints where they are, never a value. Without PATH, searches the folder of the manifest.
Files that git ignores are left out, binary files are searched, archives are not opened, links are not followed. Files
in which stores keep values are left out, unless git tracks them. Defaults of the manifest are not looked for.

Nothing is generated, written or asked for, except that a store may ask to be unlocked on a terminal. What has no value
here, and values of less than 4 bytes, are listed as not looked for. Exits with 1 if a value is found, and with 2 if
something cannot be read.

--install-hook writes the hook \`pre-commit\` of the repository; a hook that is there is kept, and runs afterwards.`,
    examples: [
      'tool scan',
      'tool scan dist docs/example.md',
      'tool scan --staged',
      'tool scan --history',
      'tool scan --history main..HEAD',
      'tool scan --format sarif > scan.sarif',
      'tool scan --install-hook',
    ],
  },
  async run(args, context) {
    const format = formatOf(args);
    const form = formOf(args);
    if (form === 'install-hook' || form === 'uninstall-hook') return changeHook(form, args, context);
    const { sought, folder } = await withSession(args, context, async (session) => {
      const profiles = await session.search(args.text('profile'));
      return { sought: await readyToSearch(profiles, context), folder: await session.folder() };
    });
    // From here on nothing has to be finished: a signal ends the process at once.
    await context.interruption.release();
    const from = format === 'github' ? annotationRoot(folder, context) : context.workingFolder;
    const progress = progressOn(context);
    const { searchPlaces } = await import('../../scan/search-places.js');
    try {
      const { variables, workingFolder } = context;
      const call = { paths: args.positionals, form, from, folder, variables, workingFolder, progress };
      const report = await searchPlaces(sought.values, { ...call, exempt: sought.files });
      progress(null);
      writeOut(await viewed(format, report));
      return statusOf(report);
    } finally {
      progress(null);
    }
  },
};

function withoutVariable({ variable: _, ...option }: typeof PROFILE) {
  return option;
}

function formatOf(args: Arguments): Format {
  const text = args.text('format') ?? 'text';
  const format = FORMATS.find((known) => known === text);
  if (format !== undefined) return format;
  throw notOneOf(text, FORMATS, 'a format of `tool scan`', 'formats');
}

function formOf(args: Arguments): 'files' | 'staged' | 'history' | 'install-hook' | 'uninstall-hook' {
  const [form, second] = FORMS.filter((name) => args.has(name));
  if (second !== undefined) throw new UsageError(`\`--${form}\` and \`--${second}\` cannot be used together`);
  switch (form) {
    case 'staged':
    case 'history':
      return form;
    case 'install-hook':
    case 'uninstall-hook':
      if (args.positionals.length > 0) throw new UsageError(`\`--${form}\` takes no PATH`);
      return form;
    default:
      return 'files';
  }
}

interface Ready {
  readonly values: ValuesSought;
  /** Files of stores, which have values by design. */
  readonly files: readonly string[];
}

type Profiles = Awaited<ReturnType<import('../../session/session.js').Session['search']>>;

/** Stops where nothing can be looked for: that nothing is found would mean nothing. */
async function readyToSearch(profiles: Profiles, context: CommandContext): Promise<Ready> {
  const { valuesSought } = await import('../../scan/values-sought.js');
  const values = valuesSought(profiles);
  const failures = profiles.flatMap((one) => one.failures);
  if (values.sought.forms.length === 0)
    return fail(...failures, delivery.E1233({ profiles: profiles.map(({ profile }) => profile) }));
  if (failures.length > 0) {
    const { printDiagnostics } = await import('../print-failure.js');
    await printDiagnostics(failures.map(asWarning), null, context);
  }
  return { values, files: profiles.flatMap((one) => one.files) };
}

function asWarning<T extends { readonly severity: string }>(diagnostic: T) {
  return { ...diagnostic, severity: 'warning' as const };
}

async function viewed(format: Format, report: ScanReport): Promise<string> {
  switch (format) {
    case 'text':
      return (await import('../views/scan-text.js')).scanText(report);
    case 'json':
      return (await import('../views/json-text.js')).jsonText(report);
    case 'sarif':
      return (await import('../views/scan-sarif.js')).scanSarif(report);
    case 'github':
      return (await import('../views/scan-github.js')).scanGithub(report);
  }
}

function statusOf({ findings, notSearched }: ScanReport): number {
  if (findings.length > 0) return FAILURE;
  return notSearched.length > 0 ? USAGE : SUCCESS;
}

async function changeHook(
  form: 'install-hook' | 'uninstall-hook',
  args: Arguments,
  context: CommandContext,
): Promise<number> {
  const [{ changedHook }, { hookWords }, { callOf }] = await Promise.all([
    import('../../scan/hook/changed-hook.js'),
    import('../views/hook-words.js'),
    import('../call-of.js'),
  ]);
  writeOut(hookWords(await changedHook(form === 'install-hook', callOf(args, context)), context.workingFolder));
  return SUCCESS;
}
