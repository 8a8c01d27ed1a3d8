/** Nothing that a client sends ends the server or makes it wait: broken frames, bodies that are too long, texts that are no messages. */
import { describe, expect, test } from '@jest/globals';
import { openLsp } from '../../../helpers/lsp-client.js';

const frame = (body: string) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
const MANIFEST = '[project]\nname = "a"\nrevision = "1.0"\n[profiles.default]\nA = { description = "the secret" }\n';

describe.each([
  ['no length', 'Content-Length: x\r\n\r\n'],
  ['another header', 'Nonsense: 1\r\n\r\n'],
  ['a negative length', 'Content-Length: -5\r\n\r\n'],
  ['a length of 10^12', 'Content-Length: 1000000000000\r\n\r\n'],
  ['a length of 65 MiB and its body', `Content-Length: ${65 * 2 ** 20}\r\n\r\n${'x'.repeat(65 * 2 ** 20)}`],
  ['a long line', 'x'.repeat(1_000_000)],
  ['binary', '\0\xff\r\n\r\n\0'],
  ['half of a header', 'Content-Le'],
  ['no JSON', frame('{')],
  ['a list', frame('[]')],
  ['null', frame('null')],
  ['a number', frame('42')],
  ['no method', frame('{"jsonrpc":"2.0"}')],
  ['an ID alone', frame('{"jsonrpc":"2.0","id":77}')],
  ['a method that is no text', frame('{"jsonrpc":"2.0","id":{},"method":5}')],
  ['deep nesting', frame(`${'['.repeat(50_000)}${']'.repeat(50_000)}`)],
  ['an answer nobody asked for', frame('{"jsonrpc":"2.0","id":999,"result":{}}')],
  ['wrong parameters', frame('{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{}}}')],
  ['a change that is none', frame('{"jsonrpc":"2.0","method":"textDocument/didOpen","params":[1]}')],
])('after %s', (_, bytes) => {
  test('the next request is answered', async () => {
    const client = await openLsp({ 'manifest.toml': MANIFEST });
    const uri = client.open('manifest.toml', MANIFEST);
    client.raw(bytes);
    const position = { line: 4, character: 0 };
    const hover = await client.request<{ contents: { value: string } }>('textDocument/hover', {
      textDocument: { uri },
      position,
    });
    expect(hover.contents.value).toContain('the secret');
    expect(await client.stop()).toBe(0);
  });
});

describe('a request', () => {
  test.each([
    ['textDocument/hover', null],
    ['textDocument/hover', []],
    ['textDocument/hover', { textDocument: { uri: 5 } }],
    ['textDocument/hover', { textDocument: { uri: 'file:///%' }, position: { line: 0, character: 0 } }],
    ['textDocument/rename', { textDocument: { uri: 'untitled:x' }, position: {} }],
    ['workspace/symbol', { query: 1 }],
  ])('%s with %j is answered', async (method, params) => {
    const client = await openLsp({});
    const { error, result } = await client.ask(method, params);
    expect([error?.code ?? -32602, result ?? null]).toEqual([-32602, null]);
    expect(error?.message ?? '').not.toMatch(/\bat .*:\d+/u);
    expect(await client.stop()).toBe(0);
  });

  test('far outside of the text means its end', async () => {
    const client = await openLsp({});
    const uri = client.open('manifest.toml', MANIFEST);
    const position = { line: 1e9, character: 1e9 };
    expect(await client.request('textDocument/hover', { textDocument: { uri }, position })).toBeNull();
    expect(await client.stop()).toBe(0);
  });

  test('is refused before `initialize`, and after `shutdown`', async () => {
    const client = await openLsp({});
    expect((await client.ask('initialize', { capabilities: {} })).error?.code).toBe(-32600);
    expect((await client.ask('no/such')).error?.code).toBe(-32601);
    await client.ask('shutdown');
    expect((await client.ask('textDocument/hover', {})).error?.code).toBe(-32600);
    client.notify('exit');
    expect(await client.ended).toBe(0);
  });

  test('before the end of the input is answered', async () => {
    const client = await openLsp({ 'manifest.toml': MANIFEST });
    const answers = [client.ask('workspace/symbol', { query: '' }), client.ask('shutdown')];
    client.end();
    const [symbols, shutdown] = await Promise.all(answers);
    expect(symbols?.result).toHaveLength(2);
    expect(shutdown?.result).toBeNull();
    expect(await client.ended).toBe(0);
  });
});
