/** The laws of the language server, over every manifest of the golden cases. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CodeAction, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { namesIn, type Occurrence } from '#compiler/editor/index.js';
import { canonicalJson } from '#schemas/canonical.js';
import { casesOf, GOLDEN, readTexts } from '../../../helpers/golden.js';
import { type LspClient, openLsp, positionOf } from '../../../helpers/lsp-client.js';
import { lintLines, serverLines } from '../../../helpers/lsp-findings.js';
import { addedTo, applied, distinctNamesIn, findingWords, planIn, renamedIn } from '../../../helpers/lsp-laws.js';

/** Enough names of each manifest to meet each kind of occurrence. */
const MOST_NAMES = 6;

const cases = casesOf('plan').map((name) => [name, manifestsOf(name)] as const);

function manifestsOf(name: string): Readonly<Record<string, string>> {
  const files = Object.entries(readTexts(join(GOLDEN, 'plan', name))).filter(([path]) => path.endsWith('.toml'));
  // A client has texts without a byte order mark.
  return Object.fromEntries(files.map(([path, text]) => [path, text.replace(/^\uFEFF/u, '')]));
}

describe('findings', () => {
  test.each(cases)('are those of lint: %s', async (_, files) => {
    const client = await openLsp(files, { encodings: ['utf-32'] });
    const uri = client.open('manifest.toml', '# nothing yet\n');
    await client.diagnostics(uri);
    client.notify('textDocument/didChange', {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: files['manifest.toml'] }],
    });
    expect(await serverLines(client, uri)).toEqual(await lintLines(files));
    expect(await client.stop()).toBe(0);
  });
});

/** Names that can be renamed. */
function namesOf(text: string): readonly Occurrence[] {
  return distinctNamesIn({ 'manifest.toml': text })
    .map(({ occurrence }) => occurrence)
    .filter(({ kind, name }) => kind !== 'alias' && !(kind === 'profile' && name === 'default'))
    .slice(0, MOST_NAMES);
}

describe('rename', () => {
  const sound = cases.filter(([, files]) => !/\r/u.test(files['manifest.toml'] ?? ''));
  test.each(sound)('maps the plan onto itself, and back: %s', async (_, files) => {
    const before = await planIn(files);
    if (before === null) return;
    const client = await openLsp(files);
    const text = files['manifest.toml'] ?? '';
    const uri = client.open('manifest.toml', text);
    for (const { kind, name, span } of namesOf(text)) {
      const fresh = 'RENAMED_BY_A_TEST';
      const position = positionOf(text, span.start);
      const answer = await client.ask('textDocument/rename', { textDocument: { uri }, position, newName: fresh });
      expect({ kind, name, error: answer.error }).toEqual({ kind, name, error: undefined });
      const edit = answer.result as WorkspaceEdit;
      const after = applied(files, client, edit);
      const plan = await planIn(after);
      expect(canonicalJson(renamedIn(plan, fresh, fresh) as never)).toBe(
        canonicalJson(renamedIn(before, name, fresh) as never),
      );
      await expectBack(after, files, fresh, name);
    }
    expect(await client.stop()).toBe(0);
  });
});

async function expectBack(
  after: Readonly<Record<string, string>>,
  files: Readonly<Record<string, string>>,
  fresh: string,
  name: string,
): Promise<void> {
  const client = await openLsp(after);
  const text = after['manifest.toml'] ?? '';
  const uri = client.open('manifest.toml', text);
  const there = namesIn(text).find((one) => one.name === fresh);
  const position = positionOf(text, there?.span.start ?? 0);
  const { result } = await client.ask('textDocument/rename', { textDocument: { uri }, position, newName: name });
  const back = applied(after, client, (result ?? {}) as WorkspaceEdit);
  // Quotes that a new name did not need stay.
  expect(Object.values(back).join('').replace(/["']/gu, '')).toBe(Object.values(files).join('').replace(/["']/gu, ''));
  await client.stop();
}

describe('quick fixes', () => {
  test.each(cases)('remove their finding and add none: %s', async (_, files) => {
    const client = await openLsp(files);
    const text = files['manifest.toml'] ?? '';
    const uri = client.open('manifest.toml', text);
    const range = { start: { line: 0, character: 0 }, end: { line: 99_999, character: 0 } };
    const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
      textDocument: { uri },
      range,
      context: { diagnostics: [] },
    });
    const before = await findingWords(files);
    for (const { title, edit, diagnostics } of actions) {
      const after = await findingWords({ ...files, ...applied(files, client, edit ?? {}) });
      const own = diagnostics?.map(({ code, message }) => `${code} ${String(message).split('\n\n')[0]}`) ?? [];
      const removed = addedTo(after, before);
      const left = own.filter((one) => !removed.includes(one));
      expect({ title, added: addedTo(before, after), left }).toEqual({ title, added: [], left: [] });
    }
    expect(await client.stop()).toBe(0);
  });
});

describe('every request', () => {
  let client: LspClient;
  beforeAll(async () => {
    client = await openLsp({});
  });
  afterAll(async () => void (await client.stop()));

  test.each(cases)('is answered at every line: %s', async (name, files) => {
    const text = files['manifest.toml'] ?? '';
    const uri = client.open(`${name}/manifest.toml`, text);
    const textDocument = { uri };
    const range = { start: { line: 0, character: 0 }, end: { line: 99_999, character: 0 } };
    const whole: readonly (readonly [string, object])[] = [
      ['textDocument/documentSymbol', {}],
      ['textDocument/foldingRange', {}],
      ['textDocument/semanticTokens/full', {}],
      ['textDocument/inlayHint', { range }],
      ['workspace/symbol', { query: 'a' }],
    ];
    for (const [method, params] of whole) await client.request(method, { textDocument, ...params });
    const lines = text.split('\n');
    for (const [line, content] of lines.slice(0, 40).entries()) {
      const position = { line, character: Math.floor(content.length / 2) };
      for (const method of ['hover', 'completion', 'definition', 'references', 'documentHighlight', 'prepareRename'])
        await client.request(`textDocument/${method}`, { textDocument, position, context: {} });
    }
    client.notify('textDocument/didClose', { textDocument });
  });
});
