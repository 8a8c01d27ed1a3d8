#!/usr/bin/env node
/**
 * Runs the cases of this folder against a program that speaks the wire, and prints `N passed, N failed, N skipped`:
 *
 *     node run.mjs [OPTIONS] --resolver CMD…
 *     node run.mjs [OPTIONS] --provider CMD…
 *
 * README.md describes the options and the cases. No dependencies: Node 20 or newer.
 */
import { availableParallelism } from 'node:os';
import { readCases } from './cases.mjs';
import { runCase } from './run-case.mjs';
import { capabilitiesOf } from './capabilities.mjs';

const USAGE = `usage: node run.mjs [--only TEXT] [--jobs N] [--patience MS] [--uri URI] [--list] --resolver|--provider CMD…`;

const { side, command, settings } = parse(process.argv.slice(2));
const cases = readCases(side).filter(({ name }) => name.includes(settings.only));
if (settings.list) {
  for (const { name, about } of cases) console.log(`${name}\n    ${about}`);
  process.exit(0);
}
const target = { side, command, patience: settings.patience, uri: settings.uri };
const capabilities = await capabilitiesOf(target);
if (capabilities.problem !== null) {
  console.error(`the program did not open a session: ${capabilities.problem}`);
  process.exit(1);
}
const counts = { passed: 0, failed: 0, skipped: 0 };
const waiting = cases.values();
await Promise.all(Array.from({ length: settings.jobs }, work));
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 && counts.passed > 0 ? 0 : 1;

async function work() {
  for (const one of waiting) {
    const lacking = one.needs.filter((need) => !capabilities.has(need));
    if (lacking.length > 0) {
      counts.skipped++;
      if (settings.verbose) console.log(`skipped ${one.name}: the program has no ${lacking.join(', ')}`);
      continue;
    }
    const problem = await runCase(target, one);
    if (problem === null) counts.passed++;
    else counts.failed++;
    if (problem !== null) console.log(`FAILED ${one.name}\n  ${one.about}\n  ${problem.replaceAll('\n', '\n  ')}`);
    else if (settings.verbose) console.log(`ok ${one.name}`);
  }
}

function parse(words) {
  const settings = {
    only: '',
    jobs: Math.min(4, availableParallelism()),
    patience: 10_000,
    uri: null,
    list: false,
    verbose: false,
  };
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === '--resolver' || word === '--provider') {
      const command = words.slice(at + 1);
      if (command.length === 0 && !settings.list) break;
      if (word === '--provider' && settings.uri === null && !settings.list) usage('--provider needs --uri');
      return { side: word.slice(2), command, settings };
    }
    if (word === '--list' || word === '--verbose') settings[word.slice(2)] = true;
    else if (word === '--only' || word === '--uri')
      settings[word.slice(2)] = words[++at] ?? usage(`${word} needs a value`);
    else if (word === '--jobs' || word === '--patience')
      settings[word.slice(2)] = Number(words[++at]) || usage(`${word} needs a number`);
    else usage(`unknown option ${word}`);
  }
  return usage('--resolver CMD… or --provider CMD… is missing');
}

function usage(problem) {
  console.error(`${problem}\n${USAGE}`);
  process.exit(2);
}
