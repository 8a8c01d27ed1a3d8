/** What must be true of every run, whatever went wrong in it. Each gives what is not, in words, or null. */
import { readFileSync } from 'node:fs';
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
  return certificate === 'canary-certificate\n' || certificate === 'fresh-certificate'
    ? null
    : `CERTIFICATE is lost: ${quoted(certificate ?? 'no file')}`;
}

/** The next command of the kind, and the next writers, find nothing in their way, and nothing is left behind them. */
export function recoveryProblem(project, words) {
  project.start(words);
  for (const name of ['API_KEY', 'CERTIFICATE']) {
    const { status, stderr } = project.start(['set', name, 'fresh-afterwards']);
    if (status !== 0) return `the next \`set ${name}\` ended with ${status}: ${quoted(stderr)}`;
  }
  if (project.start(['get', 'API_KEY']).stdout.trimEnd() !== 'fresh-afterwards')
    return 'the next `get` gave another value';
  const strays = project.strays();
  return strays.length === 0 ? null : `it left ${strays.join(', ')}`;
}

/** No value is in what the tool keeps for itself. */
export function keptProblem(project) {
  const holding = project.kept().filter((path) => CANARY.test(readFileSync(join(project.home, path), 'latin1')));
  return holding.length === 0 ? null : `a value is in ${holding.join(', ')}`;
}

export function quoted(text) {
  return JSON.stringify(text.length > 600 ? `${text.slice(0, 600)}…` : text);
}
