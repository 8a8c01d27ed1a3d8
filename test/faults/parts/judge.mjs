/** What must be true of every run, whatever went wrong in it. Each gives what is not, in words, or null. */
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { CANARY } from './sandbox.mjs';

/** What a program says that did not expect what happened. */
const TRACE = /^\s+at .+:\d+|node:internal|Error: |panicked|Segmentation|FATAL ERROR|please report/mu;

/** The first that is not null. */
export function firstProblem(...problems) {
  return problems.find((problem) => problem !== null) ?? null;
}

/** It ended by itself, with a code that it may end with. */
export function endProblem({ status, signal, stderr, isLate }, codes) {
  if (isLate) return 'it did not end';
  if (signal !== null) return `it was ended by ${signal}: ${quoted(stderr)}`;
  return codes.includes(status) ? null : `it ended with ${status}: ${quoted(stderr)}`;
}

/** What people read holds no value and no stack trace; a failure says why, once. */
export function wordsProblem({ status, stderr }, { isHeard = true, isChild = false, mostErrors = 1 } = {}) {
  if (CANARY.test(stderr)) return `a value is in what it said: ${quoted(stderr)}`;
  if (TRACE.test(stderr)) return `it said what only its makers understand: ${quoted(stderr)}`;
  if (!isHeard || isChild || status === 0) return null;
  const count = stderr.match(/^error\b/gmu)?.length ?? 0;
  if (count === 0) return `it ended with ${status} and said no error: ${quoted(stderr)}`;
  return count <= mostErrors ? null : `it said ${count} errors: ${quoted(stderr)}`;
}

/** The file of several values is whole: those that nobody wrote are as they were, the one written is the old or the new. */
export function storesProblem(project) {
  const lines = project.read('.env') ?? '';
  const certificate = project.read('values/faults/default/CERTIFICATE');
  if (!/^API_KEY=(canary|fresh)-api-key\n/mu.test(lines)) return `API_KEY is lost: ${quoted(lines)}`;
  if (!lines.includes('SETTINGS=\'{"password":"canary-password"}\'\n')) return `SETTINGS is lost: ${quoted(lines)}`;
  if (!/^PASSWORD=(canary|fresh)-generated\n/mu.test(lines)) return `PASSWORD is lost: ${quoted(lines)}`;
  if (certificate !== 'canary-certificate\n' && certificate !== 'fresh-certificate')
    return `CERTIFICATE is lost: ${quoted(certificate ?? 'no file')}`;
  return movedProblem(project);
}

/** What is moved is in one of its stores at least, and complete; what is deleted is there or not, and its neighbour stays. */
function movedProblem(project) {
  const [old, lines, third] = ['old.env', 'moved.env', 'third.env'].map((path) => project.read(path) ?? '');
  const file = project.read('moved/moved/default/ONE');
  if (file !== null && file !== 'canary-one') return `ONE is torn: ${quoted(file)}`;
  if (file === null && !old.includes('ONE=canary-one\n')) return `ONE is lost: ${quoted(old)}`;
  if (!`${old}${lines}`.includes('TWO=canary-two\n')) return `TWO is lost: ${quoted(old + lines)}`;
  return ['THREE=canary-three\nREST=canary-rest\n', 'REST=canary-rest\n'].includes(third)
    ? null
    : `REST is lost: ${quoted(third)}`;
}

/** Secrets in every file that is imported from, into, or deleted from. */
const OF_MOVED = [['ONE'], ['TWO'], ['THREE'], ['TWO', '--provider', 'dotenv://old.env']].map((words) => {
  return ['--file', 'moved.toml', ...words];
});

/** The next command of the kind, and the next writers, find nothing in their way, and nothing is left behind them. */
export function recoveryProblem(project, words) {
  project.start(words);
  for (const where of [['API_KEY'], ['CERTIFICATE'], ...(words.includes('moved.toml') ? OF_MOVED : [])]) {
    const { status, stderr } = project.start(['set', ...where, 'fresh-afterwards']);
    if (status !== 0) return `the next \`set ${where}\` ended with ${status}: ${quoted(stderr)}`;
  }
  if (project.start(['get', 'API_KEY']).stdout.trimEnd() !== 'fresh-afterwards')
    return 'the next `get` gave another value';
  const strays = project.strays();
  return strays.length === 0 ? null : `it left ${strays.join(', ')}`;
}

/** No value is in what the tool keeps for itself. */
export function keptProblem(project) {
  const holding = project.kept().filter((path) => CANARY.test(textOf(join(project.home, path))));
  return holding.length === 0 ? null : `a value is in ${holding.join(', ')}`;
}

/** Of a file, or of a link itself: a lock that was left behind is a link to no file. */
function textOf(path) {
  return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : readFileSync(path, 'latin1');
}

export function quoted(text) {
  return JSON.stringify(text.length > 600 ? `${text.slice(0, 600)}…` : text);
}
