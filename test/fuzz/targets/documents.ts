/** JSON and INI documents of `extract`, and encoded values. */
import fc from 'fast-check';
import { decode, encode } from '#runtime/decode/encoding.js';
import type { Extracted } from '#runtime/decode/document.js';
import { iniDocument } from '#runtime/decode/ini-document.js';
import { jsonDocument } from '#runtime/decode/json-document.js';
import { must, target } from '../target.js';
import { anyText, anyWord, damaged } from '../texts.js';

const JSONS = [
  '{"a":{"b":[1,2.50,{"c":null}]},"__proto__":"x","a":1E2}',
  '[[[]],{},"\\u00e9\\ud83d\\ude00\\n",true,-0]',
  ' {"hosts" : ["one", "two"], "":{"":0}} ',
  '"text"',
  '1e400',
];
const INIS = [
  'key = value\n[section]\nkey="two\nlines" rest\n',
  '[DEFAULT]\na=1\n; note\n[a b]\nc : d\\\n',
  "q='x'\r\n",
  '\ufeff[a] ; note\nkey =\n    b\n\n    # note\n    c = 1\n[a]\n//h/:_t=x\nflag\n',
  '[a "b"]\n\tkey = c # d\n      a = "e" ; f\n[open\nb=1\n= 2\nc="""g"h"""\n',
];
const MARK = '\ufeff';
const NO_MARK = 'a mark at the start changes nothing';
const pointer = fc.array(
  fc.oneof(fc.constantFrom('a', 'b', '0', '1', '2', 'c', 'hosts', 'key', 'section', ''), anyWord),
  {
    maxLength: 4,
  },
);

export const jsonDocuments = target({
  name: 'json-documents',
  share: 10,
  inputs: fc.tuple(fc.oneof(damaged(JSONS), fc.json({ maxDepth: 4 }), anyText), pointer),
  judge: ([document, way]) => {
    const found = jsonDocument(document, () => true).select(way);
    // Half of a character is refused wherever it is escaped; the platform takes it.
    if (found.kind === 'failed' && /\\u[dD][89a-fA-F]/u.test(document)) return;
    must(alike(found, jsonDocument(MARK + document, () => true).select(way)) || document.startsWith(MARK), NO_MARK);
    const expected = parsed(document.replace(/^\ufeff/u, ''));
    if (expected === null) return must(found.kind === 'failed', 'what is no JSON is refused');
    const value = valueAt(expected.value, way);
    must((found.kind === 'selected') === (value !== null), 'a value is selected where there is one');
    if (value === null || found.kind !== 'selected') return;
    const text = typeof value.at === 'string' ? found.text : JSON.stringify(JSON.parse(found.text));
    must(text === (typeof value.at === 'string' ? value.at : JSON.stringify(value.at)), `selected ${found.text}`);
  },
});

export const iniDocuments = target({
  name: 'ini-documents',
  share: 8,
  inputs: fc.tuple(fc.oneof(damaged(INIS), anyText), pointer),
  judge: ([document, way]) => {
    const found = iniDocument(document).select(way);
    must(alike(found, iniDocument(MARK + document).select(way)) || document.startsWith(MARK), NO_MARK);
    if (found.kind === 'failed') return must(found.reason.length < 200, 'a reason is short');
    const written = withoutQuotes(document);
    must(
      withoutQuotes(found.text)
        .split('\n')
        .every((line) => written.includes(line)),
      'each line is in the document',
    );
    must(alike(found, iniDocument(`${document}\n= x\n[open`).select(way)), 'lines that cannot be read change no other');
  },
});

export const encodings = target({
  name: 'encodings',
  share: 5,
  inputs: fc.tuple(
    fc.constantFrom('base64', 'base64url', 'hex'),
    fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      anyText.map((text) => Buffer.from(text)),
    ),
  ),
  judge: ([encoding, bytes]) => {
    const back = decode(Buffer.from(encode(bytes, encoding)), encoding);
    must(back.kind === 'decoded' && Buffer.compare(back.bytes, bytes) === 0, 'what is encoded is decoded');
    const found = decode(bytes, encoding);
    if (found.kind === 'malformed') must(found.reason.length < 200, 'a reason is short');
  },
});

function alike(one: Extracted, other: Extracted): boolean {
  return one.kind === 'selected' ? other.kind === 'selected' && one.text === other.text : one.kind === other.kind;
}

function withoutQuotes(text: string): string {
  return text.replaceAll(/["']/gu, '');
}

function parsed(document: string): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(document) };
  } catch {
    return null;
  }
}

function valueAt(root: unknown, way: readonly string[]): { readonly at: unknown } | null {
  let value = root;
  for (const step of way) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return null;
    if (Array.isArray(value) && !/^(0|[1-9][0-9]*)$/u.test(step)) return null;
    value = (value as Readonly<Record<string, unknown>>)[step];
  }
  return { at: value };
}
