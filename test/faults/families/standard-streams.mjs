/** Every command with its standard streams closed, full, or without a reader. */
import { COMMANDS, nameOf } from '../parts/commands.mjs';
import { endProblem, firstProblem, quoted, storesProblem, wordsProblem } from '../parts/judge.mjs';
import { makeSandbox } from '../parts/sandbox.mjs';

/** Descriptor 4 becomes a pipe whose reader is gone. */
const NO_READER = { setUp: 'mkfifo "$HOME/pipe"; exec 3<>"$HOME/pipe" 4>"$HOME/pipe" 3>&-; rm "$HOME/pipe"; ' };
const STATES = [
  { redirect: '<&-' },
  { redirect: '2>&-', loses: ['stderr'] },
  { redirect: '2>/dev/full', loses: ['stderr'] },
  { redirect: '2>&4', loses: ['stderr'], ...NO_READER },
  { redirect: '>&-', loses: ['stdout'] },
  { redirect: '<&- >&- 2>&-', loses: ['stdout', 'stderr'] },
  { redirect: '>/dev/full', loses: ['stdout'], isReported: true },
  { redirect: '>/dev/full 2>&1', loses: ['stdout', 'stderr'], isReported: true },
  { redirect: '>&4', loses: ['stdout'], isDeadly: true, ...NO_READER },
  { redirect: '>&4 2>&4', loses: ['stdout', 'stderr'], isDeadly: true, ...NO_READER },
];
/** Said once, before anything is printed. */
const NOTE = /^note: accesses to secrets, never their values, are recorded in .*\n/mu;
const SIGPIPE_STATUS = 141;

/** Two of three runs are warm, as they are in life. */
export function* standardStreams({ tool, folder, runs, random }) {
  const project = makeSandbox(folder, tool);
  const all = COMMANDS.flatMap((command) => STATES.map((state) => ({ command, state })));
  const expected = new Map();
  for (const { command, state } of random.some(all, runs)) {
    if (!expected.has(command)) expected.set(command, undisturbed(project, command));
    project.reset({ warm: random.below(3) > 0 });
    const ended = project.start(command.words, state);
    const problem = firstProblem(
      outcomeProblem(ended, expected.get(command), command, state),
      storesProblem(project),
      ended.status === 0 ? (command.done?.(project) ?? null) : null,
    );
    yield { name: `${nameOf(command)} ${state.redirect}`, problem };
  }
}

function undisturbed(project, { words }) {
  project.reset({ warm: false });
  return project.start(words);
}

function outcomeProblem(ended, expected, command, state) {
  const { loses = [], isReported = false, isDeadly = false } = state;
  const losesProduct = loses.includes('stdout') && expected.stdout !== '';
  if (losesProduct && isDeadly) return deathProblem(ended);
  const { trouble = 1 } = command;
  const codes = losesProduct ? [trouble, ...(isReported ? [] : [expected.status])] : [expected.status];
  return firstProblem(
    endProblem(ended, codes),
    wordsProblem(ended, {
      isHeard: !loses.includes('stderr') && expected.status === 0,
      mostErrors: command.mostErrors,
    }),
    loses.includes('stdout') || command.hasPaths || ended.stdout === expected.stdout
      ? null
      : `it printed something else: ${quoted(ended.stdout)}`,
  );
}

/** As any program whose reader is gone; a shell says so with a code. */
function deathProblem({ status, signal, stderr }) {
  if (signal !== 'SIGPIPE' && status !== SIGPIPE_STATUS) return `it ended with ${signal ?? status}, not of SIGPIPE`;
  return stderr.replace(NOTE, '') === '' ? null : `it said ${quoted(stderr)}`;
}
