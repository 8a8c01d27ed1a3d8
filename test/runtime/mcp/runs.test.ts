/** Processes of approved commands: what they get, what an agent sees of them, and that none outlives its run. */
import { afterEach, describe, expect, test } from '@jest/globals';
import type { McpClient, McpWorld } from '../../helpers/mcp-client.js';
import { CANARIES, shell, shopWith } from '../../helpers/mcp-world.js';

let world: McpWorld;
afterEach(() => world.remove());

const REDACTED = 'approve = "never"\noutput = "redacted"';
const LIMIT = 64_000;

const outputOf = async (script: string, variables = {}): Promise<string> => {
  world = shopWith({ show: shell(script, REDACTED) });
  const client = await world.open({ variables });
  const { data } = await client.call('run', { command: 'show', reason: 'x' });
  await client.stop();
  return data.output;
};

const until = async (holds: () => boolean) => {
  for (let turn = 0; turn < 200 && !holds(); turn++) await new Promise((resolve) => setTimeout(resolve, 25));
  return holds();
};
const fileHolds = (path: string) => () => {
  try {
    return world.read(path) !== '';
  } catch {
    return false;
  }
};
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a command', () => {
  test('gets its secrets, and of the environment what `--clean-env` keeps', async () => {
    const names = await outputOf('env | cut -d= -f1 | sort | tr "\\n" " "', { SECRET_OF_THE_SHELL: 'x', LANG: 'C' });
    expect(names.trim().split(' ')).toEqual(
      expect.arrayContaining(['API_KEY', 'DB_PASSWORD', 'DB_URL', 'DB_USER', 'HOME', 'LANG', 'PATH', 'USER']),
    );
    expect(names).not.toMatch(/SECRET_OF_THE_SHELL|TOOL_/u);
  });

  test('has no input, no terminal, a process group of its own, and the folder of the manifest', async () => {
    const shown = await outputOf('wc -c; pwd; test -t 0 || echo none; ps -o pgid= -p $$ | tr -d " "; echo $$');
    const [bytes, folder, terminal, group, pid] = shown.trim().split('\n');
    expect([bytes?.trim(), folder, terminal]).toEqual(['0', world.folder, 'none']);
    expect(group).toBe(pid);
  });

  test('tells how it ended', async () => {
    world = shopWith({
      ...{
        three: shell('exit 3'),
        killed: shell('kill -9 $$'),
        slow: shell('sleep 60', 'approve = "never"\ntimeout_seconds = 1'),
      },
      none: 'run = ["no-such-program"]\napprove = "never"',
    });
    const client = await world.open();
    const run = (command: string) => client.call('run', { command, reason: 'x' });
    expect((await run('three')).data).toMatchObject({
      exitCode: 3,
      signal: null,
      timedOut: false,
      seconds: expect.any(Number),
    });
    expect((await run('three')).data).not.toHaveProperty('output');
    expect((await run('killed')).data).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
    expect((await run('slow')).data).toMatchObject({ exitCode: null, signal: 'SIGTERM', timedOut: true });
    expect((await run('none')).data.errors[0].code).toBe('E1205');
    await client.stop();
  });
});

describe('a process', () => {
  const WAITING = 'trap "" TERM; sleep 300 & echo $! > pid.txt; wait; sleep 300';
  const begun = async (): Promise<[McpClient, number, number]> => {
    world = shopWith({ wait: shell(WAITING, REDACTED), other: shell('true') });
    const client = await world.open();
    const id = client.send('tools/call', { name: 'run', arguments: { command: 'wait', reason: 'x' } });
    expect(await until(fileHolds('pid.txt'))).toBe(true);
    return [client, id, Number(world.read('pid.txt'))];
  };

  test('is ended with all that it started when the call is cancelled; other calls go on', async () => {
    const [client, requestId, pid] = await begun();
    expect((await client.call('run', { command: 'other', reason: 'x' })).data).toMatchObject({ exitCode: 0 });
    expect((await client.call('list_secrets')).isError).toBe(false);
    expect(isAlive(pid)).toBe(true);
    client.notify('notifications/cancelled', { requestId });
    expect(await until(() => !isAlive(pid))).toBe(true);
    expect((await client.call('list_secrets')).isError).toBe(false);
    await client.stop();
  });

  test('is ended with the input of the server', async () => {
    const [client, , pid] = await begun();
    await client.stop();
    // It may wait for whoever collects orphans.
    expect(await until(() => !isAlive(pid))).toBe(true);
  });

  test('that a command left behind is ended with it', async () => {
    world = shopWith({ leave: shell('sleep 300 & echo $! > pid.txt', REDACTED) });
    const client = await world.open();
    expect((await client.call('run', { command: 'leave', reason: 'x' })).data).toMatchObject({ exitCode: 0 });
    const pid = Number(world.read('pid.txt'));
    expect(await until(() => !isAlive(pid))).toBe(true);
    await client.stop();
  });
});

describe('output', () => {
  test('has names instead of values, also where they are printed in pieces, in both streams, or around control characters', async () => {
    const [head, tail] = [CANARIES.stored.slice(0, 9), CANARIES.stored.slice(9)];
    const shown = await outputOf(
      [
        'echo "plain $API_KEY $DB_PASSWORD $DB_USER $DB_URL"; printf %s "$API_KEY" | base64',
        `printf '${head}'; sleep 0.2; printf '${tail}\\n'`,
        `printf '${head}'; sleep 0.2; printf '${tail}' >&2; sleep 0.2; echo`,
        `printf '${head}\\033[31m${tail}\\033[0m\\n${head}\\000${tail}\\n${head}\\342\\200\\256${tail}\\n'`,
      ].join('; '),
    );
    expect(shown).toContain('plain [API_KEY] [DB_PASSWORD] [DB_USER] [DB_URL]');
    for (const value of [CANARIES.stored, CANARIES.hidden, CANARIES.default]) expect(shown).not.toContain(value);
  });

  test('has no control, direction or tag characters, and keeps its lines', async () => {
    const shown = await outputOf(
      `printf 'a\\r\\nb\\tc\\033[2J\\007\\033]0;title\\007 \\342\\200\\256d \\363\\240\\201\\201e \\377\\n'`,
    );
    expect(shown).toBe('a\nb\tc d e \ufffd\n');
  });

  test('is its beginning and its end where it is long', async () => {
    const shown = await outputOf('echo first; yes "$API_KEY" | head -c 3000000; echo; echo last');
    expect(shown.length).toBeLessThanOrEqual(LIMIT);
    expect(shown.length).toBeGreaterThan(LIMIT - 1_000);
    expect([shown.startsWith('first\n'), shown.endsWith('last\n')]).toEqual([true, true]);
    expect(shown).toContain('output was left out here');
    expect(shown).not.toContain(CANARIES.stored.slice(0, 20));
  });

  test('of exactly the limit is whole', async () => {
    const shown = await outputOf(`printf 'x%.0s' $(seq ${LIMIT})`);
    expect(shown).toBe('x'.repeat(LIMIT));
  });
});
