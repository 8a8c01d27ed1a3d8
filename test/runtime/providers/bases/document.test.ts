/** What the base adds to formats whose entries are more than names, and that refuse some of them. */
import { writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type Document, type DocumentFormat, openDocument } from '#runtime/providers/bases/document.js';
import type { Store } from '#runtime/providers/provider.js';
import { failed } from '#runtime/providers/store-failure.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { age } from '#schemas/providers/age.js';
import type { Abilities, ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { entryNamed } from '#schemas/addresses/entry.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { CALL, convention, inShort, native, portsIn } from '../open-store.js';

const folder = temporaryFolder();
let opened = 0;

/** `NAME=value` lines; a name that is there twice cannot be used, and one that ends in `!` cannot be written. */
function store(text: string, abilities: Partial<Abilities> = {}) {
  const path = `${folder}/${++opened}.txt`;
  writeFileSync(path, text);
  let decoded = 0;
  const documentOf = (lines: readonly string[]): Document => {
    const pairs = lines.map((line) => line.split('=') as [string, string]);
    const values = new Map<string, string | ReturnType<typeof failed>>();
    for (const [name, value] of pairs) values.set(name, values.has(name) ? failed('conflict', 'twice') : value);
    const encode: Document['encode'] = async (changes) =>
      Buffer.from([...lines, ...[...changes].map(([name, value]) => `${name}=${value}`)].join('\n'));
    return { kind: 'document', values, encode };
  };
  const format: DocumentFormat = {
    target: ({ name }) => `line=${name}`,
    refusesWrite: (name) => (name.endsWith('!') ? failed('unsupported', 'final') : null),
    decode: (bytes) => {
      decoded++;
      return documentOf(Buffer.from(bytes).toString().split('\n'));
    },
    create: () => documentOf([]),
  };
  const descriptor: ProviderDescriptor = {
    ...age,
    entry: (at) => entryNamed(at.kind === 'convention' ? `${at.project}/${at.key}` : at.item),
    abilities: () => ({ ...age.abilities(), ...abilities }),
  };
  const uri = parseStoreUri(`age:${path}`);
  if (uri.kind === 'malformed') throw new Error(uri.problem);
  const found = openDocument(descriptor, uri, portsIn(folder), () => format);
  if (found.kind === 'refused') throw new Error(found.failure.detail);
  return { store: found, decoded: () => decoded };
}
const write = async ({ store }: { store: Store }, ...items: readonly string[]) => {
  const value = SecretValue.fromText('new');
  const answers = await store.write?.(
    items.map((item) => ({ at: native(item), value })),
    CALL,
  );
  return answers?.map((answer) => (answer.kind === 'failed' ? answer.failure.detail : answer.kind));
};

test('entries have the names that the format gives them', async () => {
  const { store: open } = store('demo/KEY=by convention\nitem=chosen');
  const answers = await open.read([convention('KEY'), native('item'), native('KEY')], CALL);
  expect(answers.map(inShort)).toEqual(['found by convention', 'found chosen', 'absent']);
  expect(await open.identity(convention('KEY'))).toBe(await open.identity(native('demo/KEY')));
  expect(await open.target?.(native('x'))).toBe('line=x');
});

test('an entry that cannot be used fails alone, for reading and for writing', async () => {
  const world = store('a=1\na=2\nb=3');
  expect((await world.store.read([native('a'), native('b')], CALL)).map(inShort)).toEqual([
    'failed conflict',
    'found 3',
  ]);
  expect(await write(world, 'a', 'c')).toEqual(['twice', 'written']);
  expect((await world.store.read([native('c')], CALL)).map(inShort)).toEqual(['found new']);
});

test('what the bytes show already is refused before the document is decoded', async () => {
  const world = store('a=1');
  expect(await world.store.refusal?.(native('a!'), 'write')).toBe('final');
  expect(await write(world, 'a!')).toEqual(['final']);
  expect(world.decoded()).toBe(0);
  expect(await write(world, 'a!', 'b')).toEqual(['final', 'written']);
});

test('only the operations of the catalogue are there', () => {
  const { store: all } = store('');
  const { store: few } = store('', { write: 'no', remove: false, list: false });
  expect([all.write, all.remove, all.list].every((operation) => operation !== undefined)).toBe(true);
  expect([few.write, few.remove, few.list]).toEqual([undefined, undefined, undefined]);
});
