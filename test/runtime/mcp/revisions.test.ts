/** Both revisions of the protocol on one connection, and what is no message of either. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { McpWorld } from '../../helpers/mcp-client.js';
import { shopWith } from '../../helpers/mcp-world.js';

let world: McpWorld;
beforeEach(() => {
  world = shopWith();
});
afterEach(() => world.remove());

const TOOLS = ['list_secrets', 'lint', 'explain', 'plan', 'plan_diff', 'propose_edit', 'check', 'run'];

describe('revisions', () => {
  test('are served side by side: each request is read by what it carries', async () => {
    const client = await world.open();
    const [old, stateless] = await Promise.all([
      client.ask('tools/list', {}, 'handshake'),
      client.ask('tools/list', {}, 'stateless'),
    ]);
    const namesIn = (list: unknown) => (list as readonly { readonly name: string }[]).map(({ name }) => name);
    expect(namesIn(old.result?.['tools'])).toEqual(TOOLS);
    expect(namesIn(stateless.result?.['tools'])).toEqual(TOOLS);
    expect(old.result).not.toHaveProperty('resultType');
    expect(stateless.result).toMatchObject({ resultType: 'complete', ttlMs: 3_600_000, cacheScope: 'public' });
    const [called, calledAgain] = [
      await client.call('list_secrets', {}, {}, 'stateless'),
      await client.call('list_secrets'),
    ];
    expect(called.data).toEqual(calledAgain.data);
    await client.stop();
  });

  test.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])('%s is agreed on', async (version) => {
    const client = await world.open({ version });
    const { result } = await client.ask('initialize', {
      protocolVersion: version,
      capabilities: {},
      clientInfo: { name: 'x', version: '1' },
    });
    expect(result).toMatchObject({ protocolVersion: version, serverInfo: { name: 'tool' } });
    await client.stop();
  });

  test('that are not known are refused at any time', async () => {
    const client = await world.open({ era: 'stateless' });
    const known = await client.ask('server/discover');
    expect(known.result?.['supportedVersions']).toEqual(['2026-07-28']);
    const unknown = await client.ask('tools/list', {
      _meta: { 'io.modelcontextprotocol/protocolVersion': '2999-01-01' },
    });
    expect(unknown.error).toMatchObject({ code: -32022, data: { supported: ['2026-07-28'], requested: '2999-01-01' } });
    await client.stop();
  });
});

describe('what is no message', () => {
  test.each([
    ['{', -32700],
    ['[]', -32600],
    ['null', -32600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
    ['x'.repeat(17 * 2 ** 20), -32600],
  ])('is answered, and ends nothing (%#)', async (line, code) => {
    const client = await world.open();
    client.raw(`${line}\n\n\r\n`);
    expect((await client.ask('ping')).result).toEqual({});
    expect(client.everything()).toContain(`"code":${code}`);
    await client.stop();
  });

  test('calls may come in pieces, and several at once', async () => {
    const client = await world.open();
    const text = ['a', 'b'].map((id) => `{"jsonrpc":"2.0","id":"${id}","method":"ping"}\n`).join('');
    for (const piece of [text.slice(0, 11), text.slice(11, 60), text.slice(60)]) client.raw(piece);
    await client.ask('ping');
    for (const id of ['a', 'b']) expect(client.everything()).toContain(`"id":"${id}"`);
    await client.stop();
  });
});

test('unknown tools, methods and resources are refused', async () => {
  const client = await world.open();
  for (const name of ['get', 'set', 'export', '__proto__', 'toString', ''])
    expect((await client.call(name)).isError).toBe(true);
  expect((await client.ask('prompts/list')).error?.code).toBe(-32601);
  for (const uri of ['file:///etc/passwd', 'tool://secrets/API_KEY', 'tool://explanations/E9999'])
    expect((await client.ask('resources/read', { uri })).error).toBeDefined();
  const schema = await client.ask('resources/read', { uri: 'tool://schema/project' });
  expect(JSON.stringify(schema.result)).toContain('urn:tool:schema:manifest');
  const code = await client.ask('resources/read', { uri: 'tool://explanations/E0203' });
  expect(JSON.stringify(code.result)).toContain('unknown key');
  await client.stop();
});
