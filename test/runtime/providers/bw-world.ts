/** A bw store of tests, with a fake of its program. */
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { type BwState, uuid, vendor } from '../../stores/fakes/bw.js';
import { FakeVendor } from '../../stores/fakes/fake-vendor.js';
import type { Fault } from '../../stores/fakes/fault.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, inShort, openStore, portsIn } from './open-store.js';

const folder = temporaryFolder();
let made = 0;

interface Parts {
  readonly spec?: string;
  readonly vault?: Partial<BwState>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly faults?: readonly Fault[];
}

export async function bwWorld({ spec = 'bw', vault = {}, variables = {}, faults = [] }: Parts = {}) {
  const fake = new FakeVendor(vendor, `${folder}/${made++}`);
  fake.change((state) => Object.assign(state, vault));
  fake.fail(...faults);
  const ports = { ...portsIn(folder, { BW_SESSION: 'canary-session', ...variables }), programs: fake.programs() };
  const store = await openStore(spec, ports);
  const read = async (...addresses: readonly At[]) => (await store.read(addresses, CALL)).map(inShort);
  const write = async (...wanted: readonly (readonly [At, string])[]) =>
    store.write?.(
      wanted.map(([at, text]) => ({ at, value: SecretValue.fromText(text) })),
      CALL,
    );
  const words = () => fake.runs().map((run) => run.words.filter((word) => word !== '--nointeraction').join(' '));
  return {
    fake,
    store,
    ports,
    read,
    write,
    words,
    item: (id: number) => fake.state.items.find((one) => one.id === uuid(id)),
  };
}

export const field = (item: string, name: string): At => ({ kind: 'native', item, field: name });
/** Of `convention('A')`. */
export const TITLE = 'tool/demo/default/A';
