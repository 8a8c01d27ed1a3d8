/** Both sides of ours pass the suite of the wire, and each of its cases can fail. */
import { spawn, spawnSync } from 'node:child_process';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eachAtOnce } from '#runtime/each-at-once.js';
import { isTried } from '../helpers/thoroughness.js';
import { IMPLEMENTATIONS, NODE_PROVIDER, RESOLVER, RESOLVER_HERE } from './implementations.js';
import { type Start, silent } from './in-process.js';
import { readCase, readCases, runCase, SUITE, type WireCase, type WireTarget } from './suite.js';
import { wrongly } from './wrong-program.js';
import { faults } from './wrong-ways.js';

const startProcess: Start = ([program = '', ...words], cwd, env) => spawn(program, words, { cwd, env, stdio: 'pipe' });

/** Programs that run at once. */
const AT_ONCE = 4;
const LONGEST_MS = 300_000;

/** What the examples do not have, on purpose. */
const LACKING = new Set(['no coordinate field']);
const isMeant = (one: WireCase) => !one.needs.some((need) => LACKING.has(need));

const TARGETS = Object.entries({ ...IMPLEMENTATIONS, 'tool serve': RESOLVER_HERE });

describe.each(TARGETS.map(([name, target], at) => ({ name, target, at })))('$name', ({ target, at }) => {
  // Examples take a process per case: of what the first one need not show alone, each is tried on another third.
  const isShownAlone = ({ name }: WireCase) => target === NODE_PROVIDER && name.startsWith('provider/');
  const isChosen = (one: WireCase, index: number) =>
    target.start !== undefined || isShownAlone(one) || isTried(index + at);
  const cases = readCases(target.side).filter(isMeant).filter(isChosen);
  const problems = new Map<string, string | null>();
  beforeAll(async () => {
    await eachAtOnce(cases, AT_ONCE, async (one) => problems.set(one.name, await runCase(target, one)));
  }, LONGEST_MS);

  test.each(cases.map(({ name }) => name))('%s', (name) => expect(problems.get(name)).toBeNull());
});

test('there are at least 120 cases, and each says what it is about in a sentence', () => {
  const cases = [
    ...new Map([...readCases('resolver'), ...readCases('provider')].map((one) => [one.name, one])).values(),
  ];
  expect(cases.length).toBeGreaterThanOrEqual(120);
  expect(cases.filter(({ about }) => !/^\S.{5,}\.$/u.test(about)).map(({ name }) => name)).toEqual([]);
});

describe('each case can fail', () => {
  test.each(['resolver', 'provider'] as const)(
    'a %s that answers nothing, or is not there, passes none of them',
    async (side) => {
      const mute: WireTarget = { side, command: [], start: silent({ isGone: false }), patience: 50, uri: 'x://x' };
      const gone: WireTarget = { ...mute, start: silent({ isGone: true }), patience: 10_000 };
      const passing = async (target: WireTarget) => {
        const cases = readCases(side);
        const problems = await eachAtOnce(cases, 8, (one) => runCase(target, one));
        return cases.filter((_, at) => problems[at] === null).map(({ name }) => name);
      };
      expect(await passing(mute)).toEqual([]);
      // A program that ends by itself is right where all that is expected is its end.
      const ends = readCases(side).filter(({ steps }) =>
        steps.every((step) => !('expect' in step) && !('open' in step)),
      );
      expect(await passing(gone)).toEqual(ends.map(({ name }) => name));
    },
    LONGEST_MS,
  );

  test.each(Object.entries(faults))(
    'a program that %s',
    async (_, { side = 'resolver', noticedBy, make }) => {
      const right = side === 'resolver' ? RESOLVER_HERE : NODE_PROVIDER;
      const wrong: WireTarget = { ...right, start: wrongly(make(), right.start ?? startProcess), patience: 2_000 };
      const problems = await eachAtOnce(noticedBy, AT_ONCE, (name) => runCase(wrong, caseOf(side, name)));
      expect(noticedBy.filter((_, at) => problems[at] === null)).toEqual([]);
    },
    LONGEST_MS,
  );
});

function caseOf(side: string, name: string): WireCase {
  const found = readCases(side === 'resolver' ? 'resolver' : 'provider').find((one) => one.name.endsWith(`/${name}`));
  return found ?? readCase(name);
}

describe('run.mjs', () => {
  const run = (...words: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [`${SUITE}/run.mjs`, ...words]);
    return { status, stdout: String(stdout), stderr: String(stderr) };
  };

  test('prints how many cases passed', () => {
    const { status, stdout } = run('--only', 'both/line-not-json', '--resolver', ...RESOLVER.command);
    expect([status, stdout]).toEqual([0, '2 passed, 0 failed, 0 skipped\n']);
  });

  test('shows what failed, and what was sent and received', () => {
    const lengthen = `"$@" | sed -u 's/"message":"/&${'x'.repeat(257)}/'`;
    const wrong = ['/bin/sh', '-c', lengthen, 'sh', ...RESOLVER.command];
    const { status, stdout } = run('--only', 'both/unknown-method-of', '--resolver', ...wrong);
    expect([status, stdout]).toEqual([
      1,
      expect.stringMatching(
        /^FAILED both\/unknown-method-of-a-protocol\n.*\n {2}step 3: an error without a short message[\s\S]*→ .*\n[\s\S]*0 passed, 1 failed, 0 skipped\n$/u,
      ),
    ]);
  });

  test.each([[['--resolver']], [['--provider', 'x']], [['--nope']], [[]]])('%j is a usage error', (words) => {
    expect(run(...words)).toMatchObject({ status: 2, stdout: '' });
  });

  test('says so if the program opens no session', () => {
    expect(run('--resolver', '/bin/false')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('did not open a session'),
    });
  });
});
