/** `world.toml` of a golden case: the stores, the terminal, the clock and the environment that a plan is executed in. */
import { parse } from 'smol-toml';
import * as z from 'zod';
import { FileFault } from '#runtime/files/files.js';
import { type FakeStore, type FakeWorld, fakeStore, fakeWorld } from './fake-store.js';

const failureShape = z.strictObject({
  kind: z.enum([
    'denied',
    'locked',
    'unreachable',
    'timeout',
    'busy',
    'malformed',
    'unsupported',
    'conflict',
    'not-text',
    'missing-program',
    'missing-credential',
    'failed',
  ]),
  detail: z.string(),
  help: z.string().exactOptional(),
});

const storeShape = z.strictObject({
  entries: z.record(z.string(), z.string()).default({}),
  /** Entries that are not text, in Base64. */
  bytes: z.record(z.string(), z.base64()).default({}),
  /** Every request fails with this; only these entries; opening. */
  failing: failureShape.exactOptional(),
  failing_entries: z.record(z.string(), failureShape).exactOptional(),
  refusing: failureShape.exactOptional(),
  read_only: z.boolean().exactOptional(),
  fails_writes: failureShape.exactOptional(),
  fails_removals: z.boolean().exactOptional(),
  /** Keeps no value that was made, as `null` does. */
  ephemeral: z.boolean().exactOptional(),
  /** What a write does to its file besides. */
  replaced: z.strictObject({ severed_links: z.int(), is_narrower: z.boolean() }).exactOptional(),
  notes: z.array(z.string()).exactOptional(),
  /** Stores of equal identity are one behind their addresses. */
  identity: z.string().exactOptional(),
  /** A credential it cannot do without; asked for when it is opened. */
  needs: z.string().exactOptional(),
});

const worldShape = z.strictObject({
  /** Variables of the process that runs the tool. */
  environment: z.record(z.string(), z.string()).default({}),
  /** What the operator enters, by secret; without it there is no terminal. */
  answers: z.record(z.string(), z.string()).nullable().default(null),
  now: z.iso.datetime().default('2026-01-01T00:00:00Z'),
  /** Why no temporary file can be written. */
  temporary: z.string().exactOptional(),
  /** By the address they are linked under. */
  stores: z.record(z.string(), storeShape).default({}),
});
export type World = z.infer<typeof worldShape>;

/** A case with `first.toml` is executed in that world before; what its stores were given stays in them. */
export function readWorld(text: string): World {
  return worldShape.parse(parse(text));
}

/** Stores that the world does not describe are empty. `kept`: the stores as an earlier execution left them. */
export function storesOf(world: World, uris: readonly string[], kept: ReadonlyMap<string, FakeStore>) {
  const stranger = Object.keys(world.stores).find((uri) => !uris.includes(uri));
  if (stranger !== undefined) throw new Error(`no step of the linked plan uses the store ${stranger}`);
  return new Map(uris.map((uri) => [uri, storeOf(world.stores[uri] ?? storeShape.parse({}), kept.get(uri))]));
}

function storeOf(store: World['stores'][string], kept: FakeStore | undefined): FakeStore {
  const { entries, bytes, failing, failing_entries, refusing, read_only, fails_writes, fails_removals } = store;
  const { ephemeral, identity, notes, replaced } = store;
  const decoded = Object.entries(bytes).map(([name, text]) => [name, new Uint8Array(Buffer.from(text, 'base64'))]);
  return fakeStore({
    entries: { ...Object.fromEntries(kept?.entries ?? []), ...entries, ...Object.fromEntries(decoded) },
    ...(failing !== undefined && { failing }),
    ...(failing_entries !== undefined && { failingEntries: failing_entries }),
    ...(refusing !== undefined && { refusing }),
    ...(read_only !== undefined && { readOnly: read_only }),
    ...(fails_writes !== undefined && { failsWrites: fails_writes }),
    ...(fails_removals !== undefined && { failsRemovals: fails_removals }),
    ...(ephemeral !== undefined && { ephemeral }),
    ...(identity !== undefined && { identity }),
    ...(notes && { notes }),
    ...(replaced && { replaced: { severedLinks: replaced.severed_links, isNarrower: replaced.is_narrower } }),
  });
}

/** The ports of this world over these stores. */
export function openWorld(world: World, stores: ReadonlyMap<string, FakeStore>): FakeWorld {
  const { environment, answers, now, temporary } = world;
  const fake = fakeWorld(Object.fromEntries(stores), {
    environment,
    answers,
    now: () => new Date(now),
    onOpen: async (uri, credential) => {
      const needed = world.stores[uri]?.needs;
      if (needed !== undefined) await credential(needed, { required: true });
    },
  });
  if (temporary === undefined) return fake;
  const write = async () => {
    throw new FileFault('EROFS', temporary);
  };
  const portsFor: FakeWorld['portsFor'] = (linked, asked) => {
    const ports = fake.portsFor(linked, asked);
    return { ...ports, temporary: { ...ports.temporary, write } };
  };
  return { ...fake, portsFor };
}
