/** What the keeper store does with the library of its vendor; what it shares with other stores is in `test/contract/`. */
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { describe, expect, jest, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { keeper as descriptor } from '#schemas/providers/keeper.js';
import type { At } from '#schemas/addresses/address.js';
import { CLIENT_ID, configurationFor, FakeKeeper, type KeptRecord, tokenFor } from '../../helpers/doubles/keeper.js';
import { fakeHttp } from '../../helpers/fake-http.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openStore, portsIn, says } from './open-store.js';

const folder = temporaryFolder();
const FOLDER = 'FOLDER_OF-tests0000000';
const HOST = 'keeper.test:8443';
const CONFIG = JSON.stringify(configurationFor(HOST));

interface Parts {
  readonly config?: string | null;
  readonly token?: string | null;
  readonly query?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly variables?: Readonly<Record<string, string>>;
}

async function world({ config = CONFIG, token = null, query = '', files = {}, variables = {} }: Parts = {}) {
  const keeper = new FakeKeeper().addFolder(FOLDER).addFolder('OTHER');
  const at = mkdtempSync(`${folder}/at-`);
  for (const [name, text] of Object.entries(files)) writeFileSync(`${at}/${name}`, text, { mode: 0o600 });
  const credentials: Readonly<Record<string, string | null>> = { config, token };
  const http = fakeHttp((request) => keeper.answer(request));
  const store = await openStore(`keeper://${FOLDER}${query}`, {
    ...portsIn(at, variables),
    http: http.http,
    credential: async (name) => {
      const text = credentials[name] ?? null;
      return text === null ? null : SecretValue.fromText(text);
    },
  });
  const read = async (...addresses: readonly At[]) => (await store.read(addresses, CALL)).map(inShort);
  const write = async (address: At, text: string, more: { readonly onlyIfAbsent?: true } = {}) =>
    (await store.write?.([{ at: address, value: SecretValue.fromText(text), ...more }], CALL))?.[0];
  const remove = async (address: At) => (await store.remove?.([address], CALL))?.[0];
  return { at, keeper, store, http, read, write, remove };
}

const login = (title: string, password: string, more: object = {}): KeptRecord['data'] => ({
  title,
  type: 'login',
  fields: [{ type: 'password', value: [password] }],
  ...more,
});
const field = (item: string, name: string): At => ({ kind: 'native', item, field: name });

describe('a read', () => {
  test('of any number is one request, which the configuration names the server of', async () => {
    const { keeper, http, read } = await world();
    keeper.put(FOLDER, login('tool/demo/default/A', 'of a'));
    const other = keeper.put('OTHER', login('Shop', 'of shop'));
    keeper.put(null, login('Alone', 'of alone'));
    const wanted = [convention('A'), native('Shop'), native(other.uid), native('Alone'), native('GONE')];
    expect(await read(...wanted)).toEqual(['found of a', 'found of shop', 'found of shop', 'found of alone', 'absent']);
    expect([keeper.asked, http.servers.map(({ origin }) => origin)]).toEqual([['get_secret'], [`https://${HOST}`]]);
  });

  test('by convention is of the folder of the address alone', async () => {
    const { keeper, read } = await world();
    keeper.put('OTHER', login('tool/demo/default/A', 'elsewhere'));
    expect(await read(convention('A'), native('tool/demo/default/A'))).toEqual(['absent', 'found elsewhere']);
  });

  test('of a title that several records have is refused; one that is shared twice is one', async () => {
    const { keeper, store, read } = await world();
    for (const one of ['1', '2']) keeper.put('OTHER', login('Twice', one));
    const shared = keeper.put('OTHER', login('Shared', 'x'));
    keeper.records.push({ ...shared, folder: null });
    expect(await read(native('Shared'))).toEqual(['found x']);
    expect(await store.read([native('Twice')], CALL)).toMatchObject([
      { failure: { kind: 'unsupported', detail: expect.stringContaining('`RECORD0000000000000000`, `RECORD000') } },
    ]);
  });

  test('of a field finds labels before types, and standard fields before custom ones', async () => {
    const { keeper, read } = await world();
    keeper.put(null, {
      title: 'R',
      fields: [
        { type: 'text', label: 'custom type', value: ['standard label'] },
        { type: 'Host', value: [{ hostName: 'h', port: '22' }] },
        { type: 'oneTimeCode', value: ['otpauth://totp/x?secret=A'] },
        { type: 'date', label: 'host', value: [1700000000000] },
        { type: 'note', value: [] },
      ],
      custom: [
        { type: 'secret', label: 'PIN', value: ['1234'] },
        { type: 'custom type', value: ['never'] },
      ],
    });
    const fields = ['custom type', 'host', 'HOST', 'onetimecode', 'PIN', 'secret', 'note'];
    expect(await read(...fields.map((name) => field('R', name)))).toEqual([
      'found standard label',
      'found 1700000000000',
      'found {"hostName":"h","port":"22"}',
      'found otpauth://totp/x?secret=A',
      'found 1234',
      'found 1234',
      'absent',
    ]);
    expect(await read(field('R', 'pin'), native('R'))).toEqual(['failed unsupported', 'failed unsupported']);
  });

  test('takes nothing for missing that may be in what cannot be decrypted', async () => {
    const { keeper, read } = await world();
    keeper.put(FOLDER, login('tool/demo/default/A', 'a'));
    keeper.put(FOLDER, login('tool/demo/default/B', 'b'), { isBroken: true });
    const said = jest.spyOn(console, 'error').mockImplementation(() => {});
    expect(await read(convention('A'), convention('B'))).toEqual(['found a', 'failed malformed']);
    expect(said).not.toHaveBeenCalled();
    said.mockRestore();
  });

  test('with two configurations at the same time mixes no keys', async () => {
    const [one, other] = [await world(), await world()];
    one.keeper.put(FOLDER, login('tool/demo/default/A', 'one'));
    other.keeper.put(FOLDER, login('tool/demo/default/A', 'other'));
    expect(await Promise.all([one.read(convention('A')), other.read(convention('A'))])).toEqual([
      ['found one'],
      ['found other'],
    ]);
  });
});

describe('a write', () => {
  test('by convention creates a login in the folder, and changes it later', async () => {
    const { keeper, write, read } = await world();
    expect(await write(convention('A'), 'one')).toEqual({ kind: 'written' });
    expect(keeper.asked).toEqual(['get_secret', 'create_secret']);
    expect(keeper.records).toMatchObject([
      {
        folder: FOLDER,
        data: {
          title: 'tool/demo/default/A',
          type: 'login',
          fields: [{ type: 'password', privacyScreen: true, value: ['one'] }],
          notes: 'Managed by tool',
        },
      },
    ]);
    expect(await write(convention('A'), 'two')).toEqual({ kind: 'written' });
    expect([keeper.records.length, await read(convention('A'))]).toEqual([1, ['found two']]);
  });

  test('of many sees all once', async () => {
    const { keeper, store } = await world();
    const wanted = ['A', 'B', 'C', 'A'].map((key) => ({ at: convention(key), value: SecretValue.fromText(key) }));
    expect(await store.write?.(wanted, CALL)).toEqual(Array(4).fill({ kind: 'written' }));
    expect(keeper.asked.filter((command) => command === 'get_secret')).toHaveLength(2);
    expect(keeper.records).toHaveLength(3);
  });

  test.each([
    ['port', '23', 23],
    ['on', 'false', false],
    ['host', '{"hostName":"x"}', { hostName: 'x' }],
    ['expirationDate', '1800000000000', 1800000000000],
    ['text', '23', '23'],
  ])('of the field %s keeps its JSON type and the rest of the record', async (name, text, kept) => {
    const { keeper, write } = await world();
    keeper.put(null, {
      title: 'R',
      notes: 'kept',
      fields: [
        { type: 'number', label: 'port', value: [22, 'second'] },
        { type: 'checkbox', label: 'on', value: [true, 'second'] },
        { type: 'host', value: [{ hostName: 'h' }, 'second'] },
        { type: 'expirationDate', value: [] },
        { type: 'text', value: ['22', 'second'] },
      ],
    });
    expect(await write(field('R', name), text)).toEqual({ kind: 'written' });
    const fields = keeper.records[0]?.data['fields'] as { type: string; label?: string; value: unknown[] }[];
    const changed = fields.find(({ type, label }) => label === name || type === name);
    expect([changed?.value[0], keeper.records[0]?.data['notes']]).toEqual([kept, 'kept']);
    if (name !== 'expirationDate') expect(changed?.value[1]).toBe('second');
    if (name !== 'text') expect(await write(field('R', name), 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
  });

  test('by a ref creates neither records nor fields', async () => {
    const { keeper, write } = await world();
    keeper.put(null, login('R', 'x'));
    expect(await write(native('GONE'), 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(await write(field('R', 'GONE'), 'x')).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(keeper.asked).toEqual(['get_secret', 'get_secret']);
  });

  test('that another writer was faster than is tried once more, on what that one wrote', async () => {
    const { keeper, write } = await world();
    const record = keeper.put(null, login('R', 'x', { notes: 'old' }));
    const answer = keeper.answer.bind(keeper);
    let isFirst = true;
    keeper.answer = (request) => {
      if (request.path.endsWith('/update_secret') && isFirst) {
        isFirst = false;
        record.revision++;
        record.data = login('R', 'theirs', { notes: 'theirs' });
      }
      return answer(request);
    };
    expect(await write(native('R'), 'ours')).toEqual({ kind: 'written' });
    expect(record.data).toMatchObject({ notes: 'theirs', fields: [{ value: ['ours'] }] });
  });

  test('to a gap keeps what is there; a record that may not be changed is denied', async () => {
    const { keeper, write } = await world();
    keeper.put(FOLDER, login('tool/demo/default/A', 'theirs'), { isReadOnly: true });
    expect(await write(convention('A'), 'x', { onlyIfAbsent: true })).toMatchObject({ kind: 'present' });
    expect(await write(convention('A'), 'x')).toMatchObject({ failure: { kind: 'denied' } });
  });

  test('into a folder that the application does not have says so', async () => {
    const { keeper, write } = await world();
    keeper.folders.delete(FOLDER);
    expect(await write(convention('A'), 'x')).toMatchObject({
      failure: { kind: 'unsupported', detail: expect.stringContaining('no access to the folder') },
    });
  });
});

describe('a removal', () => {
  test('is of records by convention', async () => {
    const { keeper, remove } = await world();
    keeper.put(FOLDER, login('tool/demo/default/A', 'x'));
    expect([await remove(convention('A')), await remove(convention('A'))]).toEqual([
      { kind: 'removed' },
      { kind: 'absent' },
    ]);
  });

  test('through a ref is refused before a request', async () => {
    const { keeper, store, remove } = await world();
    expect(await says(store).refusesRemove(native('R'))).toContain('never deleted');
    expect(await remove(native('R'))).toMatchObject({ failure: { kind: 'unsupported' } });
    expect(keeper.asked).toEqual([]);
  });

  test('that Keeper refuses is denied', async () => {
    const { keeper, remove } = await world();
    keeper.put(FOLDER, login('tool/demo/default/A', 'x'), { isReadOnly: true });
    expect(await remove(convention('A'))).toMatchObject({ failure: { kind: 'denied' } });
  });
});

describe('the configuration', () => {
  test.each([
    ['in Base64', { config: Buffer.from(CONFIG).toString('base64') }],
    ['in the file of the address', { config: null, query: '?config_file=ksm.json', files: { 'ksm.json': CONFIG } }],
    [
      'in the file of the environment',
      { config: null, variables: { KSM_CONFIG_FILE: 'ksm.json' }, files: { 'ksm.json': CONFIG } },
    ],
    ['in the usual file', { config: null, files: { 'client-config.json': CONFIG } }],
  ])('is found %s', async (_, parts) => {
    const { at, keeper, read } = await world(parts);
    keeper.put(FOLDER, login('tool/demo/default/A', 'x'));
    expect(await read(convention('A'))).toEqual(['found x']);
    // What has not changed is not written.
    for (const [name, text] of Object.entries('files' in parts ? parts.files : {}))
      expect(readFileSync(`${at}/${name}`, 'utf8')).toBe(text);
  });

  test.each([
    [{ config: null }, 'missing-credential', 'set `KSM_CONFIG`'],
    [{ config: null, query: '?config_file=gone.json' }, 'missing-credential', 'KSM_TOKEN'],
    [{ config: 'nonsense' }, 'unsupported', 'add a device'],
    [{ config: '{}' }, 'unsupported', 'add a device'],
    [{ config: JSON.stringify({ ...configurationFor(HOST), hostname: 'evil/?' }) }, 'unsupported', undefined],
    [
      { config: JSON.stringify({ ...configurationFor(HOST), appKey: undefined, clientKey: 'canary' }) },
      'unsupported',
      '`config_file`',
    ],
    [{ config: null, query: '?config_file=x', files: { x: '{"clientId":' } }, 'malformed', 'add a device'],
    [{ token: tokenFor('keeper.test') }, 'unsupported', 'unset `KSM_TOKEN`'],
    [{ config: null, token: tokenFor('keeper.test') }, 'unsupported', 'name one with `config_file`'],
  ])('that is unfit is refused before a request: %#', async (parts, kind, help) => {
    const { keeper, store } = await world(parts);
    const [answer] = await store.read([native('A')], CALL);
    expect(answer).toMatchObject({ failure: help ? { kind, help: expect.stringContaining(help) } : { kind } });
    expect(JSON.stringify(answer)).not.toContain(CLIENT_ID);
    expect(keeper.asked).toEqual([]);
  });

  test('of a one-time token is in the file before the first request, and complete after it', async () => {
    const own = { serverPublicKeyId: '99', serverPublicKey: configurationFor(HOST)['serverPublicKey'] };
    const files = { 'ksm.json': JSON.stringify(own) };
    const parts = { config: null, token: tokenFor('keeper.test'), query: '?config_file=ksm.json', files };
    const { at, keeper, read } = await world(parts);
    keeper.put(FOLDER, login('tool/demo/default/A', 'x'));
    const path = `${at}/ksm.json`;
    const answer = keeper.answer.bind(keeper);
    const kept: string[][] = [];
    keeper.answer = (request) => {
      kept.push(Object.keys(JSON.parse(readFileSync(path, 'utf8'))));
      return answer(request);
    };
    expect(await read(convention('A'))).toEqual(['found x']);
    expect(kept[0]).toEqual(expect.arrayContaining(['hostname', 'clientId', 'clientKey', 'privateKey']));
    expect(Object.keys(JSON.parse(readFileSync(path, 'utf8')))).toEqual(expect.arrayContaining(['appKey', 'clientId']));
    expect(readFileSync(path, 'utf8')).not.toContain('clientKey');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    // The token that is still set is the one of this device.
    expect(await read(convention('A'))).toEqual(['found x']);
  });

  test('of another device is not replaced by a token', async () => {
    const files = { 'ksm.json': CONFIG };
    const parts = { config: null, token: tokenFor('keeper.test'), query: '?config_file=ksm.json', files };
    const { at, store } = await world(parts);
    expect(await store.read([native('A')], CALL)).toMatchObject([{ failure: { kind: 'unsupported' } }]);
    expect(readFileSync(`${at}/ksm.json`, 'utf8')).toBe(CONFIG);
    expect(existsSync(`${at}/client-config.json`)).toBe(false);
  });
});

describe('what Keeper answers', () => {
  test.each([
    [{ status: 403, body: { error: 'access_denied', message: 'Unable to validate application access' } }, 'denied'],
    [{ status: 403, body: { error: 'access_denied', message: 'Signature is invalid' } }, 'denied'],
    [{ status: 500, body: { error: 'server_error', message: 'no' } }, 'failed'],
    [{ status: 200, body: Buffer.from('cut') }, 'malformed'],
    [{ status: 200, body: Buffer.alloc(60, 1) }, 'malformed'],
    [{ status: 502, body: '<html>proxy</html>' }, 'unreachable'],
    [{ status: 500, body: 'Internal Server Error' }, 'unreachable'],
    [{ status: 401, body: { result_code: 'unauthorized', message: 'no' } }, 'denied'],
    [{ status: 429, body: '' }, 'busy'],
    [{ status: 404, body: '<html>portal</html>' }, 'malformed'],
    [{ status: 307, body: '' }, 'malformed'],
  ])('%#', async (answer, kind) => {
    const { keeper, store } = await world();
    keeper.next.push(answer, answer);
    expect(await store.read([native('A'), native('B')], CALL)).toMatchObject(Array(2).fill({ failure: { kind } }));
  });

  test('too many requests: it waits as Keeper says, and not for ever', async () => {
    const { keeper, store, read } = await world();
    keeper.put(FOLDER, login('tool/demo/default/A', 'x'));
    const throttled = (seconds: number) => ({ status: 403, body: { error: 'throttled', retry_after: seconds } });
    keeper.next.push(throttled(0.01));
    expect(await read(convention('A'))).toEqual(['found x']);
    keeper.next.push(throttled(45));
    expect(await store.read([convention('A')], CALL)).toMatchObject([
      { failure: { kind: 'busy', help: 'try again in a minute' } },
    ]);
  });

  test('a device that was removed', async () => {
    const { keeper, store } = await world();
    keeper.removeDevices();
    const [answer] = await store.read([native('A')], CALL);
    expect(answer).toMatchObject({ failure: { kind: 'denied', help: expect.stringMatching(/device|rights/) } });
  });
});

test('a title must be there, and its descriptor has no value in its address', async () => {
  const { store } = await world();
  expect(await says(store).refusesWrite(native(''))).toContain('is neither a UID nor a title');
  expect(descriptor.cost.perBatch).toBe(1);
});
