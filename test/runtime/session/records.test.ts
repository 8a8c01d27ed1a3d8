/** What the operations of a session leave in the audit log: one record each, whether they are refused, fail or succeed (semantics 13). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { AuditEvent } from '#runtime/audit/audit-record.js';
import { Failure } from '#runtime/failure.js';
import { type CallOptions, NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import { Session } from '#runtime/session/session.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;

const SECRETS = [
  '[defaults]',
  'providers = ["dotenv://.env"]',
  '[scopes.web]',
  'secrets = ["URL"]',
  '[profiles.default]',
  'USER = { description = "u" }',
  'PASS = { description = "p" }',
  'URL = { description = "url", composed = "${USER}:${PASS}" }',
  'PORT = { description = "port", default = "80" }',
  'NATIVE = { description = "n", ref = { item = "STORED" }, required = false }',
  'FIXED = { description = "f", providers = ["env"], required = false }',
  'MADE = { description = "m", type = "hex", generate = true, required = false }',
];
const CACHED = [
  'CACHED = { description = "c", ref = { item = "USER" }, providers = ["c"] }',
  '[providers]',
  'c = { uri = "dotenv://old.env", cache = { provider = "dotenv://cache.env", max_age = "1h" } }',
];
const STORED = 'USER=canary-u\nPASS=canary-p\n';

interface Case {
  readonly session: Session;
  readonly events: AuditEvent[];
}

function opened(options: Partial<CallOptions> = {}, env = STORED, policy = '', isCached = false): Case {
  const folder = `${root}/p${made++}`;
  mkdirSync(`${folder}/home`, { recursive: true });
  const head = ['[project]', 'name = "demo"', 'revision = "1.0"', policy];
  writeFileSync(`${folder}/manifest.toml`, `${[...head, ...SECRETS, ...(isCached ? CACHED : [])].join('\n')}\n`);
  writeFileSync(`${folder}/.env`, env);
  writeFileSync(`${folder}/old.env`, STORED);
  writeFileSync(`${folder}/none.env`, '');
  const events: AuditEvent[] = [];
  const call = {
    options: { ...NO_OPTIONS, ...options },
    variables: { HOME: `${folder}/home` },
    workingFolder: folder,
  };
  const ports = nodePorts({ warn: async () => {}, notice: async () => {} });
  const session = new Session(call, {
    ...ports,
    openLog: () => ({ createdAt: null, append: (event) => events.push(event), takeProblems: () => [] }),
  });
  return { session, events };
}

/** The records as JSON has them, without what all of them say. */
async function recordsOf({ session, events }: Case, operation: Promise<unknown>): Promise<readonly object[]> {
  await operation.catch(() => {});
  await session.close();
  expect(JSON.stringify(events)).not.toContain('canary');
  return events.map(({ project, refs, ...event }) => {
    expect(project).toBe('demo');
    return JSON.parse(JSON.stringify({ ...event, ...(refs?.size && { refs: Object.fromEntries(refs) }) }));
  });
}

const value = async () => SecretValue.fromText('canary-new');
const STORE = { provider: expect.stringContaining('dotenv:') };
const OLD = { provider: expect.stringContaining('old.env') };
const ALL = ['FIXED', 'MADE', 'NATIVE', 'PASS', 'PORT', 'URL', 'USER'];
const REFS = { NATIVE: 'item=STORED' };
const profile = 'default';

test('a value that is found, missing, a default, or not declared', async () => {
  const get = (name: string, env?: string) => {
    const one = opened({}, env);
    return recordsOf(one, one.session.get(name));
  };
  const base = { action: 'get', profile };
  expect(await get('USER')).toEqual([{ ...base, ...STORE, key: 'USER', outcome: 'found' }]);
  expect(await get('USER', '')).toEqual([{ ...base, ...STORE, key: 'USER', outcome: 'missing' }]);
  expect(await get('PORT')).toEqual([{ ...base, ...STORE, key: 'PORT', outcome: 'default' }]);
  expect(await get('URL')).toEqual([{ ...base, key: 'URL', outcome: 'found' }]);
  expect(await get('NATIVE')).toEqual([{ ...base, ...STORE, ref: 'item=STORED', key: 'NATIVE', outcome: 'missing' }]);
  expect(await get('OTHER')).toEqual([{ ...base, key: 'OTHER', outcome: 'error', errorKind: 'secret_not_found' }]);
});

test('a value that is written, or refused before or after it was given', async () => {
  const set = (name: string, obtain = value) => {
    const one = opened();
    return recordsOf(one, one.session.set(name, obtain));
  };
  const base = { action: 'set', profile };
  expect(await set('USER')).toEqual([{ ...base, ...STORE, key: 'USER', outcome: 'written' }]);
  expect(await set('NATIVE')).toEqual([{ ...base, ...STORE, ref: 'item=STORED', key: 'NATIVE', outcome: 'written' }]);
  expect(await set('FIXED')).toEqual([
    { ...base, provider: 'env', key: 'FIXED', outcome: 'error', errorKind: 'provider_operation_failed' },
  ]);
  expect(await set('URL')).toEqual([{ ...base, key: 'URL', outcome: 'error', errorKind: 'composed_secret_read_only' }]);
  expect(await set('USER', () => Promise.reject(new Error('no such file')))).toEqual([
    { ...base, ...STORE, key: 'USER', outcome: 'error', errorKind: 'io' },
  ]);
  expect(await set('USER', async () => SecretValue.fromText(''))).toMatchObject([{ key: 'USER', outcome: 'error' }]);
});

