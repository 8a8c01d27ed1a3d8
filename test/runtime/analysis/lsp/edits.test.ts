/** Laws of the language server over generated manifests, sequences of edits, and what clients should not send. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { findingsIn } from '#runtime/analysis/lsp/diagnostics.js';
import { Manifests } from '#runtime/analysis/lsp/manifests.js';
import { OpenTexts } from '#runtime/analysis/lsp/open-texts.js';
import { claimsOf } from '#runtime/inputs/claims.js';
import { manifestModels, manifestText } from '../../../helpers/generated-manifest.js';
import { openLsp } from '../../../helpers/lsp-client.js';
import { lintLines, serverLines } from '../../../helpers/lsp-findings.js';
import { tried } from '../../../helpers/thoroughness.js';

interface Edit {
  readonly isInParent: boolean;
  /** Parts of the number of lines, and of the characters of the line. */
  readonly line: number;
  readonly column: number;
  readonly removed: number;
  readonly text: string;
}

const part = fc.double({ min: 0, max: 1, noNaN: true });
const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.record({
    isInParent: fc.boolean(),
    line: part,
    column: part,
    removed: fc.integer({ min: 0, max: 6 }),
    text: fc.constantFrom('', 'x', '"', '😀é', '}', '# ', '\n', '\nNEW = { descripton = "Ä" }\n', '[scopes.web]\n'),
  }),
  { minLength: 1, maxLength: 6 },
);

const PARENT =
  '[project]\nname = "base"\nrevision = "1.0"\n\n[profiles.default]\nPARENT_KEY = { description = "Grüße 😀" }\n';

function extending(text: string): string {
  return text.replace('[project]\n', '[project]\nextends = ["base/manifest.toml"]\n');
}

/** The text after an edit that stays within one line, and the change that tells the server. */
function edited(text: string, { line, column, removed, text: inserted }: Edit) {
  const lines = text.split(/(?<=\n)/u);
  const at = Math.min(Math.floor(line * lines.length), lines.length - 1);
  const whole = lines[at] ?? '';
  const content = [...whole.replace(/\r?\n$/u, '')];
  const lineEnd = /\r?\n$/u.exec(whole)?.[0] ?? '';
  const start = Math.floor(column * content.length);
  const end = Math.min(start + removed, content.length);
  const changed = content.slice(0, start).join('') + inserted + content.slice(end).join('') + lineEnd;
  const range = { start: { line: at, character: start }, end: { line: at, character: end } };
  return { after: lines.with(at, changed).join(''), change: { range, text: inserted } };
}

test('after any sequence of edits, findings are those of lint on the same texts, and every question has an answer', async () => {
  await fc.assert(
    fc.asyncProperty(manifestModels, edits, fc.boolean(), async (model, sequence, hasCrlf) => {
      const written = extending(manifestText(model));
      const texts: Record<string, string> = {
        'manifest.toml': hasCrlf ? written.replace(/\n/gu, '\r\n') : written,
        'base/manifest.toml': PARENT,
      };
      const client = await openLsp(texts, { encodings: ['utf-32'] });
      const uri = client.open('manifest.toml', texts['manifest.toml'] ?? '');
      const uris = { 'manifest.toml': uri, 'base/manifest.toml': client.open('base/manifest.toml', PARENT) };
      for (const [index, edit] of sequence.entries()) {
        const path = edit.isInParent ? 'base/manifest.toml' : 'manifest.toml';
        const { after, change } = edited(texts[path] ?? '', edit);
        texts[path] = after;
        const textDocument = { uri: uris[path], version: index + 2 };
        client.notify('textDocument/didChange', { textDocument, contentChanges: [change] });
        for (const method of ['hover', 'completion', 'references', 'documentSymbol'])
          await client.request(`textDocument/${method}`, { textDocument, position: change.range.start, context: {} });
        expect(await serverLines(client, uri)).toEqual(await lintLines(texts));
        // Asked again, what was found before is still so.
        expect(await serverLines(client, uri)).toEqual(await lintLines(texts));
      }
      expect(await client.stop()).toBe(0);
    }),
    { numRuns: tried(100) },
  );
});

test('a parent that is closed or written again counts as it is on disk', async () => {
  const child = extending(
    '[project]\nname = "child"\nrevision = "1.0"\n\n[scopes.web]\nsecrets = ["PARENT_KEY"]\n[profiles.default]\n',
  );
  const client = await openLsp({ 'manifest.toml': child, 'base/manifest.toml': PARENT }, { encodings: ['utf-32'] });
  const uri = client.open('manifest.toml', child);
  const expectLint = async (parent: Readonly<Record<string, string>>) =>
    expect(await serverLines(client, uri)).toEqual(await lintLines({ 'manifest.toml': child, ...parent }));
  await expectLint({ 'base/manifest.toml': PARENT });
  const changed = PARENT.replace('PARENT_KEY', 'OTHER_KEY');
  const parent = client.open('base/manifest.toml', changed);
  await expectLint({ 'base/manifest.toml': changed });
  client.notify('textDocument/didClose', { textDocument: { uri: parent } });
  await expectLint({ 'base/manifest.toml': PARENT });
  client.write('base/manifest.toml', changed);
  await expectLint({ 'base/manifest.toml': changed });
  expect(await client.stop()).toBe(0);
});

test.each([
  'file:///a%00b/manifest.toml',
  'a\0b',
  `file:///${'x'.repeat(5_000)}/manifest.toml`,
  'file:///dev/null/manifest.toml',
  '',
])('an address that names no file ends nothing: %#', async (uri) => {
  const client = await openLsp({});
  const known = client.open('manifest.toml', PARENT);
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }, null] });
  client.notify('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 1 }] });
  client.notify('workspace/didChangeWorkspaceFolders', { event: { added: [{ uri, name: 'x' }], removed: [{ uri }] } });
  client.notify('textDocument/didOpen', { textDocument: { uri, languageId: 'toml', version: 1, text: PARENT } });
  await client.request('textDocument/diagnostic', { textDocument: { uri } });
  await client.request('workspace/diagnostic', { previousResultIds: [] });
  expect(await client.request('textDocument/documentSymbol', { textDocument: { uri: known } })).not.toEqual([]);
  expect(await client.stop()).toBe(0);
});

test('one compilation serves all who ask, until a text is changed', async () => {
  const texts = new OpenTexts(() => 'utf-16');
  const manifests = await Manifests.over(texts, () => 'utf-16', claimsOf({}));
  texts.open('untitled:one', 1, PARENT);
  const first = findingsIn(manifests, 'untitled:one');
  expect(findingsIn(manifests, 'untitled:one')).toBe(first);
  expect((await first)?.found).toEqual([]);
  texts.change('untitled:one', 2, [{ text: PARENT.replace('description', 'descripton') }]);
  const second = findingsIn(manifests, 'untitled:one');
  expect(second).not.toBe(first);
  expect((await second)?.found).not.toEqual([]);
});

test.each([undefined, null, {}, [], { id: null }, { id: {} }, 'x'])(
  'a cancellation with parameters %j cancels nothing, and ends nothing',
  async (params) => {
    const client = await openLsp({});
    client.notify('$/cancelRequest', params);
    const uri = client.open('manifest.toml', PARENT);
    expect(await client.request('textDocument/documentSymbol', { textDocument: { uri } })).not.toEqual([]);
    expect(await client.stop()).toBe(0);
  },
);
