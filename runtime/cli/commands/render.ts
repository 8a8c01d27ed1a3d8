/** `tool render`: a file filled with the secrets that it refers to. */
import { relative, resolve } from 'node:path';
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { fail, UsageError } from '../../failure.js';
import { findManifest } from '../../inputs/named-manifest.js';
import type { CallContext } from '../../session/call.js';
import type { Session } from '../../session/session.js';
import { type Arguments, EXPECT_HASH, PLAN, PROFILE, PROVIDER, SCOPE } from '../arguments.js';
import { callOf } from '../call-of.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { pathOption } from '../path-option.js';
import { say } from '../say.js';
import { withSession } from '../with-session.js';

/** Those of `runtime/render/forms.ts`, which a test compares. */
const FORMS = ['none', 'json', 'yaml', 'toml', 'xml', 'url', 'shell'];

export const render: CommandModule = {
  spec: {
    name: 'render',
    synopsis: 'FILE [--output FILE [--check]] [OPTIONS]',
    options: [
      { name: 'output', short: 'o', value: 'FILE', summary: 'write to this file (0600) instead of standard output' },
      { name: 'check', summary: 'write nothing; exit with 1 if the file is not what would be written' },
      {
        name: 'escape',
        value: 'FORM',
        choices: FORMS,
        summary: 'how values are written: none (default) or for a language',
      },
      {
        name: 'delimiters',
        value: 'OPEN CLOSE',
        isPair: true,
        summary: 'what stands around a name instead of `${` and `}`',
      },
      PROFILE,
      PROVIDER,
      SCOPE,
      PLAN,
      EXPECT_HASH,
    ],
    positionals: { least: 1, most: 1 },
    isComparison: (args) => args.has('check'),
    details: `Prints the file with the value of a secret in place of each \`\${NAME}\`, by the rules of composed secrets: \`$$\` is a
dollar sign, and everything else stays as it is, byte for byte. Only the secrets that the file refers to are read. All
that is wrong with the file is reported together, each at its line, before any store is contacted.

\`\${NAME|json}\` writes a value between double quotes of JSON; so do yaml and toml in theirs. xml writes it as text or
attribute, url as a part of an address, shell as a word. --escape does so for every name without a form of its own.

With --check, exits with 0 if the output is up to date, with 1 if it is not, or with 2 if they cannot be compared. No
value is shown.`,
    examples: [
      'tool render app.conf.template --output app.conf',
      'tool render config.json.template --escape json -o config.json --check',
      "tool render nginx.conf.template --delimiters '{{' '}}'",
    ],
  },
  async run(args, context) {
    const wanted = wantedOf(args, context);
    const bytes = await withSession(args, context, (session) => rendered(session, wanted, args, context));
    if (wanted.output === null) writeOut(bytes);
    else if (args.has('check')) return compare(wanted.output, args, context, bytes);
    else await write(wanted.output, context, bytes);
    return SUCCESS;
  },
};

interface Wanted {
  readonly path: string;
  readonly output: string | null;
  readonly form: string;
  readonly delimiters: readonly [string, string] | null;
}

function wantedOf(args: Arguments, { workingFolder }: CallContext): Wanted {
  const [file = ''] = args.positionals;
  if (file.trim() === '') throw new UsageError('the path of the template is blank', 'give a file');
  const output = pathOption(args, 'output', 'the output');
  if (output === null && args.has('check'))
    throw new UsageError('`--check` needs the file to compare', 'add `--output FILE`');
  const path = resolve(workingFolder, file);
  if (output !== null && resolve(workingFolder, output) === path)
    throw new UsageError('the output would replace the template', 'name another file with `--output`');
  const form = args.text('escape') ?? 'none';
  if (!FORMS.includes(form)) throw notOneOf(form, FORMS, 'a form of `tool render`', 'forms');
  return { path, output, form, delimiters: delimitersOf(args.text('delimiters')) };
}

/** Letters, digits and blanks are those of names and of what stands between them. */
const DELIMITER = /^[!-/:-@[-`{-~]{1,16}$/;

function delimitersOf(given: string | null): readonly [string, string] | null {
  if (given === null) return null;
  const [open = '', close = '', ...more] = given.split(' ');
  if (more.length === 0 && [open, close].every((one) => DELIMITER.test(one) && !one.includes('_')))
    return [open, close];
  throw new UsageError(
    '`--delimiters` needs two words of ASCII punctuation, of at most 16 characters each',
    "such as `--delimiters '{{' '}}'`",
  );
}

async function rendered(
  session: Session,
  { path, form, delimiters }: Wanted,
  args: Arguments,
  context: CallContext,
): Promise<Buffer> {
  const [{ templateOf }, { problemsOf }, { fillTemplate }, { readTemplate }] = await Promise.all([
    import('../../render/template.js'),
    import('../../render/check-template.js'),
    import('../../render/fill-template.js'),
    import('../../render/read-template.js'),
  ]);
  const folder = findManifest(callOf(args, context))?.folder ?? context.workingFolder;
  const shown = relative(folder, path).replaceAll('\\', '/');
  const template = await templateOf(shown, readTemplate(path, args.positionals[0] ?? ''), delimiters);
  const { profile, scope, secrets } = await session.visible();
  const names = secrets.map(({ secret }) => secret);
  const escaped = delimiters === null || delimiters[0] === '${' ? '$${' : delimiters[0].repeat(2);
  const problems = problemsOf(template, { profile, scope, names }, escaped);
  if (problems.length > 0) fail(...problems);
  return session.export(
    async ({ resolution }) => {
      const { bytesByName } = await import('../values-to-export.js');
      return fillTemplate(template, bytesByName(resolution), form);
    },
    { only: template.names },
  );
}

async function write(output: string, { workingFolder }: CallContext, bytes: Buffer): Promise<void> {
  const { writePrivateProduct } = await import('../../files/write-product.js');
  const reason = writePrivateProduct(resolve(workingFolder, output), bytes);
  if (reason !== null) fail(delivery.E1208({ path: output, reason }));
}

async function compare(output: string, args: Arguments, context: CallContext, bytes: Buffer): Promise<number> {
  const { readOutput } = await import('../../render/read-template.js');
  const found = readOutput(resolve(context.workingFolder, output), output);
  if (found?.equals(bytes) === true) return SUCCESS;
  const how = found === null ? 'does not exist' : `is not what \`${args.positionals[0]}\` gives`;
  say(`\`${output}\` ${how}; write it with the same command without \`--check\``);
  return FAILURE;
}
