import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { number32, number64 } from '#runtime/providers/kdbx/bytes.js';
import { setFields } from '#runtime/providers/kdbx/edit-entries.js';
import { parseHeader } from '#runtime/providers/kdbx/header.js';
import { derivationOf } from '#runtime/providers/kdbx/key-derivation.js';
import { unseal } from '#runtime/providers/kdbx/sealed.js';
import { renderVariantMap } from '#runtime/providers/kdbx/variant-map.js';
import {
  element,
  elementIn,
  elementsIn,
  parseXml,
  textElement,
  textOf,
  type XmlElement,
} from '#runtime/providers/kdbx/xml.js';
import type { Store } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { databaseOf, documentWith, type Making } from './kdbx/kdbx-files.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const root = temporaryFolder();
const PASSWORD = 'open sesame';
const HELD = 'tool/demo/default/HELD';
let opened = 0;

interface Setup extends Making {
  /** Null: there is no file. */
  readonly xml?: string | null;
  readonly options?: string;
  /** The password of the caller; null: none. */
  readonly own?: string | null;
}

async function store({ xml = documentWith({ [HELD]: 'value' }), options = '', own = PASSWORD, ...making }: Setup = {}) {
  const path = `${root}/${++opened}.kdbx`;
  if (xml !== null) writeFileSync(path, databaseOf(xml, { password: PASSWORD, ...making }));
  const credential = async () => (own === null ? null : SecretValue.fromText(own));
  return { path, store: await openStore(`kdbx:${path}${options}`, { ...portsIn(root), credential }) };
}
const read = async (from: Store, ...addresses: readonly At[]) => (await from.read(addresses, CALL)).map(inShort);
async function write(to: Store, at: At, text: string, onlyIfAbsent?: true): Promise<string> {
  const entry = { at, value: SecretValue.fromText(text), ...(onlyIfAbsent && { onlyIfAbsent }) };
  const [answer] = (await to.write?.([entry], CALL)) ?? [];
  return answer?.kind === 'failed' ? `${answer.failure.kind}: ${answer.failure.detail}` : (answer?.kind ?? 'none');
}
const field = (item: string, name: string): At => ({ kind: 'native', item, field: name });

/** What is in a file, decrypted: the document, where protected values are the Base64 of their text, and the rest. */
async function inside(path: string): Promise<{ document: XmlElement; binaries: readonly string[] }> {
  const header = parseHeader(readFileSync(path), 'x');
  if (header.kind === 'failed') throw new Error(header.failure.detail);
  const derivation = derivationOf(header, 'x');
  if (derivation.kind === 'failed') throw new Error(derivation.failure.detail);
  const password = createHash('sha256').update(PASSWORD).digest();
  const key = await derivation.run(createHash('sha256').update(password).digest(), CALL.signal);
  const unsealed = await unseal(header, key, 'x');
  if (unsealed.kind === 'failed') throw new Error(unsealed.failure.detail);
  const binaries = unsealed.inner.filter(({ id }) => id === 3).map(({ data }) => Buffer.from(data).toString('hex'));
  return { document: unsealed.document, binaries };
}
function find(document: XmlElement, ...names: readonly string[]): XmlElement {
  return names.reduce((parent, name) => {
    const found = elementIn(parent, name);
    if (found === null) throw new Error(`no ${name}`);
    return found;
  }, document);
}