test('values that are deleted, absent, or cannot be removed', async () => {
  const remove = (names: readonly string[] | null, options: Partial<CallOptions> = {}, policy = '') => {
    const one = opened(options, undefined, policy);
    return recordsOf(
      one,
      one.session.delete(names, async (deleting) => {
        const { errors } = await deleting.remove();
        if (errors.length > 0) throw new Failure(errors);
      }),
    );
  };
  const base = { action: 'delete', profile };
  const failed = { outcome: 'error', errorKind: 'provider_operation_failed' };
  expect(await remove(['USER', 'PORT', 'USER'])).toEqual([
    { ...base, ...STORE, key: 'USER', outcome: 'deleted' },
    { ...base, ...STORE, key: 'PORT', outcome: 'missing' },
  ]);
  expect(await remove(['OTHER', 'URL', 'FIXED', 'NATIVE'])).toEqual([
    { ...base, key: 'OTHER', outcome: 'error', errorKind: 'secret_not_found' },
    { ...base, ...STORE, ref: 'item=STORED', key: 'NATIVE', outcome: 'missing' },
    { ...base, key: 'URL', outcome: 'error', errorKind: 'composed_secret_read_only' },
    { ...base, provider: 'env', key: 'FIXED', ...failed },
  ]);
  expect(await remove(null)).toHaveLength(6);
  const denied = { outcome: 'error', errorKind: 'reason_required' };
  expect(await remove(['USER'], {}, 'require_reason = true')).toEqual([{ ...base, key: 'USER', ...denied }]);
  expect(await remove(null, {}, 'require_reason = true')).toEqual([{ ...base, ...denied }]);
});

test('values that are imported and deleted from their source', async () => {
  const bring = (from: string, env: string, deletesSource = false, policy = '') => {
    const one = opened({}, env, policy);
    const copy = one.session.import(from, { deletesSource }, async (importing) => {
      const { errors } = await importing.copy();
      if (errors.length > 0) throw new Failure(errors);
    });
    return recordsOf(one, copy);
  };
  const keys = ALL.filter((name) => name !== 'URL');
  const whole = { action: 'import', profile, keys, refs: REFS, ...OLD };
  const set = { action: 'set', profile, ...STORE, outcome: 'written' };
  const removed = { action: 'delete', profile, ...OLD, outcome: 'deleted' };
  expect(await bring('dotenv://old.env', '', true)).toEqual([
    { ...set, key: 'PASS' },
    { ...set, key: 'USER' },
    { ...removed, key: 'PASS' },
    { ...removed, key: 'USER' },
    { ...whole, outcome: 'written' },
  ]);
  expect(await bring('dotenv://old.env', STORED)).toEqual([{ ...whole, outcome: 'found' }]);
  expect(await bring('dotenv://none.env', '')).toMatchObject([{ action: 'import', keys, outcome: 'missing' }]);
  expect(await bring('dotenv://gone.env', '')).toMatchObject([{ action: 'import', outcome: 'error' }]);
  expect(await bring('dotenv://.env', STORED, true)).toMatchObject([
    { action: 'import', outcome: 'error', errorKind: 'provider_operation_failed' },
  ]);
  expect(await bring('nowhere', '')).toEqual([
    { action: 'import', profile, outcome: 'error', errorKind: 'provider_not_found' },
  ]);
  expect(await bring('dotenv://old.env', '', false, 'require_reason = true')).toEqual([
    { action: 'import', profile, outcome: 'error', errorKind: 'reason_required' },
  ]);
});

test('entries of caches that are removed; nothing where there was none', async () => {
  const clear = async (name: string | null) => {
    const one = opened({}, undefined, '', true);
    await one.session.get('CACHED');
    one.events.length = 0;
    return { one, first: await recordsOf(one, one.session.clearCache(name)) };
  };
  const { one, first } = await clear(null);
  const cache = { action: 'cache_clear', profile, provider: expect.stringContaining('cache.env') };
  expect(first).toEqual([{ ...cache, key: 'CACHED', outcome: 'deleted' }]);
  one.events.length = 0;
  expect(await recordsOf(one, one.session.clearCache(null))).toEqual([]);
  expect((await clear('USER')).first).toEqual([
    { action: 'cache_clear', profile, key: 'USER', outcome: 'error', errorKind: 'provider_operation_failed' },
  ]);
});

