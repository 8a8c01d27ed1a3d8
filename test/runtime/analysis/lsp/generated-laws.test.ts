/** The laws of renames, proposals and quick fixes, over generated manifests and what they extend. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { CodeAction, CompletionList, TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { namesIn, type Occurrence } from '#compiler/editor/index.js';
import { canonicalJson } from '#schemas/canonical.js';
import { own } from '#schemas/named.js';
import { providers } from '#schemas/providers/index.js';
import { type ManifestModel, manifestModels, manifestText } from '../../../helpers/generated-manifest.js';
import { openLsp, positionOf, withTextEdits } from '../../../helpers/lsp-client.js';
import {
  addedTo,
  applied,
  distinctNamesIn,
  type Files,
  findingWords,
  planIn,
  renamedIn,
} from '../../../helpers/lsp-laws.js';
import { tried } from '../../../helpers/thoroughness.js';

/** A manifest alone, or with its aliases and some of its secrets in one that it extends. */
const manifests = fc.tuple(manifestModels, fc.boolean()).map(([model, isSplit]): Files => {
  if (!isSplit) return { 'manifest.toml': manifestText(model) };
  const { default: base = {}, ...others } = model.profiles;
  const names = Object.keys(base);
  const [above, here] = [names.filter((_, at) => at % 2 === 0), names.filter((_, at) => at % 2 === 1)];
  const only = (kept: readonly string[]) => Object.fromEntries(kept.map((name) => [name, base[name] ?? {}]));
  const parent = { ...model, defaults: undefined, profiles: { default: only(above) }, scopes: {} };
  const child = { ...model, providers: {}, profiles: { ...others, default: only(here) } };
  return {
    'manifest.toml': manifestText({
      ...child,
      project: { ...model.project, extends: ['base/manifest.toml'] },
    } as ManifestModel),
    'base/manifest.toml': manifestText(parent as unknown as ManifestModel),
  };
});

const FRESH: Readonly<Record<Occurrence['kind'], readonly string[]>> = {
  secret: ['RENAMED_SECRET'],
  alias: ['renamed-alias', 'renamed alias'],
  profile: ['renamed-profile', 'Grüße'],
  scope: ['renamed_scope', 'renamed.scope'],
  group: ['renamed-group', 'renamed group'],
};

/** An alias that no manifest declares is the user's, and the name of a provider could not be given back. */
function isRenamable(files: Files, { kind, name }: Occurrence): boolean {
  if (kind !== 'alias') return kind !== 'profile' || name !== 'default';
  const all = Object.values(files).flatMap(namesIn);
  const isDeclared = all.some((one) => one.kind === 'alias' && one.name === name && one.isDeclaration);
  return isDeclared && own(providers, name) === undefined;
}

test('a rename maps the plan onto itself; there and back gives the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(manifests, fc.nat(), fc.nat(1), async (files, at, which) => {
      const before = await planIn(files);
      const names = distinctNamesIn(files).filter(({ occurrence }) => isRenamable(files, occurrence));
      const found = names[at % Math.max(names.length, 1)];
      fc.pre(before !== null && found !== undefined);
      const { path, occurrence } = found;
      const { kind, name, span } = occurrence;
      const fresh = FRESH[kind][which] ?? FRESH[kind][0] ?? '';
      const after = await renamed(files, path, span.start, fresh);
      expect(canonicalJson(renamedIn(await planIn(after), fresh, fresh) as never)).toBe(
        canonicalJson(renamedIn(before, name, fresh) as never),
      );
      const there = namesIn(after[path] ?? '').find((one) => one.kind === kind && one.name === fresh);
      expect(await renamed(after, path, there?.span.start ?? -1, name)).toEqual(files);
    }),
    { numRuns: tried(400) },
  );
});

async function renamed(files: Files, path: string, offset: number, newName: string): Promise<Files> {
  const client = await openLsp(files);
  const text = files[path] ?? '';
  const uri = client.open(path, text);
  const position = positionOf(text, offset);
  const edit = await client.request<WorkspaceEdit>('textDocument/rename', { textDocument: { uri }, position, newName });
  const after = applied(files, client, edit);
  expect(await client.stop()).toBe(0);
  return after;
}