describe('addresses', () => {
  test('by convention an entry below the groups of project and profile, or as the prefix says', async () => {
    const { store: usual } = await store();
    expect(await read(usual, convention('HELD'), native(HELD), convention('GONE'))).toEqual([
      'found value',
      'found value',
      'absent',
    ]);
    const { store: short } = await store({
      xml: documentWith({ 'apps/HELD': 'short' }),
      options: '?prefix=apps/{key}',
    });
    expect(await read(short, convention('HELD'))).toEqual(['found short']);
    expect(await says(short).target(convention('HELD'))).toBe('item=apps/HELD');
    expect(await says(short).target(field('a/b', 'url'))).toBe('item=a/b field=URL');
  });

  test('standard fields in any case, others exactly', async () => {
    const { store: open } = await store();
    expect(await write(open, field(HELD, 'token'), 't')).toBe('written');
    expect(await read(open, field(HELD, 'TITLE'), field(HELD, 'password'), field(HELD, 'token'))).toEqual([
      'found HELD',
      'found value',
      'found t',
    ]);
    expect(await read(open, field(HELD, 'Token'), field(HELD, 'url'))).toEqual(['absent', 'found ']);
  });

  test('names that no entry can have are refused, without a file too', async () => {
    const { store: open } = await store({ xml: null });
    for (const item of ['/a', 'a/', 'a//b', 'a\tb', 'a\0URL']) {
      expect(await says(open).refusesWrite(native(item))).toContain('; rename the `item` of the ref');
      expect(await write(open, native(item), 'x')).toContain('unsupported');
    }
    const { store: full } = await store();
    expect(await read(full, native(`${HELD}\0Password`))).toEqual(['failed unsupported']);
    expect(await says(open).refusesWrite(field('a', 'Title'))).toContain('the title of an entry is its name');
  });

  test('groups and entries of one name are an error, the others are not', async () => {
    const twice = '<Entry><UUID/><String><Key>Title</Key><Value>HELD</Value></String></Entry>';
    const xml = documentWith({ [HELD]: 'value', 'tool/demo/default/B': 'b' });
    const { store: open } = await store({ xml: xml.replace('<Entry>', `${twice}<Entry>`) });
    expect(await read(open, convention('HELD'), convention('B'))).toEqual(['failed failed', 'found b']);
    expect(await write(open, convention('HELD'), 'x')).toContain('failed: there are 2 entries');
    const groups = xml.replace('</Group><DeletedObjects', '<Group><Name>tool</Name></Group></Group><DeletedObjects');
    const { store: ambiguous } = await store({ xml: groups });
    expect(await read(ambiguous, convention('HELD'), convention('GONE'))).toEqual(['failed failed', 'failed failed']);
    expect(await write(ambiguous, convention('NEW'), 'x')).toContain('failed: there are 2 groups');
  });
});

