import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, jest, test } from '@jest/globals';
import { CredentialFault } from '#runtime/stores/credential-fault.js';
import type { At } from '#schemas/addresses/address.js';
import { failure, folder, opened, ports, read, SPEC, world, write } from './kv-world.js';
import { CALL, convention, inShort, openSpec } from './open-store.js';

describe('the server', () => {
  const originOf = async (spec: string, variables: Record<string, string>) => {
    const store = await openSpec(spec, ports(undefined, variables));
    if (store.kind === 'refused') return store.failure.detail;
    await store.store.read([convention('HELD')], CALL);
    return world.fake.servers.at(-1)?.origin;
  };

  test.each([
    ['vault://vault.test', {}, 'https://vault.test'],
    ['vault://vault.test:8200?tls=false', {}, 'http://vault.test:8200'],
    ['vault', { VAULT_ADDR: 'https://alice:canary@bao.test:8200/ui?x=canary#f' }, 'https://bao.test:8200'],
    ['openbao', { VAULT_ADDR: 'http://v:1', BAO_ADDR: 'http://b:1' }, 'http://b:1'],
    ['openbao', { VAULT_ADDR: 'http://v:1', BAO_ADDR: '' }, 'http://v:1'],
    ['vault', {}, '`vault` names no server'],
    [
      'vault',
      { VAULT_ADDR: 'vault.test:8200' },
      '`VAULT_ADDR` is not an address that starts with `https://` or `http://`',
    ],
    ['vault://vault.test%2Fcanary', {}, '`vault` has an address that is not a host'],
    ['vault://vault.test/%2e%2e', {}, 'the path of the mount has a part that is `.` or `..`'],
  ])('%s with %j', async (spec, variables, expected) => {
    expect(await originOf(spec, variables)).toBe(expected);
  });

  test('it is trusted as its own tools would', async () => {
    writeFileSync(`${folder}/ca.pem`, 'authority');
    const variables = {
      VAULT_CACERT: `${folder}/ca.pem`,
      VAULT_TLS_SERVER_NAME: 'name.test',
      VAULT_SKIP_VERIFY: 'true',
    };
    await originOf(SPEC, variables);
    expect(world.fake.servers.at(-1)?.tls).toEqual({
      authorities: Buffer.from('authority'),
      serverName: 'name.test',
      isUnverified: true,
    });
    const gone = await opened(SPEC, ports(undefined, { VAULT_CACERT: `${folder}/gone.pem` }));
    expect(await failure(gone)).toMatchObject({ detail: 'the file that `VAULT_CACERT` names cannot be read' });
  });

  test('one server, one identity, whatever the scheme', async () => {
    const variables = { VAULT_ADDR: 'https://vault.test:8200' };
    const stores = await Promise.all([
      opened(),
      opened('openbao://vault.test:8200'),
      opened('vault', ports(undefined, variables)),
    ]);
    const identities = await Promise.all(stores.map((store) => store.identity(convention('HELD'))));
    expect(new Set(identities).size).toBe(1);
  });

  test('so is a namespace, with or without slashes around it', async () => {
    const stores = await Promise.all(
      ['team', 'team%2F', '%2Fteam'].map((user) => opened(`vault://${user}@vault.test`)),
    );
    const identities = await Promise.all(stores.map((store) => store.identity(null)));
    expect(new Set(identities).size).toBe(1);
  });

  test.each([
    ['untrusted', SPEC, { help: 'name its authority in `VAULT_CACERT`' }],
    ['plain', SPEC, { help: expect.stringMatching(/^write `\?tls=false` /) }],
    ['plain', 'vault', { help: expect.stringMatching(/^write `http:\/\/` in `VAULT_ADDR` /) }],
  ] as const)('what to do if it is %s: %s', async (why, spec, expected) => {
    world.first = { kind: 'failed', why, detail: 'our words' };
    const store = await opened(spec, ports(undefined, { VAULT_ADDR: 'https://vault.test' }));
    expect(await failure(store)).toMatchObject({ kind: 'unreachable', ...expected });
  });

  test('an expired certificate is not a reason to give up TLS', async () => {
    world.first = { kind: 'failed', why: 'tls', detail: 'our words' };
    expect(await failure(await opened())).toEqual({ kind: 'unreachable', detail: 'our words' });
  });
});

