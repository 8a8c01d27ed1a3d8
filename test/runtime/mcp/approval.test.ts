/** What runs, and what does not: approvals of the user, agreement of a person, limits of the server; and the records of it. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { McpWorld } from '../../helpers/mcp-client.js';
import { shell, shopWith } from '../../helpers/mcp-world.js';

let world: McpWorld;
afterEach(() => world.remove());

const FORMS = { elicitation: { form: {} } };
const MARK = shell('echo x >> ran.txt', '');
const hasRun = () => existsSync(join(world.folder, 'ran.txt'));
const times = () => (hasRun() ? world.read('ran.txt').trim().split('\n').length : 0);
const lastRecord = () => world.records().at(-1);

describe('a person', () => {
  test.each([
    [{ action: 'accept', content: { approve: true } }, true],
    [{ action: 'accept', content: { approve: false } }, false],
    [{ action: 'accept', content: { approve: 'yes' } }, false],
    [{ action: 'accept', content: {} }, false],
    [{ action: 'accept' }, false],
    [{ action: 'decline' }, false],
    [{ action: 'cancel' }, false],
    [{ action: 'decline', content: { approve: true } }, false],
  ])('is asked in each revision: %j', async (answer, runs) => {
    world = shopWith({ mark: MARK });
    const asked: string[] = [];
    const old = await world.open({
      capabilities: FORMS,
      answer: (message) => {
        asked.push(message);
        return answer;
      },
    });
    const seen = await old.call('run', { command: 'mark', reason: 'because\u202e' });
    expect([seen.isError, times()]).toEqual([!runs, runs ? 1 : 0]);
    expect(asked).toEqual([expect.stringMatching(/Reason, as the agent says: because$/u)]);
    expect(asked[0]).toContain('["sh","-c","echo x >> ran.txt"]');
    expect(asked[0]).not.toMatch(/\u202e/u);
    if (!runs) expect(lastRecord()).toMatchObject({ action: 'run', outcome: 'error', error_kind: 'not_approved' });
    await old.stop();

    const stateless = await world.open({ era: 'stateless', capabilities: FORMS });
    const args = { command: 'mark', reason: 'because' };
    const { result } = await stateless.call('run', args);
    expect(result).toMatchObject({ resultType: 'input_required', requestState: expect.any(String) });
    const more = { requestState: result?.['requestState'], inputResponses: { approval: answer } };
    expect((await stateless.call('run', args, more)).isError).toBe(!runs);
    expect(times()).toBe(runs ? 2 : 0);
    await stateless.stop();
  });

  test('agrees to what was asked, not to what the user took back meanwhile', async () => {
    world = shopWith({ mark: MARK });
    const configuration = '~/.config/tool/config.toml';
    const before = world.read(configuration);
    const agree = (after: string) => () => {
      world.write(configuration, after);
      return { action: 'accept', content: { approve: true } };
    };
    for (const after of ['', before.replace('mark', 'other'), before.replace('ran.txt', 'ran.txt; env')]) {
      world.write(configuration, before);
      const client = await world.open({ capabilities: FORMS, answer: agree(after) });
      const seen = await client.call('run', { command: 'mark', reason: 'x' });
      expect([seen.isError, seen.text]).toEqual([true, expect.stringContaining('while the person was asked')]);
      expect(lastRecord()).toMatchObject({ outcome: 'error', error_kind: 'not_approved' });
      await client.stop();
    }
    expect(hasRun()).toBe(false);
  });

  test('is given a reason that can be seen', async () => {
    world = shopWith({ mark: MARK });
    const client = await world.open({
      capabilities: FORMS,
      answer: () => ({ action: 'accept', content: { approve: true } }),
    });
    for (const reason of [' ', '\u200b', '\u202e\u{e0041}\n']) {
      const seen = await client.call('run', { command: 'mark', reason });
      expect([seen.isError, seen.text]).toEqual([true, expect.stringContaining('needs `reason`')]);
    }
    expect(hasRun()).toBe(false);
    await client.stop();
  });

  test('who cannot be asked has not agreed', async () => {
    world = shopWith({ mark: MARK });
    for (const capabilities of [{}, { elicitation: { url: {} } }]) {
      const client = await world.open({ capabilities });
      const seen = await client.call('run', { command: 'mark', reason: 'x' });
      expect([seen.isError, seen.text]).toEqual([true, expect.stringContaining('E0912')]);
      await client.stop();
    }
    expect(hasRun()).toBe(false);
    expect(lastRecord()).toMatchObject({
      ...{ action: 'run', command: 'sh', outcome: 'error', error_kind: 'not_approved', reason: 'x' },
      caller: { name: 'acme-agent', version: '7', operation: 'mcp/run', resource: 'mark' },
      actor: { is_agent: true },
    });
  });

  test('agrees to one call, once', async () => {
    world = shopWith({ mark: MARK, other: MARK });
    const client = await world.open({ era: 'stateless', capabilities: FORMS });
    const args = { command: 'mark', reason: 'because' };
    const state = async () => String((await client.call('run', args)).result?.['requestState']);
    const agreed = { approval: { action: 'accept', content: { approve: true } } };
    const tried = async (requestState: unknown, changed = {}) =>
      (await client.call('run', { ...args, ...changed }, { requestState, inputResponses: agreed })).isError;
    expect(await tried(await state(), { command: 'other' })).toBe(true);
    expect(await tried(await state(), { reason: 'another' })).toBe(true);
    const good = await state();
    for (const forged of ['', 'x', `${good}x`, `${good.slice(0, -3)}AAA`, good.replace('v1.', 'v2.')])
      expect(await tried(forged)).toBe(true);
    expect(await tried(undefined)).toBe(true);
    const foreign = await (await world.open({ era: 'stateless', capabilities: FORMS })).call('run', args);
    expect(await tried(foreign.result?.['requestState'])).toBe(true);
    expect(times()).toBe(0);
    expect([await tried(good), await tried(good)]).toEqual([false, true]);
    expect(times()).toBe(1);
    await client.stop();
  });

  test('an approval that changes between question and answer is another one', async () => {
    world = shopWith({ mark: MARK });
    const client = await world.open({ era: 'stateless', capabilities: FORMS });
    const args = { command: 'mark', reason: 'because' };
    const requestState = (await client.call('run', args)).result?.['requestState'];
    world.write(
      '~/.config/tool/config.toml',
      world.read('~/.config/tool/config.toml').replace('echo x', 'echo changed'),
    );
    const inputResponses = { approval: { action: 'accept', content: { approve: true } } };
    expect((await client.call('run', args, { requestState, inputResponses })).isError).toBe(true);
    expect(hasRun()).toBe(false);
    await client.stop();
  });
});

describe('a command', () => {
  test('is only what the user wrote for this manifest', async () => {
    world = shopWith({ mark: shell('echo x > ran.txt') }, { 'other/manifest.toml': '' });
    const config = world.read('~/.config/tool/config.toml');
    world.write(
      '~/.config/tool/config.toml',
      `${config}\n[agents.commands.foreign]\nmanifest = "{WORK}/other/manifest.toml"\nrun = ["true"]\n`,
    );
    const client = await world.open();
    for (const args of [
      ...[
        { command: 'foreign' },
        { command: 'sh' },
        { command: 'MARK' },
        { command: '__proto__' },
        { command: 'mark ' },
      ],
      ...[{ command: '' }, { command: ['mark'] }, { command: 'mark', arguments: ['x'] }, { command: 'mark', env: {} }],
    ])
      expect((await client.call('run', { reason: 'x', ...args })).isError).toBe(true);
    expect(hasRun()).toBe(false);
    const { data } = await client.call('run', { command: 'nope', reason: 'x' });
    expect(data.errors[0].help).toContain('approved are `mark`');
    await client.stop();
  });

  test('needs a reason, and the attempt is recorded', async () => {
    world = shopWith({ mark: shell('echo x > ran.txt') });
    const client = await world.open({ variables: { TOOL_REASON: 'of the environment' } });
    for (const name of ['check', 'run'])
      for (const reason of [undefined, '', ' \t'])
        expect((await client.call(name, { ...(name === 'run' && { command: 'mark' }), reason })).isError).toBe(true);
    expect(hasRun()).toBe(false);
    expect(world.records().map((record) => [record['action'], record['error_kind'], record['reason']])).toContainEqual([
      ...['check', 'reason_required', undefined],
    ]);
    await client.stop();
  });

  test('is refused where the plan is another than the approved one', async () => {
    world = shopWith({ mark: shell('echo x > ran.txt', `approve = "never"\nplan = "sha256:${'0'.repeat(64)}"`) });
    const client = await world.open();
    const seen = await client.call('run', { command: 'mark', reason: 'x' });
    expect([seen.isError, seen.data.errors[0].code, hasRun()]).toEqual([true, 'E1306', false]);
    await client.stop();
  });

  test('ignores what the environment of the server says of profile, scope and store', async () => {
    world = shopWith({ show: shell('echo "$API_KEY" > ran.txt') }, { 'other.env': 'API_KEY=another\n' });
    const client = await world.open({
      variables: {
        TOOL_PROFILE: 'nope',
        TOOL_SCOPE: 'nope',
        TOOL_PROVIDER: 'dotenv://other.env',
        TOOL_EXPECT_HASH: 'x',
      },
    });
    expect((await client.call('run', { command: 'show', reason: 'x' })).data).toMatchObject({ exitCode: 0 });
    expect(world.read('ran.txt')).toBe('canary-of-a-store-5e2f\n');
    await client.stop();
  });
});

describe('a server that is limited', () => {
  test('answers and runs for its profile and scope alone', async () => {
    world = shopWith({
      wide: shell('echo x > ran.txt', 'approve = "never"\nscope = "other"'),
      open: shell('echo x > ran.txt; env | grep -c DB_PASSWORD || true'),
    });
    const client = await world.open({ profile: 'production', scope: 'web' });
    const list = await client.call('list_secrets');
    expect(list.data).toMatchObject({ profile: 'production', scope: 'web' });
    for (const args of [{ profile: 'default' }, { scope: 'other' }]) {
      for (const name of ['list_secrets', 'plan']) expect((await client.call(name, args)).isError).toBe(true);
      expect((await client.call('check', { ...args, reason: 'x' })).isError).toBe(true);
    }
    expect((await client.call('run', { command: 'wide', reason: 'x' })).data.errors[0].code).toBe('E0912');
    expect(hasRun()).toBe(false);
    expect((await client.call('run', { command: 'open', reason: 'x' })).data).toMatchObject({
      profile: 'production',
      scope: 'web',
    });
    await client.stop();
  });
});

test('the caller is an agent, whatever the environment and the client say', async () => {
  world = shopWith();
  const name = `a\u001b[31m${'x'.repeat(20_000)}`;
  const client = await world.open({ variables: { TOOL_AGENT: '' }, name });
  await client.call('check', { reason: 'x' });
  expect(lastRecord()).toMatchObject({
    ...{ outcome: 'found', actor: { is_agent: true } },
    caller: { name: expect.stringMatching(/^a\[31mx{100,}…$/u) },
  });
  await client.stop();
});

test('reading leaves no record, accesses leave one each', async () => {
  world = shopWith({ mark: shell('true') });
  const client = await world.open();
  for (const name of ['list_secrets', 'lint', 'plan']) await client.call(name);
  expect(world.records()).toEqual([]);
  await client.call('check', { reason: 'to see' });
  await client.call('run', { command: 'mark', reason: 'to test' });
  expect(world.records().map(({ action, outcome, reason }) => [action, outcome, reason])).toEqual([
    ['check', 'found', 'to see'],
    ['run', 'started', 'to test'],
  ]);
  await client.stop();
});