describe('what is written', () => {
  const UNKNOWN = `<Weird a="1" b='2'>z &amp; &#x41; <![CDATA[<x>]]></Weird><!-- a comment --><Empty/><Empty2 ></Empty2>`;
  const BINARY = randomBytes(50);

  test('what is not known stays as it was written, character by character', async () => {
    const xml = documentWith({ [HELD]: 'value' })
      .replace('<Meta>', `<Meta>${UNKNOWN}`)
      .replace('<Entry>', `<Entry>${UNKNOWN}`)
      .replace('</Times>', '<OddTime>q</OddTime></Times>')
      .replace('<DeletedObjects/>', `<DeletedObjects/>${UNKNOWN}\r\n`);
    const comment = Buffer.from('a comment');
    const { path, store: open } = await store({ xml, binaries: [BINARY], fields: new Map([[1, comment]]) });
    const before = await inside(path);
    expect(await write(open, convention('NEW'), 'new')).toBe('written');
    const after = await inside(path);
    const group = find(after.document, 'KeePassFile', 'Root', 'Group', 'Group', 'Group', 'Group');
    expect(elementsIn(group, 'Entry')).toHaveLength(2);
    group.children.splice(-1, 1);
    expect(after).toEqual(before);
    expect(readFileSync(path).includes(comment)).toBe(true);
  });

  test('the entry before is the last version of its history, within the limit of the database', async () => {
    const limited = documentWith({ [HELD]: '0' }).replace(/(<HistoryMaxItems>)10/u, '$12');
    const { path, store: open } = await store({ xml: limited });
    for (const value of ['1', '2', '3', '3']) await write(open, convention('HELD'), value);
    const { document } = await inside(path);
    const entry = find(document, 'KeePassFile', 'Root', 'Group', 'Group', 'Group', 'Group', 'Entry');
    const passwords = elementsIn(find(entry, 'History'), 'Entry').map((version) => {
      const string = elementsIn(version, 'String').find((one) => textOf(find(one, 'Key')) === 'Password');
      return string === undefined ? '' : Buffer.from(textOf(find(string, 'Value')) ?? '', 'base64').toString();
    });
    expect(passwords).toEqual(['1', '2']);
    expect(elementIn(find(entry, 'History', 'Entry'), 'History')).toBeNull();
  });

  test('the same value leaves the file as it is, and a value that is there stays if it is asked for', async () => {
    const { path, store: open } = await store();
    const before = readFileSync(path);
    expect(await write(open, convention('HELD'), 'value')).toBe('written');
    expect(await write(open, convention('HELD'), 'other', true)).toBe('present');
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  test('texts of any kind come back', async () => {
    const { store: open } = await store({ xml: null, own: PASSWORD });
    const texts = ['', ' x\r\n', '<&>"\u0001\u{1f511}', 'x'.repeat(100_000)];
    for (const text of texts) {
      expect(await write(open, native('a/b'), text)).toBe('written');
      expect(await read(open, native('a/b'))).toEqual([`found ${Buffer.from(text).toString('latin1')}`]);
    }
  }, 60_000);

  test('a form that is newer, or has parts that are not known, is read and not written', async () => {
    for (const making of [{ minor: 2 }, { fields: new Map([[99, randomBytes(4)]]) }]) {
      const { path, store: open } = await store(making);
      const before = readFileSync(path);
      expect(await read(open, convention('HELD'))).toEqual(['found value']);
      expect(await says(open).refusesWrite(convention('HELD'))).toContain('newer form of KDBX 4');
      expect(await write(open, convention('HELD'), 'x')).toContain('newer form of KDBX 4');
      expect(readFileSync(path).equals(before)).toBe(true);
    }
  });
});

describe('keys', () => {
  test('without one nothing is opened or made', async () => {
    for (const xml of [undefined, null]) {
      const { store: open } = await store({ own: null, ...(xml === null && { xml }) });
      expect(await write(open, convention('HELD'), 'x')).toContain(
        'missing-credential: neither a password nor a key file',
      );
    }
    const { store: open } = await store({ own: null });
    expect(await read(open, convention('HELD'))).toEqual(['failed missing-credential']);
  });

  test('another one is denied', async () => {
    const { store: open } = await store({ own: 'wrong' });
    expect(await read(open, convention('HELD'))).toEqual(['failed denied']);
    expect(await write(open, convention('HELD'), 'x')).toContain('denied: ');
  });

  test('a key file that KeePassXC refuses makes no database', async () => {
    const xml = (data: string) =>
      `<KeyFile><Meta><Version>1.00</Version></Meta><Key><Data>${data}</Data></Key></KeyFile>`;
    for (const content of ['', xml('!'), xml('ab=c'), xml('abcde'), xml('')]) {
      writeFileSync(`${root}/bad.key`, content);
      const { store: open } = await store({ xml: null, options: '?keyfile=bad.key' });
      expect(await write(open, convention('HELD'), 'x')).toContain('malformed: `bad.key` is ');
    }
  });

  test('damage is told from a wrong key', async () => {
    const { path, store: open } = await store();
    const whole = readFileSync(path);
    for (const at of [20, whole.length - 40]) {
      const bytes = Buffer.from(whole);
      bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
      writeFileSync(path, bytes);
      expect(await read(open, convention('HELD'))).toEqual(['failed malformed']);
    }
  });

  test('a database that is empty lost its content, and is not begun anew', async () => {
    const { path, store: open } = await store();
    writeFileSync(path, '');
    expect(await read(open, convention('HELD'))).toEqual(['failed malformed']);
    expect(await write(open, convention('HELD'), 'x')).toContain('is empty: its content was lost');
    expect(readFileSync(path)).toHaveLength(0);
  });
});

describe('an empty password', () => {
  test('opens what is encrypted with it', async () => {
    const { store: open } = await store({ password: '', own: '' });
    expect(await read(open, convention('HELD'))).toEqual(['found value']);
    expect(await write(open, convention('HELD'), 'new')).toBe('written');
    expect(await read(open, convention('HELD'))).toEqual(['found new']);
    const { store: other } = await store({ own: '' });
    expect(await read(other, convention('HELD'))).toEqual(['failed denied']);
  });

  test('beside a key file is empty, or none', async () => {
    const keyFile = Buffer.alloc(32, 7);
    writeFileSync(`${root}/team.key`, keyFile);
    const alone = databaseOf(documentWith({ [HELD]: 'value' }), { keyFile });
    const both = databaseOf(documentWith({ [HELD]: 'value' }), { keyFile, password: '' });
    for (const bytes of [alone, both]) {
      const { path, store: open } = await store({ xml: null, options: '?keyfile=team.key', own: '' });
      writeFileSync(path, bytes);
      expect(await read(open, convention('HELD'))).toEqual(['found value']);
      expect(await write(open, convention('OTHER'), 'new')).toBe('written');
      expect(await read(open, convention('HELD'), convention('OTHER'))).toEqual(['found value', 'found new']);
    }
  });

  test('makes no database', async () => {
    const { store: open } = await store({ xml: null, own: '' });
    expect(await write(open, convention('HELD'), 'x')).toContain('missing-credential: the password is empty');
  });
});

describe('key derivations', () => {
  const argon2 = (changed: Readonly<Record<string, bigint | Uint8Array>>) => {
    const usual = { V: 0x13n, S: Buffer.alloc(32, 1), M: 65_536n, I: 2n, P: 1n, ...changed };
    const items = Object.entries(usual).map(([key, value]) => {
      return typeof value === 'bigint'
        ? ([key, 'number', key === 'V' || key === 'P' ? number32(Number(value)) : number64(value)] as const)
        : ([key, 'bytes', value] as const);
    });
    const kind = Buffer.from('9e298b1956db4773b23dfc3ec6f0a1e6', 'hex');
    return renderVariantMap([['$UUID', 'bytes', kind], ...items]);
  };
  const said = (kdf: Uint8Array) => {
    const header = parseHeader(databaseOf(documentWith({}), { password: 'x', fields: new Map([[11, kdf]]) }), 'x');
    const derivation = header.kind === 'failed' ? header : derivationOf(header, 'x');
    return derivation.kind === 'failed' ? derivation.failure.detail : 'supported';
  };
  const judged = (kdf: Uint8Array) => {
    const header = parseHeader(databaseOf(documentWith({}), { password: 'x', fields: new Map([[11, kdf]]) }), 'x');
    if (header.kind === 'failed') throw new Error(header.failure.detail);
    const derivation = derivationOf(header, 'x');
    return derivation.kind === 'failed' ? derivation.failure.kind : 'supported';
  };

  test('what would take forever, all memory, or is not known is refused before it is begun', () => {
    expect(judged(argon2({}))).toBe('supported');
    for (const changed of [
      { I: 2n ** 40n },
      { M: 2n ** 40n },
      { M: 1024n },
      { P: 0n },
      { V: 0x10n },
      { K: Buffer.alloc(8) },
      { $UUID: Buffer.alloc(16) },
    ]) {
      expect(judged(argon2(changed))).toBe('unsupported');
    }
    expect(judged(Buffer.alloc(2))).toBe('malformed');
  });

  test('the limit is named', () => {
    expect(said(argon2({ M: 2n ** 31n }))).toBe('the key of `x` takes 2048 MiB of memory; the limit is 1024 MiB');
    expect(said(argon2({ M: 2n ** 30n, I: 257n }))).toBe(
      'the key of `x` takes 257 passes over 1024 MiB; the limit is 256',
    );
    const aes = renderVariantMap([
      ['$UUID', 'bytes', Buffer.from('7c02bb8279a74ac0927d114a00648238', 'hex')],
      ['R', 'number', number64(2n ** 33n)],
      ['S', 'bytes', Buffer.alloc(32, 1)],
    ]);
    expect(said(aes)).toBe('the key of `x` takes 8589934592 rounds; the limit is 4294967296');
  });

  test('a call that is given up does not wait for the key', async () => {
    const { path, store: open } = await store({ fields: new Map([[11, argon2({ M: 2n ** 26n, I: 4_000n })]]) });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const [answer] = await open.read([convention('HELD')], { signal: controller.signal });
    expect(answer === undefined ? '' : inShort(answer)).toBe('failed timeout');
    expect(readFileSync(path).length).toBeGreaterThan(0);
  });
});

describe('small files of large databases', () => {
  const inRoot = (text: string) => documentWith({}).replace('</KeePassFile>', `${text}</KeePassFile>`);
  const said = async (xml: string, making: Making = {}) => {
    const { store: open } = await store({ xml, ...making });
    const [answer] = await open.read([convention('HELD')], CALL);
    return answer?.kind === 'failed' ? answer.failure.detail : answer?.kind;
  };

  test.each([
    ['levels', '<a>'.repeat(600) + '</a>'.repeat(600), /has more than 500 levels of elements, which is the limit$/u],
    ['elements', '<a/>'.repeat(2_000_001), /has more than 2000000 elements, which is the limit$/u],
    ['XML', `<a>${'x'.repeat(2 ** 26)}</a>`, /has more than 64 MiB of XML, which is the limit$/u],
  ])('too many %s', async (_, text, detail) => {
    // Written as it is: what makes the file may not parse it.
    const raw = databaseOf(inRoot(''), { password: PASSWORD, raw: inRoot(text) });
    const { path, store: open } = await store({ xml: null });
    writeFileSync(path, raw);
    const [answer] = await open.read([convention('HELD')], CALL);
    expect(answer?.kind === 'failed' ? answer.failure.detail : answer?.kind).toMatch(detail);
    expect(answer?.kind === 'failed' && answer.failure.kind).toBe('unsupported');
  });

  test('too much altogether', async () => {
    expect(await said(documentWith({}), { binaries: [Buffer.alloc(2 ** 28)] })).toMatch(
      /has more than 256 MiB decompressed, which is the limit$/u,
    );
  });
});

describe('writes of many entries', () => {
  /** How often the children of the group in which the entries are were looked at. */
  function looksAt(count: number): number {
    const root = element('Group', [element('Group', [textElement('Name', 'g')])]);
    const [group] = elementsIn(root, 'Group');
    if (group === undefined) throw new Error('no group');
    let looks = 0;
    const children = new Proxy(group.children, {
      get: (target, key, receiver) => {
        looks += 1;
        return Reflect.get(target, key, receiver);
      },
    });
    const counted = { ...group, children };
    root.children[0] = counted;
    const changes = Array.from({ length: count }, (_, index) => ({
      path: ['g', `e${index}`],
      field: 'Password',
      value: 'x',
    }));
    expect(setFields(root, null, changes, new Date(0))).toBe(true);
    expect(elementsIn(counted, 'Entry')).toHaveLength(count);
    return looks;
  }

  test('take as long as they are many', () => {
    const [some, twice] = [looksAt(500), looksAt(1_000)];
    expect(twice).toBeLessThan(some * 2.2);
  });
});

describe('xml', () => {
  test.each(['<a><b></a></b>', '<a>', 'text<a/>', '<a/><b/>', '<!DOCTYPE a><a/>', '<a b=1/>', '<a><</a>', ''])(
    '%s is not well-formed',
    (text) => expect(parseXml(text)).toBeNull(),
  );
  test('groups that are nested without end are refused', () => {
    expect(parseXml(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`)).toBeNull();
  });
});