test('a check names all that was looked for, and what it made', async () => {
  const one = opened();
  const records = await recordsOf(
    one,
    one.session.check(({ resolve }) => resolve()),
  );
  expect(records).toEqual([
    { action: 'set', profile, ...STORE, key: 'MADE', outcome: 'written' },
    { action: 'check', profile, ...STORE, keys: ALL, refs: REFS, outcome: 'found' },
  ]);
  const lacking = opened({}, '');
  expect(await recordsOf(lacking, lacking.session.report())).toEqual([
    { action: 'check', profile, ...STORE, keys: ALL, refs: REFS, outcome: 'missing' },
  ]);
});

test('a scoped check names hidden inputs, too; an undefined scope is named', async () => {
  const scoped = opened({ scope: 'web' });
  expect(await recordsOf(scoped, scoped.session.report())).toEqual([
    { action: 'check', profile, scope: 'web', ...STORE, keys: ['PASS', 'URL', 'USER'], outcome: 'found' },
  ]);
  const undefinedScope = opened({ scope: 'nowhere' });
  expect(await recordsOf(undefinedScope, undefinedScope.session.report())).toEqual([
    { action: 'check', profile, scope: 'nowhere', keys: [], outcome: 'error', errorKind: 'invalid_scope' },
  ]);
});

test('a check that cannot be linked names what it would have looked for', async () => {
  const one = opened({ provider: 'nosuch://store' });
  expect(await recordsOf(one, one.session.report())).toEqual([
    { action: 'check', profile, keys: ALL, outcome: 'error', errorKind: 'provider_not_found' },
  ]);
});

test('a run names what the command gets when it is started', async () => {
  const base = { action: 'run', profile, scope: 'web', command: 'npm' };
  const started = opened({ scope: 'web' });
  const run = started.session.run('npm', async (running) => {
    running.injected();
    running.starting();
    expect(started.events).toHaveLength(1);
  });
  expect(await recordsOf(started, run)).toEqual([{ ...base, ...STORE, keys: ['URL'], outcome: 'started' }]);

  const notFound = opened({ scope: 'web' });
  const failing = notFound.session.run('npm', async (running) => {
    running.injected();
    throw new Error('not found');
  });
  expect(await recordsOf(notFound, failing)).toEqual([
    { ...base, ...STORE, keys: ['URL'], outcome: 'error', errorKind: 'io' },
  ]);

  const missing = opened({ scope: 'web' }, '');
  expect(
    await recordsOf(
      missing,
      missing.session.run('npm', async () => {}),
    ),
  ).toEqual([{ ...base, ...STORE, outcome: 'error', errorKind: 'required_secret_missing' }]);
});

test('an export names what was printed, also if printing failed', async () => {
  const base = { action: 'export', profile, scope: 'web', ...STORE };
  const one = opened({ scope: 'web' });
  expect(
    await recordsOf(
      one,
      one.session.export(async () => {}),
    ),
  ).toEqual([{ ...base, keys: ['URL'], outcome: 'found' }]);
  const failing = opened({ scope: 'web' });
  expect(
    await recordsOf(
      failing,
      failing.session.export(() => Promise.reject(new Error('EPIPE'))),
    ),
  ).toEqual([{ ...base, keys: ['URL'], outcome: 'error', errorKind: 'io' }]);
  const missing = opened({ scope: 'web' }, '');
  expect(
    await recordsOf(
      missing,
      missing.session.export(async () => {}),
    ),
  ).toEqual([{ ...base, outcome: 'error', errorKind: 'required_secret_missing' }]);
});

test('a denied operation is recorded with what it was about, whatever the profile', async () => {
  const denied = { outcome: 'error', errorKind: 'reason_required', profile: 'nowhere' };
  const attempt = (use: (session: Session) => Promise<unknown>) => {
    const one = opened({ profile: 'nowhere' }, STORED, 'require_reason = true');
    return recordsOf(one, use(one.session));
  };
  expect(await attempt((session) => session.get('USER'))).toEqual([{ ...denied, action: 'get', key: 'USER' }]);
  expect(await attempt((session) => session.set('USER', value))).toEqual([{ ...denied, action: 'set', key: 'USER' }]);
  expect(await attempt((session) => session.report())).toEqual([{ ...denied, action: 'check' }]);
  expect(await attempt((session) => session.export(async () => {}))).toEqual([{ ...denied, action: 'export' }]);
  expect(await attempt((session) => session.run('npm', async () => {}))).toEqual([{ ...denied, action: 'run' }]);
});

test('a name that is an address with a credential is recorded without it', async () => {
  const address = 'postgres://me:canary-pw@host/db';
  const one = opened({ profile: address });
  const [record] = await recordsOf(one, one.session.get(address));
  const shown = 'postgres://me:***@host/db';
  expect(record).toMatchObject({ profile: shown, key: shown, outcome: 'error', errorKind: 'invalid_profile' });
  const other = opened();
  const removal = other.session.delete([address, 'USER'], (deleting) => deleting.remove());
  expect(await recordsOf(other, removal)).toEqual([
    { action: 'delete', profile: 'default', key: shown, outcome: 'error', errorKind: 'secret_not_found' },
    { action: 'delete', profile: 'default', ...STORE, key: 'USER', outcome: 'deleted' },
  ]);
});
