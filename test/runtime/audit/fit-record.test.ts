/** A record takes at most 8 KiB, whatever the manifest, the arguments and the reason are (semantics 0.1, "Size of audit records"). */
import { createHash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { AuditEvent } from '#runtime/audit/audit-record.js';
import { type RecordedSession, recordText } from '#runtime/audit/record-text.js';

const LIMIT = 8_192;
const SESSION: RecordedSession = { id: 'session', reason: null, caller: null, actor: { user: 'ann', is_agent: false } };
const EVENT: AuditEvent = { action: 'check', project: 'demo', profile: 'default', outcome: 'found' };
const names = (count: number, width = 6) =>
  Array.from({ length: count }, (_, at) => `S_${`${at}`.padStart(width, '0')}`);
const digestOf = (keys: readonly string[]) => createHash('sha256').update(keys.join('\n')).digest('hex');

function recorded(event: Partial<AuditEvent>, session: Partial<RecordedSession> = {}) {
  const text = recordText(
    { ...EVENT, ...event },
    { ...SESSION, ...session },
    { id: 'record', seq: 0, time: new Date(0) },
  );
  const bytes = Buffer.byteLength(`${text}\n`);
  expect(bytes).toBeLessThanOrEqual(LIMIT);
  return { ...JSON.parse(text), bytes };
}

test('names that fit are all there, and nothing is said of others', () => {
  const keys = names(300);
  const record = recorded({ keys });
  expect(record.keys).toEqual(keys);
  expect(Object.keys(record)).not.toContain('keys_omitted');
  expect(Object.keys(record)).not.toContain('keys_sha256');
});

test('of more names, the first are there, and the number of the others and the digest of all', () => {
  const keys = names(26_000);
  const record = recorded({ keys });
  expect(record.keys).toEqual(keys.slice(0, record.keys.length));
  expect(record.keys_omitted).toBe(keys.length - record.keys.length);
  expect(record.keys_sha256).toBe(digestOf(keys));
  expect(record.bytes).toBeGreaterThan(LIMIT - 64);
  expect(Object.keys(record).slice(5, 11)).toEqual([
    'action',
    'project',
    'profile',
    'keys',
    'keys_omitted',
    'keys_sha256',
  ]);
});

test.each([0, 1, 2, 3, 4, 5, 6, 7, 8])('the last name that fits is there: names longer by %i', (more) => {
  const [first = '', ...others] = names(900);
  const keys = [`${first}${'_'.repeat(more)}`, ...others];
  const record = recorded({ keys });
  expect(record.keys_omitted).toBe(keys.length - record.keys.length);
  expect(record.bytes + '"S_000000",'.length).toBeGreaterThanOrEqual(LIMIT - '"refs":{},'.length);
});

test('every name is with its coordinates', () => {
  const keys = names(1_000);
  const refs = new Map(keys.filter((_, at) => at % 2 === 1).map((key) => [key, `vault=v item=${key.toLowerCase()}`]));
  const record = recorded({ keys, refs });
  expect(record.refs).toEqual(
    Object.fromEntries(record.keys.flatMap((key: string) => (refs.has(key) ? [[key, refs.get(key)]] : []))),
  );
  expect(record.keys_omitted).toBe(1_000 - record.keys.length);
  expect(record.keys.length).toBeGreaterThan(100);
});

test('coordinates that do not fit stop the list, and a name beyond the limit leaves none', () => {
  const record = recorded({ keys: ['A', 'B', 'C'], refs: new Map([['B', `item=${'x'.repeat(9_000)}`]]) });
  expect(record).toMatchObject({ keys: ['A'], keys_omitted: 2 });
  expect(Object.keys(record)).not.toContain('refs');
  const long = recorded({ keys: ['x'.repeat(9_000)] });
  expect(long.keys_omitted).toBe(1);
  expect(Object.keys(long)).not.toContain('keys');
});

test('a reason has at most 1,000 characters, and ends in a mark if there were more', () => {
  const whole = '🔑'.repeat(1_000);
  expect(recorded({}, { reason: whole }).reason).toBe(whole);
  expect(recorded({}, { reason: `${whole}x` }).reason).toBe(`${'🔑'.repeat(999)}…`);
  expect(recorded({ keys: names(9) }, { reason: 'x'.repeat(1_048_576) })).toMatchObject({
    reason: `${'x'.repeat(999)}…`,
    keys: names(9),
  });
});

test.each([['x'], ['"'], ['\u0001'], ['\u009b'], ['\ud800'], ['🔑']])(
  'texts of any size and any characters: %j',
  (character) => {
    const text = character.repeat(40_000);
    const caller = { name: text, version: text, operation: text, resource: text };
    const about = { project: text, profile: text, scope: text, command: text, provider: text, ref: text };
    for (const event of [
      { key: text },
      { keys: [text, text] },
      { keys: names(5_000), refs: new Map([['S_000000', text]]) },
    ]) {
      const session = { reason: text, caller, actor: { user: text, is_agent: true } };
      const record = recorded({ ...about, ...event }, session);
      for (const cut of [record.project, record.reason, record.caller.resource, record.actor.user])
        expect(cut).toMatch(/^.{20,}…$/su);
    }
  },
);

test('a text that fits stays as it is, however long', () => {
  const provider = `dotenv:///${'folder/'.repeat(400)}.env`;
  expect(recorded({ provider, keys: names(2_000) }).provider).toBe(provider);
});

test('with texts of any size, what is said of the names that are left out fits too', () => {
  const keys = names(3_000);
  for (let length = 500; length < 1_000; length += 7) {
    const text = 'x'.repeat(length);
    const caller = { name: text, version: text, operation: text, resource: text };
    const about = { project: text, profile: text, command: text, provider: text, keys };
    expect(recorded(about, { reason: text, caller }).keys_sha256).toBe(digestOf(keys));
  }
});
