/** What delivering returns of values that are known: files are written last, and nothing is handed out where something is missing. */
import { expect, test } from '@jest/globals';
import { deliver } from '#runtime/execute/delivering/deliver.js';
import { MAXIMUM_TOGETHER_BYTES } from '#runtime/execute/made-room.js';
import { valueFiles } from '#runtime/execute/value-files.js';
import type { ValueState } from '#runtime/execute/value-state.js';
import { FileFault } from '#runtime/files/files.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { PlanSecret } from '#schemas/plan.js';
import { linkedPlan } from '../../../helpers/execute-plan.js';
import { fakeStore, fakeWorld } from '../../../helpers/fake-store.js';
import { planOf, stored } from '../../../helpers/plan.js';

const found = (value: SecretValue): ValueState => ({ kind: 'found', value, origin: { kind: 'default' } });
const text = (value: string) => found(SecretValue.fromText(value));

async function delivered(
  secrets: Readonly<Record<string, PlanSecret>>,
  values: Readonly<Record<string, ValueState>>,
  write?: () => Promise<string>,
) {
  const linked = linkedPlan(planOf({ secrets }));
  const world = fakeWorld({ 'dotenv://.env': fakeStore() });
  const { stores, temporary } = world.portsFor(linked);
  const files = valueFiles(linked, { temporary: { ...temporary, ...(write && { write }) } });
  const known = new Map(Object.entries(values));
  return { world, files, delivery: await deliver(linked, linked.reads, known, files, stores) };
}

test('every value reaches its receiver as it is declared', async () => {
  const secrets = { FILE: stored({ deliver: 'path' }), TEXT: stored() };
  const { delivery, world } = await delivered(secrets, { FILE: text('body'), TEXT: text('plain') });
  expect(delivery).toMatchObject({
    kind: 'delivered',
    resolution: {
      secrets: [
        { secret: 'FILE', delivered: { kind: 'path', path: '/tmp/.tmp1' } },
        { secret: 'TEXT', delivered: { kind: 'value' } },
      ],
      missing: [],
      files: ['/tmp/.tmp1'],
      accessed: ['FILE', 'TEXT'],
      provider: 'dotenv://.env',
    },
  });
  expect(world.files.size).toBe(1);
});

test('where one is missing none is handed out, and files that templates asked for are removed', async () => {
  const secrets = { FILE: stored({ deliver: 'path' }), GONE: stored(), TEXT: stored() };
  const linked = linkedPlan(planOf({ secrets }));
  const world = fakeWorld({});
  const ports = world.portsFor(linked);
  const files = valueFiles(linked, ports);
  const [step] = linked.reads;
  if (step === undefined) throw new Error('no step');
  await files.pathOf(step, SecretValue.fromText('body'));
  expect(world.files.size).toBe(1);
  const values = new Map([['FILE', text('body')] as const, ['TEXT', text('plain')] as const]);
  const delivery = await deliver(linked, linked.reads, values, files, ports.stores);
  expect(delivery).toMatchObject({
    resolution: {
      secrets: [
        { status: 'found', delivered: { kind: 'withheld' } },
        { status: 'missing_required' },
        { status: 'found', delivered: { kind: 'withheld' } },
      ],
      missing: ['GONE'],
      files: [],
    },
  });
  expect(world.files.size).toBe(0);
});

test('a file that cannot be written is an error for each secret', async () => {
  const full = async () => {
    throw new FileFault('ENOSPC', 'cannot write /tmp/x: no space left', 'no space left');
  };
  const secrets = { A: stored({ deliver: 'path' }), B: stored({ deliver: 'path' }) };
  const { delivery } = await delivered(secrets, { A: text('1'), B: text('2') }, full);
  expect(delivery.kind === 'failed' && delivery.errors.map(({ code }) => code)).toEqual(['E1201', 'E1201']);
});

test('what is too large together is refused before a file is written', async () => {
  const half = found(SecretValue.fromBytes(new Uint8Array(MAXIMUM_TOGETHER_BYTES / 2 + 1)));
  const secrets = { A: stored(), B: stored(), FILE: stored({ deliver: 'path' }) };
  const { delivery, world } = await delivered(secrets, { A: half, B: half, FILE: text('body') });
  expect(delivery).toMatchObject({ kind: 'failed', errors: [{ code: 'E1015' }] });
  expect(world.files.size).toBe(0);
});
