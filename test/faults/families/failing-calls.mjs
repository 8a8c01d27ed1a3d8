/** Every command, with one system call that fails or is the last thing that happens, picked at random among those that matter. */
import { COMMANDS, nameOf } from '../parts/commands.mjs';
import {
  endProblem,
  firstProblem,
  keptProblem,
  quoted,
  recoveryProblem,
  storesProblem,
  wordsProblem,
} from '../parts/judge.mjs';
import { makeSandbox } from '../parts/sandbox.mjs';
import { ANSWERS, callsOf, startWith, straceProblem } from '../parts/system-calls.mjs';

export function failingCalls({ tool, folder, runs, random }) {
  return straceProblem() ?? checks(makeSandbox(folder, tool), runs, random);
}

function* checks(project, runs, random) {
  const recorded = new Map();
  for (let run = 0; run < runs; run++) {
    const command = random.pick(COMMANDS);
    const isWarm = random.below(2) === 0;
    const key = `${nameOf(command)} ${isWarm}`;
    const known = recorded.get(key) ?? record(project, command, isWarm);
    recorded.set(key, known);
    const call = random.pick(known.calls);
    const fault = random.pick([...ANSWERS[call.name], 'SIGKILL']);
    yield check(project, { command, isWarm, call, fault, expected: known.ended });
  }
}

function record(project, { words }, isWarm) {
  bring(project, words, isWarm);
  return callsOf(project, words);
}

function bring(project, words, isWarm) {
  if (isWarm) project.warm(words);
  else project.reset({ warm: false });
}

function check(project, { command, isWarm, call, fault, expected }) {
  bring(project, command.words, isWarm);
  const { ended, hit } = startWith(project, command.words, call, fault);
  const name = `${nameOf(command)}, ${isWarm ? 'warm' : 'cold'}, ${fault} for ${call.name} #${call.nth} (${quoted(hit ?? call.line)})`;
  const problem = firstProblem(
    fault === 'SIGKILL' ? null : outcomeProblem(ended, { command, hit, fault, expected, project }),
    storesProblem(project),
    keptProblem(project),
    recoveryProblem(project, command.words),
  );
  return { name, problem, isLeftOut: hit === null && problem === null };
}

/** Where the call was one of the runtime's own, how it ends says nothing about the tool. */
function outcomeProblem(ended, { command, hit, fault, expected, project }) {
  if (hit === null) return null;
  const isStderr = / write\(2</u.test(hit);
  const isStdout = / write\(1</u.test(hit);
  // A command that was told that it is interrupted does its work all the same.
  const codes = fault === 'EINTR' ? [expected.status] : [...new Set([...command.codes, expected.status])];
  return firstProblem(
    endProblem(ended, codes),
    wordsProblem(ended, {
      isHeard: !isStderr && expected.status === 0 && !command.hasFindings,
      mostErrors: command.mostErrors,
      isChild: command.words[0] === 'run' && ended.status > 1,
    }),
    isStdout && fault !== 'EINTR' && ended.status === 0 ? 'what could not be printed counts as printed' : null,
    ended.status === 0 ? productProblem(ended, { command, expected, project }) : null,
  );
}

/** Done is done: printed and stored as where nothing fails. */
function productProblem(ended, { command, expected, project }) {
  if (!command.hasPaths && ended.stdout !== expected.stdout)
    return `it ended with 0 and printed ${quoted(ended.stdout)}`;
  return command.done?.(project) ?? null;
}
