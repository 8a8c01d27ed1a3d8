/** Conversations of an editor in which anything may be wrong: every request is answered, none fails, and the server ends when told to. */
import fc from 'fast-check';
import { requests } from '#runtime/analysis/lsp/requests.js';
import { openLsp } from '../../helpers/lsp-client.js';
import { manifestTexts } from '../golden-texts.js';
import { must, target } from '../target.js';
import { anyText, damaged } from '../texts.js';

const INTERNAL_ERROR = -32603;
const KNOWN = 'untitled:known';

/** Nearly always what the protocol says. */
const mostly = <T>(right: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary: right as fc.Arbitrary<unknown> }, { weight: 1, arbitrary: fc.jsonValue() });

const uri = mostly(
  fc.oneof(
    fc.constantFrom(KNOWN, KNOWN, KNOWN, 'untitled:other', '', 'x', 'file:///a%00b/manifest.toml', 'file:///%ZZ'),
    fc.constantFrom('file:///C%3A/manifest.toml', 'file://host/share/manifest.toml', 'file:///dev/null/manifest.toml'),
  ),
);
const count = mostly(fc.oneof(fc.nat({ max: 40 }), fc.constantFrom(0, -1, 0.5, 1e9, 2 ** 53)));
const position = mostly(fc.record({ line: count, character: count }));
const range = mostly(fc.record({ start: position, end: position }));
const text = fc.oneof(damaged(manifestTexts), anyText);
const textDocument = mostly(fc.record({ uri, version: mostly(fc.nat()), text: mostly(text) }));
const change = mostly(fc.oneof(fc.record({ range, text: mostly(anyText) }), fc.record({ text: mostly(text) })));
const changes = mostly(fc.array(mostly(fc.record({ uri, type: count })), { maxLength: 3 }));

const parameters = mostly(
  fc.record({
    textDocument,
    position,
    positions: mostly(fc.array(position, { maxLength: 3 })),
    range,
    context: mostly(fc.record({ diagnostics: fc.constant([]), includeDeclaration: fc.boolean() })),
    newName: mostly(anyText),
    query: mostly(anyText),
    previousResultIds: mostly(fc.array(fc.record({ uri, value: anyText }), { maxLength: 2 })),
    contentChanges: mostly(fc.array(change, { maxLength: 3 })),
    changes,
    event: mostly(fc.record({ added: changes, removed: changes })),
  }),
);

const requested = fc.constantFrom(...requests.keys(), 'initialize', '$/none', 'none');
const told = fc.constantFrom(
  ...['textDocument/didOpen', 'textDocument/didChange', 'textDocument/didChange', 'textDocument/didClose'],
  ...['workspace/didChangeWatchedFiles', 'workspace/didChangeWorkspaceFolders', 'workspace/didChangeConfiguration'],
  ...['$/cancelRequest', '$/setTrace', 'initialized', 'none'],
);
/** Each ends where the next message begins. */
const broken = fc.constantFrom(
  ...[
    'Content-Length: x\r\n\r\n',
    'Content-Length: 1000000000000\r\n\r\n',
    'Content-Length: 5\r\n\r\nhello',
    '\r\n\r\n',
  ],
  ...['Content-Length: 2\r\n\r\n[]', 'Content-Length: 2\r\n\r\n{}', 'Content-Length: 4\r\n\r\nnull', 'x\r\n\r\n'],
);
const message = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('ask' as const), method: requested, params: parameters }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('tell' as const), method: told, params: parameters }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('raw' as const), bytes: broken }) },
);

export const editorMessages = target({
  name: 'lsp',
  share: 1,
  inputs: fc.record({
    encoding: fc.constantFrom('utf-8', 'utf-16', 'utf-32'),
    text,
    messages: fc.array(message, { minLength: 1, maxLength: 12 }),
  }),
  judge: async ({ encoding, text, messages }) => {
    const client = await openLsp({}, { encodings: [encoding] });
    client.open(KNOWN, text);
    for (const one of messages) {
      if (one.kind === 'raw') client.raw(one.bytes);
      else if (one.kind === 'tell') client.notify(one.method, one.params);
      else {
        const { error } = await client.ask(one.method, one.params);
        must(error?.code !== INTERNAL_ERROR, `${one.method}: ${error?.message}`);
      }
    }
    client.open(KNOWN, '[project]\nname = "a"\nrevision = "1.0"\n[profiles.default]\nA = { description = "a" }\n');
    const shown = await client.request('textDocument/hover', {
      textDocument: { uri: KNOWN },
      position: { line: 4, character: 0 },
    });
    must(shown !== null, 'a sound question has no answer after the others');
    must((await client.stop()) === 0, 'the server ended with a failure');
  },
});