describe('signing in', () => {
  test('a token is sent as it is kept, without the line break after it', async () => {
    expect(await read(await opened(SPEC, ports({ token: 'root\n' })), convention('HELD'))).toEqual([
      'found canary-held',
    ]);
  });

  test('without a credential it is that of the home folder', async () => {
    mkdirSync(`${folder}/home`, { recursive: true });
    writeFileSync(`${folder}/home/.vault-token`, 'root\n');
    expect(await read(await opened(SPEC, ports({})), convention('HELD'))).toEqual(['found canary-held']);
    const elsewhere = ports({}, { BAO_TOKEN_PATH: `${folder}/gone` });
    await expect(read(await opened('openbao://vault.test:8200', elsewhere), convention('HELD'))).rejects.toThrow(
      CredentialFault,
    );
    expect(world.fake.asked).toHaveLength(1);
  });

  test('a token file that cannot be read is reported as such', async () => {
    rmSync(`${folder}/home`, { recursive: true, force: true });
    mkdirSync(`${folder}/home/.vault-token`, { recursive: true });
    expect(await failure(await opened(SPEC, ports({})))).toMatchObject({
      detail: expect.stringMatching(/^`~\/\.vault-token`: /),
    });
    expect(world.fake.asked).toEqual([]);
    rmSync(`${folder}/home`, { recursive: true });
  });

  test('a token with a line break in it is refused without being quoted', async () => {
    const refused = await failure(await opened(SPEC, ports({ token: 'canary\nx' })));
    expect(refused).toMatchObject({ kind: 'unsupported' });
    expect(JSON.stringify(refused)).not.toContain('canary');
  });

  const APPROLE = `${SPEC}?auth=approle`;
  const approle = () => ports({ role_id: 'role', secret_id: 'canary-secret-id' });

  test('an AppRole signs in once for all', async () => {
    const store = await opened(APPROLE, approle());
    const many = Array.from({ length: 100 }, (_, index) => convention(`K${index}`));
    for (const { key } of many as { key: string }[])
      world.vault.put('secret', `tool/demo/default/${key}`, { value: key });
    expect((await store.read(many, CALL)).filter(({ kind }) => kind === 'found')).toHaveLength(100);
    expect([world.vault.logins, world.fake.asked.length, world.fake.most]).toEqual([1, 101, 16]);
    expect(world.fake.asked[0]).toBe('POST /v1/auth/approle/login');
  });

  test.each([
    ['role_id', ' \n', 'missing-credential', 'is empty'],
    ['role_id', Buffer.of(0xff), 'unsupported', 'is not UTF-8 text'],
    ['secret_id', ' \n', 'missing-credential', 'is empty'],
    ['secret_id', Buffer.of(0xff), 'unsupported', 'is not UTF-8 text'],
  ])('an AppRole with a %s of %j is not sent', async (name, content, kind, problem) => {
    const store = await opened(APPROLE, ports({ role_id: 'role', secret_id: 'canary-secret-id', [name]: content }));
    expect(await failure(store)).toEqual({ kind, detail: `credential \`${name}\` ${problem}` });
    expect(world.fake.asked).toEqual([]);
  });

  test('another mount of the method', async () => {
    await read(await opened(`${APPROLE}&auth_mount=team/approle`, approle()), convention('HELD'));
    expect(world.fake.asked[0]).toBe('POST /v1/auth/team/approle/login');
  });

  test('a token of few uses is renewed when they are used up', async () => {
    world.vault.uses = 2;
    const store = await opened(APPROLE, approle());
    const addresses = [1, 2, 3, 4]
      .map(() => convention('HELD'))
      .map((at, index) => ({ ...at, key: `K${index}` }) as At);
    expect(await read(store, ...addresses, convention('HELD'))).toContain('found canary-held');
    expect(world.vault.logins).toBe(3);
  });

  test.each([
    [94_000, 1],
    [96_000, 2],
  ])(
    'of a lease of 100 seconds the last five are not used: %s ms later there were %s logins',
    async (later, logins) => {
      world.vault.lease = 100;
      world.vault.isRenewable = false;
      const start = Date.now();
      const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
      const store = await opened(APPROLE, approle());
      await read(store, convention('HELD'));
      clock.mockReturnValue(start + later);
      expect(await read(store, convention('HELD'))).toEqual(['found canary-held']);
      clock.mockRestore();
      expect(world.vault.logins).toBe(logins);
    },
  );

  test('a token that the server calls invalid is renewed once', async () => {
    const store = await opened(APPROLE, approle());
    await read(store, convention('HELD'));
    world.vault.tokens.delete('canary-token-1');
    expect(await read(store, convention('HELD'))).toEqual(['found canary-held']);
    expect(world.vault.logins).toBe(2);
  });

  test('a refused sign-in is tried once for the whole batch, and is no missing entry', async () => {
    const store = await opened(APPROLE, ports({ role_id: 'role', secret_id: 'canary-wrong' }));
    const many = Array.from({ length: 50 }, (_, index) => convention(`K${index}`));
    const answers = await store.read(many, CALL);
    expect(new Set(answers.map(inShort))).toEqual(new Set(['failed denied']));
    expect(JSON.stringify(answers)).not.toContain('canary');
    expect(world.fake.asked).toEqual(['POST /v1/auth/approle/login']);
  });

  test('a refused sign-in may be one at a mount that does not exist, which servers do not tell', async () => {
    const store = await opened(`${APPROLE}&auth_mount=nope`, ports({ role_id: 'role', secret_id: 'canary-wrong' }));
    expect(await failure(store)).toMatchObject({ kind: 'denied', help: expect.stringContaining('`auth_mount`') });
  });

  test('a write whose sign-in was refused does not sign in again', async () => {
    const store = await opened(APPROLE, ports({ role_id: 'role', secret_id: 'canary-wrong' }));
    expect(await write(store, 'HELD', 'x')).toMatchObject({ failure: { kind: 'denied' } });
    expect(world.fake.asked).toEqual(['POST /v1/auth/approle/login']);
  });
});
