/** `tool run`: a command with its secrets in the environment (semantics 6.2). */
import type { ChildOutcome } from '../../child/child-outcome.js';
import { childEnvironment } from '../../child/environment.js';
import { inheritedDescriptors } from '../../child/inherited-descriptors.js';
import { runChild } from '../../child/run-child.js';
import type { Resolution } from '../../execute/resolution.js';
import { Failure, fail } from '../../failure.js';
import type { Entries } from '../../inputs/environment.js';
import type { CommandContext } from '../../session/call.js';
import type { Running } from '../../session/operations/run.js';
import { SecretValue } from '../../values/secret-value.js';
import { type Arguments, EXPECT_HASH, PLAN, PROFILE, PROVIDER, SCOPE, ONLY, EXCEPT } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { CANNOT_EXECUTE, NOT_FOUND, USAGE } from '../exit-codes.js';
import { withSession } from '../with-session.js';

const STDERR = 2;

/** What happens if a required secret is missing. */
const IF_MISSING: readonly string[] = ['fail', 'warn', 'ignore'];

export const run: CommandModule = {
  spec: {
    name: 'run',
    synopsis: '[OPTIONS] -- COMMAND [ARGUMENTS]',
    options: [
      PROFILE,
      PROVIDER,
      SCOPE,
      ONLY,
      EXCEPT,
      {
        name: 'if-missing',
        value: 'ACTION',
        choices: IF_MISSING,
        summary: 'if a required secret is missing: fail (default), or start without it (warn, ignore)',
      },
      { name: 'clean-env', summary: 'pass on only the variables that every program needs, and the secrets' },
      { name: 'redact', summary: 'replace values in the output of the command by the names of the secrets' },
      { name: 'remove-files', summary: 'remove the files of as_path secrets when the command exits' },
      PLAN,
      EXPECT_HASH,
    ],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY },
    takesCommand: true,
    details: `Resolves the secrets, adds them to the environment, and starts the command without a shell; arguments are
passed unchanged. With a scope, declared secrets outside it are removed from the environment. If a required secret is
missing, nothing is started. The exit code is that of the command, 128+n if signal n killed it, 127 if it is not
found, or 126 if it cannot be executed. Files of as_path secrets are kept unless --remove-files is given.

With --if-missing warn or ignore, the command starts without the required secrets that no store has, and presence
groups are not judged; a store that fails is still an error.

With --clean-env, the command gets PATH, HOME, USER, SHELL, TERM, TMPDIR and the locale (LANG, LC_ALL, …) of the caller, and
the secrets. With --redact, values in its output, also in base64, hex, URL, JSON and shell spelling, become
[NAME]; values of fewer than 4 bytes are left, with a warning.`,
    examples: ['tool run -- npm start', 'tool run --profile production --scope worker -- ./worker --verbose'],
  },
  async run(args, context) {
    const [command, ...rest] = args.positionals;
    if (command === undefined || command === '') throw new Failure([(await deliveryCodes()).E1204({})], USAGE);
    const ifMissing = await missingAction(args);
    const descriptors = inheritedDescriptors(rest);
    return withSession(args, context, (session) => {
      const start = async (running: Running) => {
        const { resolution } = running;
        if (ifMissing === 'warn') await sayLeftOut(running);
        const environment = await environmentOf(args, running, context);
        const isRemoving = args.has('remove-files') && resolution.files.length > 0;
        const output = args.has('redact')
          ? await (await import('../redact-output.js')).redactOutput(running, context)
          : null;
        running.injected();
        const outcome = await runChild({
          command,
          args: rest,
          environment,
          descriptors,
          ...(output !== null && { output: output.descriptors }),
          isParentNeeded: isRemoving || output !== null,
          async onStart(found) {
            context.beforeCommand?.(found);
            await running.starting();
            // From here on signals are the command's.
            await context.interruption.release();
          },
        });
        if (isRemoving) await running.release();
        await output?.finish();
        return exitCodeOf(command, outcome);
      };
      const notesUndeclared = process.getBuiltinModule('node:tty').isatty(STDERR);
      return session.run(command, start, { withoutMissing: ifMissing !== 'fail', notesUndeclared });
    });
  },
};

async function missingAction(args: Arguments): Promise<string> {
  const asked = args.text('if-missing') ?? 'fail';
  if (IF_MISSING.includes(asked)) return asked;
  const { notOneOf } = await import('../one-of.js');
  throw notOneOf(asked, IF_MISSING, 'an action of `--if-missing`', 'actions');
}

async function sayLeftOut({ leftOut, resolution: { profile } }: Running): Promise<void> {
  if (leftOut.length === 0) return;
  const { say } = await import('../say.js');
  say(`Starting without missing secrets: ${leftOut.join(', ')} (profile: ${profile})`);
}

async function environmentOf(
  args: Arguments,
  { linked, leftOut, resolution }: Running,
  context: CommandContext,
): Promise<Entries> {
  // A variable of the caller is not the value that is missing.
  const scrub = [...linked.scrub, ...leftOut];
  const environment = childEnvironment(await callersEnvironment(args, context), scrub, valuesOf(resolution));
  if (environment.kind !== 'refused') return environment.entries;
  const { secret } = environment;
  return fail((await deliveryCodes()).E1203({ secret }, { about: { profile: resolution.profile, secret } }));
}

async function callersEnvironment(args: Arguments, context: CommandContext): Promise<Entries> {
  const entries = context.entries();
  if (!args.has('clean-env')) return entries;
  return (await import('../../child/clean-environment.js')).cleanEnvironment(entries);
}

function valuesOf({ secrets }: Resolution): readonly (readonly [string, SecretValue])[] {
  const values: [string, SecretValue][] = [];
  for (const found of secrets) {
    if (found.status !== 'found' || found.delivered.kind === 'withheld') continue;
    const { secret, delivered } = found;
    const { value, text = value } =
      delivered.kind === 'path' ? { value: SecretValue.fromText(delivered.path) } : delivered;
    values.push([secret, text]);
  }
  return values;
}

async function exitCodeOf(command: string, outcome: ChildOutcome): Promise<number> {
  if (outcome.kind === 'ended') return outcome.exitCode;
  const delivery = await deliveryCodes();
  switch (outcome.kind) {
    case 'not found':
      throw new Failure([delivery.E1205({ command })], NOT_FOUND);
    case 'not executable':
      throw new Failure([delivery.E1206({ command, reason: outcome.reason })], CANNOT_EXECUTE);
    case 'too large':
      throw new Failure([delivery.E1207({ command })], CANNOT_EXECUTE);
  }
}

/** The words of failures, which a start that succeeds does not load. */
async function deliveryCodes(): Promise<typeof import('#schemas/diagnostics/E12-delivery.js').delivery> {
  return (await import('#schemas/diagnostics/E12-delivery.js')).delivery;
}
