/** The audit log as a file: where it is, what it holds, and that nothing about it stops a caller (semantics 13). */
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { beforeEach, expect, test } from '@jest/globals';
import type { CallerAccess } from '#runtime/access/caller.js';
import type { AuditEvent, AuditLog } from '#runtime/audit/audit-record.js';
import { openLog } from '#runtime/audit/open-log.js';
import { NO_USER_CONFIG } from '#schemas/user-config.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
let made = 0;
let home: string;

beforeEach(() => {
  home = `${root}/h${made++}`;
  mkdirSync(home);
});

const NO_ONE: CallerAccess = { reason: null, caller: null, acting: { product: null, isDeclared: false } };
const EVENT: AuditEvent = { action: 'get', project: 'demo', profile: 'default', key: 'A', outcome: 'found' };
const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);

function opened(
  settings: Partial<typeof NO_USER_CONFIG.audit> = {},
  access: Partial<CallerAccess> = {},
  variables: Record<string, string> = {},
): AuditLog | null {
  return openLog(
    { ...NO_USER_CONFIG.audit, ...settings },
    { ...NO_ONE, ...access },
    { HOME: home, ...variables },
    () => new Date(0),
  );
}

const usual = () => `${home}/.local/state/tool/audit.log`;
const textIn = (path = usual()) => readFileSync(path, 'utf8');
const recordsIn = (path = usual()) =>
  textIn(path)
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
const modeOf = (path: string) => (statSync(path).mode & 0o7777).toString(8);

test('is created at once and announced once, private to the user', () => {
  const log = opened();
  expect(textIn()).toBe('');
  expect(log?.createdAt).toBe(usual());
  for (const folder of ['', '/state', '/state/tool']) expect(modeOf(`${home}/.local${folder}`)).toBe('700');
  expect(modeOf(usual())).toBe('600');
  log?.append(EVENT);
  const again = opened();
  expect(again?.createdAt).toBeNull();
  again?.append(EVENT);
  expect(recordsIn()).toHaveLength(2);
});

test('keeps the modes of what exists', () => {
  mkdirSync(`${home}/logs`, { mode: 0o755 });
  writeFileSync(`${home}/logs/audit`, '');
  chmodSync(`${home}/logs/audit`, 0o644);
  opened({ path: '~/logs/audit' })?.append(EVENT);
  expect([modeOf(`${home}/logs`), modeOf(`${home}/logs/audit`)]).toEqual(['755', '644']);
});

test('a record has its keys in order, and numbers count per session', () => {
  const acting = { product: { id: 'cursor', kind: 'interactive' }, isDeclared: false } as const;
  const caller = { name: 'shipit', version: '2', operation: 'deploy', resource: 'web' };
  const log = opened({}, { reason: 'rotate "keys"', caller, acting }, { USER: '', USERNAME: 'other' });
  log?.append({
    action: 'run',
    project: 'demo',
    profile: 'default',
    scope: 'web',
    keys: ['A'],
    command: 'npm',
    provider: 'dotenv://.env',
    outcome: 'error',
    errorKind: 'io',
  });
  log?.append({ ...EVENT, ref: 'item=X', keys: [] });
  const [first, second] = recordsIn();
  expect(JSON.stringify(first).replaceAll(/[0-9a-f-]{36}/gu, 'UUID')).toBe(
    '{"v":1,"id":"UUID","ts":"1970-01-01T00:00:00.000Z","session_id":"UUID","seq":0,"action":"run","project":"demo",' +
      '"profile":"default","scope":"web","keys":["A"],"command":"npm","provider":"dotenv://.env","outcome":"error",' +
      '"error_kind":"io","reason":"rotate \\"keys\\"","caller":{"name":"shipit","version":"2","operation":"deploy",' +
      '"resource":"web"},"actor":{"user":"","agent":"cursor","is_agent":true},"version":"0.1.0"}',
  );
  expect(second).toMatchObject({ seq: 1, session_id: first.session_id, key: 'A', ref: 'item=X' });
  expect([first.id, first.session_id, second.id]).toEqual([UUID, UUID, UUID]);
  expect(new Set([first.id, first.session_id, second.id]).size).toBe(3);
  expect(Object.keys(second)).not.toContain('keys');
});

test('no record is more than one line, and none acts on a terminal', () => {
  opened({}, { reason: 'a\nb\u009b2J\u007f\u001b[2J' })?.append(EVENT);
  expect(textIn().trimEnd()).not.toMatch(/[\p{Cc}]/u);
  expect(recordsIn()[0].reason).toBe('a\nb\u009b2J\u007f\u001b[2J');
});

