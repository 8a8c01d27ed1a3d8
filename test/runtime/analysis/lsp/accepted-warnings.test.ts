/** "Accept this warning" writes a comment that does so, wherever the warning is, and is not offered where none could. */
import { expect, test } from '@jest/globals';
import type { CodeAction } from 'vscode-languageserver-protocol';
import { openLsp } from '../../../helpers/lsp-client.js';
import { applied, findingWords } from '../../../helpers/lsp-laws.js';

const PROJECT = '[project]\nname = "a"\nrevision = "1.0"\n';
const SHARED = `${PROJECT}[providers]
one = "onepassword://Team"
[profiles.default.A]
description = "a"
refs.one.item = "x"
providers = ["one"]
[profiles.default.B]
description = "b"
prompt = true
providers = ["one"]
`;

const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  ['of a key', `${PROJECT}[profiles.default]\n  MY_TOKEN = { description = "a", default = "x" }\n`, ['W0401']],
  ['of a table that a longer header implies', `${SHARED}[profiles.default.B.refs.one]\nitem = "x"\n`, ['W0603']],
  ['of a table that a dotted key implies', `${SHARED}refs.one.item = "x"\n`, ['W0603']],
  [
    'in a string of several lines',
    `${PROJECT}[profiles.default]\nA = { description = "a" }\n[profiles.default.B]\ndescription = "b"\ncomposed = """\n\n$A\${A}"""\n`,
    ['W0101'],
  ],
  ['of a comment', `${PROJECT}[profiles.default]\n# tool: allow W0401\n\nA = { description = "a" }\n`, []],
];

test.each(CASES)('a warning %s', async (_, text, accepted) => {
  const files = { 'manifest.toml': text };
  const before = await findingWords(files);
  const client = await openLsp(files);
  const uri = client.open('manifest.toml', text);
  const range = { start: { line: 0, character: 0 }, end: { line: 99, character: 0 } };
  const asked = { textDocument: { uri }, range, context: { diagnostics: [] } };
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', asked);
  const accepting = actions.filter(({ title }) => title.startsWith('accept'));
  expect({ before, accepted: accepting.map(({ diagnostics }) => diagnostics?.[0]?.code) }).toEqual({
    before,
    accepted,
  });
  for (const { edit } of accepting) {
    const after = await findingWords(applied(files, client, edit ?? {}));
    expect(after).toHaveLength(before.length - 1);
  }
  expect(before.length).toBeGreaterThan(0);
  expect(await client.stop()).toBe(0);
});