/** Mistakes that have a correction. */
const slips = fc.constantFrom<readonly [RegExp, string]>(
  [/\bdescription\b/u, 'descripton'],
  [/\brequired\b/u, 'requred'],
  [/\$\{A\}/u, '${AA}'],
  [/"keyring/u, '"keyrng'],
  [/\bexactly_one\b/u, 'exactly_on'],
  [/^secrets = \["/mu, 'secrets = ["XX'],
  [/^type = "/mu, 'type = "x'],
  [/^providers = \[/mu, 'provider = ['],
  [/\bbase64\b/u, 'bas64'],
  [/^$/mu, ''],
);

test('a quick fix removes its finding and adds none', async () => {
  await fc.assert(
    fc.asyncProperty(manifests, fc.array(slips, { minLength: 1, maxLength: 3 }), async (sound, all) => {
      const slipped = all.reduce((text, [from, to]) => text.replace(from, to), sound['manifest.toml'] ?? '');
      const files = { ...sound, 'manifest.toml': slipped };
      const client = await openLsp(files);
      const uri = client.open('manifest.toml', slipped);
      const range = { start: { line: 0, character: 0 }, end: { line: 99_999, character: 0 } };
      const asked = { textDocument: { uri }, range, context: { diagnostics: [] } };
      const actions = await client.request<CodeAction[]>('textDocument/codeAction', asked);
      const before = await findingWords(files);
      for (const { title, edit, diagnostics = [] } of actions) {
        const after = await findingWords(applied(files, client, edit ?? {}));
        const removed = addedTo(after, before);
        const own = diagnostics.map(({ code, message }) => `${code} ${String(message).split('\n\n')[0]}`);
        const left = own.filter((one) => !removed.includes(one));
        expect({ title, added: addedTo(before, after), left }).toEqual({ title, added: [], left: [] });
      }
      expect(await client.stop()).toBe(0);
    }),
    { numRuns: tried(200) },
  );
});

/** Places of names, each emptied, or with one name more; what is typed next is at the mark. */
const gaps: readonly (readonly [RegExp, string])[] = [
  [/^(secrets = \[ .*) \]$/mu, '$1, "|" ]'],
  [/^(providers = \[ .*) \]$/mu, '$1, "|" ]'],
  [/^from = ".*"$/mu, 'from = "|"'],
  [/\$\{B\}/u, '${|}'],
  [/^password = ".*"$/mu, 'password = "|"'],
  [/^(at_least_one = \[ .*) \]$/mu, '$1, "|" ]'],
];

test('a name that is proposed and accepted brings no error', async () => {
  await fc.assert(
    fc.asyncProperty(manifests, fc.constantFrom(...gaps), async (sound, [place, gap]) => {
      fc.pre((await planIn(sound)) !== null && place.test(sound['manifest.toml'] ?? ''));
      const marked = (sound['manifest.toml'] ?? '').replace(place, gap);
      const text = marked.replace('|', '');
      const client = await openLsp({ ...sound, 'manifest.toml': text });
      const uri = client.open('manifest.toml', text);
      const position = positionOf(text, marked.indexOf('|'));
      const asked = { textDocument: { uri }, position };
      const { items } = await client.request<CompletionList>('textDocument/completion', asked);
      // The address of a provider is still to be completed with what its entries need.
      const names = items.filter(({ label }) => own(providers, label.replace('://', '')) === undefined);
      for (const { label, textEdit } of names) {
        const accepted = withTextEdits(text, [textEdit as TextEdit]);
        const errors = (await findingWords({ ...sound, 'manifest.toml': accepted })).filter((one) =>
          one.startsWith('E'),
        );
        expect({ label, errors }).toEqual({ label, errors: [] });
      }
      expect(await client.stop()).toBe(0);
    }),
    { numRuns: tried(100) },
  );
});