test.each([
  [{ path: 'audit.log' }, { kind: 'relative', path: 'audit.log' }],
  [{ path: '~other/audit.log' }, { kind: 'relative', path: '~other/audit.log' }],
  [
    { path: '/dev/null/x/audit.log' },
    { kind: 'unwritable', path: '/dev/null/x/audit.log', reason: expect.any(String) },
  ],
  [{ path: '/proc' }, { kind: 'unwritable', path: '/proc', reason: 'it is a folder' }],
] as const)('a place that cannot be used is one problem, and stops nothing: %j', (settings, problem) => {
  const log = opened(settings);
  log?.append(EVENT);
  log?.append(EVENT);
  expect(log?.takeProblems()).toEqual([problem]);
  expect(log?.takeProblems()).toEqual([]);
});

(process.getuid?.() === 0 ? test : test.skip)(
  'a home of another user is left alone, unless the configuration names it',
  () => {
    chownSync(home, 12_345, 12_345);
    const log = opened();
    log?.append(EVENT);
    expect(log?.takeProblems()).toEqual([
      { kind: 'unwritable', path: usual(), reason: 'its folder belongs to another user' },
    ]);
    expect(readdirSync(home)).toEqual([]);
    opened({ path: '~/kept.log' })?.append(EVENT);
    expect(recordsIn(`${home}/kept.log`)).toHaveLength(1);
  },
);

test('a home that does not exist is not created', () => {
  rmSync(home, { recursive: true });
  expect(opened()?.takeProblems()).toEqual([
    { kind: 'unwritable', path: usual(), reason: 'the home folder does not exist' },
  ]);
  expect(existsSync(home)).toBe(false);
});

test('a disk that is full is one problem', () => {
  const log = opened({ path: '/dev/full' });
  log?.append(EVENT);
  log?.append(EVENT);
  expect(log?.takeProblems()).toEqual([
    { kind: 'unwritable', path: '/dev/full', reason: 'no space left on the device' },
  ]);
});

test('nothing is kept where the user wants nothing', () => {
  expect(opened({ enabled: false })).toBeNull();
  expect(() => textIn()).toThrow('ENOENT');
});

test('a limit of 0 is a problem, and the default applies', () => {
  const log = opened({ maxSizeBytes: 0 });
  for (let turn = 0; turn < 3; turn++) log?.append(EVENT);
  expect(log?.takeProblems()).toEqual([{ kind: 'no size' }]);
  expect(recordsIn()).toHaveLength(3);
});

test('at the limit the file starts over with whole lines, and without a backup', () => {
  opened()?.append(EVENT);
  const length = textIn().length;
  rmSync(usual());
  const log = opened({ maxSizeBytes: length * 3 });
  for (let turn = 0; turn < 8; turn++) {
    log?.append(EVENT);
    expect(recordsIn().map(({ seq }) => seq)).toEqual(
      [...Array(turn % 3 === 0 ? 1 : (turn % 3) + 1).keys()].map((index) => turn - (turn % 3) + index),
    );
  }
  expect(statSync(usual()).size).toBeLessThanOrEqual(length * 3);
});

test('a line that is longer than the limit is written whole, alone', () => {
  const log = opened({ maxSizeBytes: 10 });
  log?.append(EVENT);
  log?.append(EVENT);
  expect(recordsIn().map(({ seq }) => seq)).toEqual([1]);
});

test('a log that is moved away is created again', () => {
  const log = opened();
  log?.append(EVENT);
  rmSync(usual());
  log?.append(EVENT);
  expect(recordsIn().map(({ seq }) => seq)).toEqual([1]);
  expect(log?.takeProblems()).toEqual([]);
});

test.each([['alias ll="ls -l"\n'], ['{"other":1}\n'], ['{'], ['\0\0\0\0\0\0\0\0'], [' {"v":1}\n']])(
  'a file that does not begin with a record is left alone, full or not: %j',
  (text) => {
    writeFileSync(`${home}/other`, text);
    for (const maxSizeBytes of [1, 1_000_000]) {
      const log = opened({ path: '~/other', maxSizeBytes });
      log?.append(EVENT);
      expect(log?.takeProblems()).toEqual([{ kind: 'foreign', path: `${home}/other` }]);
    }
    expect(textIn(`${home}/other`)).toBe(text);
  },
);

test('also one that took the place of the log since it was opened', () => {
  const log = opened({ path: '~/log', maxSizeBytes: 1 });
  log?.append(EVENT);
  writeFileSync(`${home}/log`, 'letters');
  log?.append(EVENT);
  expect(textIn(`${home}/log`)).toBe('letters');
  expect(log?.takeProblems()).toEqual([{ kind: 'foreign', path: `${home}/log` }]);
});

test('a log that another version began, and one of a record alone, go on', () => {
  writeFileSync(`${home}/log`, '{"v":2}\n');
  opened({ path: '~/log' })?.append(EVENT);
  expect(recordsIn(`${home}/log`)).toMatchObject([{ v: 2 }, { v: 1 }]);
});

test('at the usual place the file is the log, whatever it begins with', () => {
  mkdirSync(`${home}/.local/state/tool`, { recursive: true });
  writeFileSync(usual(), '{"old":true}\n');
  opened({ maxSizeBytes: 100 })?.append(EVENT);
  expect(recordsIn()).toMatchObject([{ key: 'A' }]);
});
