/** Both sides of ours pass the suite of the wire, and each of its cases can fail. */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { eachAtOnce } from '#runtime/each-at-once.js';
import { IMPLEMENTATIONS, NODE_PROVIDER, RESOLVER } from './implementations.js';
import { readCase, readCases, runCase, SUITE, type WireCase, type WireTarget } from './suite.js';
import { faults } from './wrong-ways.js';

/** Programs that run at once. */
const AT_ONCE = 4;
const WRONG_PROGRAM = fileURLToPath(new URL('./wrong-program.js', import.meta.url));
const LONGEST_MS = 300_000;

/** What the examples do not have, on purpose. */
const LACKING = new Set(['no coordinate field']);
const isMeant = (one: WireCase) => !one.needs.some((need) => LACKING.has(need));

describe.each(Object.entries(IMPLEMENTATIONS))('%s', (_, target) => {
  const cases = readCases(target.side).filter(isMeant);
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
      const silent: WireTarget = { side, command: ['/bin/sleep', '30'], patience: 50, uri: 'x://x' };
      const gone: WireTarget = { ...silent, command: ['/bin/false'], patience: 10_000 };
      const passing = async (target: WireTarget) => {
        const cases = readCases(side);
        const problems = await eachAtOnce(cases, 8, (one) => runCase(target, one));
        return cases.filter((_, at) => problems[at] === null).map(({ name }) => name);
      };
      expect(await passing(silent)).toEqual([]);
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
    async (fault, { side = 'resolver', noticedBy }) => {
      const right = side === 'resolver' ? RESOLVER : NODE_PROVIDER;
      const wrong: WireTarget = {
        ...right,
        command: [process.execPath, WRONG_PROGRAM, fault, ...right.command],
        patience: 2_000,
      };
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
    const wrong = [process.execPath, WRONG_PROGRAM, 'answers with long messages', ...RESOLVER.command];
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
