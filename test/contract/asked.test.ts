/**
 * Stores are asked for the entries that a plan shows, by these names, on the doubles of their protocols. The manifests are made up:
 * aliases and URIs, with and without `ref`, `refs` and templates, composed secrets, several projects and profiles.
 */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { outlinePlan } from '#compiler/analyses/outline/outline-plan.js';
import { planEntries } from '#compiler/analyses/plan-entries.js';
import { link } from '#runtime/link/link.js';
import type { ProviderPorts, Store } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { OutlineAddress } from '#schemas/plan-outline.js';
import { descriptorOf } from '#schemas/providers/index.js';
import type { At } from '#schemas/addresses/address.js';
import type { Entry } from '#schemas/addresses/entry.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { entryManifests, type EntryManifest, textOfEntryManifest } from '../helpers/entry-manifests.js';
import { planOfText } from '../helpers/generated-manifest.js';
import { choice, user } from '../helpers/plan.js';
import { tried } from '../helpers/thoroughness.js';
import { tracedPorts } from '../helpers/traced-ports.js';
import { boxed, PUBLIC_KEY } from '../runtime/providers/ejson/ejson-files.js';
import { CALL, says } from '../runtime/providers/open-store.js';
import { PROJECT } from '../stores/fakes/bws.js';
import { dcliItem } from '../stores/fakes/dcli.js';
import { putResource } from '../stores/fakes/passbolt.js';
import { fakeBws } from '../worlds/bws.js';
import { fakeDashlane } from '../worlds/dashlane.js';
import { FOLDER, fakePassbolt } from '../worlds/passbolt.js';
import { laidOut } from '../worlds/shared/values.js';
import { eachStore, type FilledStore, type Subject } from './each-store.js';

/** Tried in any case: by convention, in two profiles. */
const EXAMPLES: [EntryManifest][] = ['default', 'live'].map((profile) => [
  { project: 'shop', profile, template: undefined, isSpelled: profile === 'live', secrets: { DB_URL: {}, KEY: {} } },
]);

/** Stores whose double has the profile of its account alone. */
const ONE_PROFILE: ReadonlySet<string> = new Set(['doppler', 'infisical']);

/** A secret, what the plan shows of its entry, and the address that is asked for. */
interface Said {
  readonly secret: string;
  readonly name: string;
  readonly at: At;
  readonly entry: Entry;
}

/** Null: the store can have no such entries, which is an error of the manifest. */
async function saidOf(made: EntryManifest, spec: string): Promise<readonly Said[] | null> {
  const plan = await planOfText(textOfEntryManifest(made, spec));
  if (plan === null) return null;
  const { profile } = made;
  const linked = link(plan, choice({ profile }), user());
  if (linked.kind === 'refused') return null;
  const { secrets } = outlinePlan(plan, { profile, scope: null });
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') throw new Error(uri.problem);
  return linked.plan.reads.map(({ secret, from: [first] }) => {
    const [shown] = secrets.find(({ name }) => name === secret)?.meanings[0]?.chains.shown[0]?.hops.shown ?? [];
    const entry = first && descriptorOf(uri.scheme)?.entry(first.at, uri, { project: made.project, profile });
    if (shown === undefined || first === undefined || entry?.kind !== 'entry') throw new Error(`nothing of ${secret}`);
    const name = nameIn(shown.address);
    const rows = planEntries(plan, { profile, scope: null }).filter((row) => row.secret === secret);
    expect(rows.map((row) => row.entry)).toEqual([name]);
    return { secret, name, at: first.at, entry };
  });
}

function nameIn(address: OutlineAddress): string {
  if (address.kind === 'convention') return address.text;
  return address.entry ?? address.coordinates.find(([name]) => name === 'item')?.[1] ?? '';
}

async function openedFor(
  world: FilledStore,
  { project, profile }: { readonly project: string; readonly profile: string },
) {
  const context = { project, profile, reason: null };
  const traced = tracedPorts({ ...world.ports, context });
  return { ...traced, store: await world.another(traced.ports) };
}

/** Whether the store was asked for the name, in whole or as folder and name. */
function isAsked(asked: readonly string[], name: string): boolean {
  const all = asked.join('\n');
  return all.includes(name) || name.split('/').every((part) => all.includes(part));
}

async function stored(store: Store, at: At, text: string): Promise<boolean> {
  if ((await says(store).refusesWrite(at)) !== null) return false;
  const [answer] = (await store.write?.([{ at, value: SecretValue.fromText(text) }], CALL)) ?? [];
  return answer?.kind === 'written';
}

async function valueAt(store: Store, at: At): Promise<string> {
  const [answer] = await store.read([at], CALL);
  return answer?.kind === 'found' ? Buffer.from(answer.value.reveal()).toString() : (answer?.kind ?? 'nothing');
}

/** What was found out of each scheme; printed in the end, so that it is seen what is covered. */
const covered = new Map<string, { asked: number; read: number }>();

eachStore((subject) => {
  const counts = { asked: 0, read: 0 };
  covered.set(subject.scheme, counts);

  test('asks for the entries that a plan shows', async () => {
    const world = await subject.fresh();
    const spec = world.spec(world.at);
    const runs = isSlow(subject) ? 30 : 100;
    const check = async (made: EntryManifest) => {
      const said = await saidOf(ONE_PROFILE.has(subject.scheme) ? { ...made, profile: 'default' } : made, spec);
      fc.pre(said !== null);
      for (const one of said ?? []) await asksFor(one, made, { world, subject, counts });
    };
    await fc.assert(fc.asyncProperty(entryManifests, check), {
      examples: EXAMPLES,
      numRuns: tried(runs),
      maxSkipsPerRun: 1000,
    });
  });
});

/** A document is encrypted anew for each value. */
function isSlow({ world }: Subject): boolean {
  return world.file !== undefined || world.programs !== undefined || world.switch !== undefined;
}

async function asksFor(
  { name, at, entry }: Said,
  made: EntryManifest,
  {
    world,
    subject,
    counts,
  }: { readonly world: FilledStore; readonly subject: Subject; readonly counts: { asked: number; read: number } },
): Promise<void> {
  const names = ONE_PROFILE.has(subject.scheme) ? { ...made, profile: 'default' } : made;
  expect(entry.name).toBe(name);
  const text = `canary-${++written}`;
  const laid = HOLDERS[subject.scheme]?.(world, name, text);
  const { store, asked } = await openedFor(laid ? { ...world, ports: laid } : world, names);
  if (laid !== undefined) {
    expect([name, await valueAt(store, at)]).toEqual([name, text]);
    counts.read++;
    return;
  }
  const isStored = await stored(store, at, text);
  if (!isStored && subject.abilities.read) await store.read([at], CALL);
  if (subject.world.server !== undefined && !LISTED.has(subject.scheme)) {
    expect([name, isAsked(asked, name)]).toEqual([name, true]);
    counts.asked++;
  }
  const shows = subject.world.shows?.(world.at, world.server);
  if (isStored && shows !== undefined) {
    expect([name, shows(name)]).toEqual([name, text]);
    counts.read++;
  }
  // A document of SOPS has its keys in another place by `ref`.
  if (!isStored || !subject.abilities.read || subject.scheme === 'sops') return;
  // Whoever names the entry as the plan shows it gets the value, whatever the project of the call.
  const hasVault = subject.abilities.coordinates.vault !== undefined;
  const profile = entry.within === undefined || hasVault ? 'other' : names.profile;
  const other = await openedFor(world, { project: 'other', profile });
  const hasField = entry.field !== undefined && subject.abilities.coordinates.field !== undefined;
  const literal = { item: name, ...(hasField && { field: entry.field }) };
  expect([name, await valueAt(other.store, { kind: 'native', ...literal })]).toEqual([name, text]);
  counts.read++;
}

/** Servers that are asked for all entries or for their numbers, or that only see what is encrypted. */
const LISTED: ReadonlySet<string> = new Set(['bws', 'keeper', 'passbolt']);

/** Stores that others fill: how they come to have a value under a name. */
const HOLDERS: Readonly<Record<string, (world: FilledStore, name: string, text: string) => ProviderPorts>> = {
  env: ({ ports }, name, text) => ({ ...ports, environment: new Map([[name, Buffer.from(text)]]) }),
  bws: ({ ports, at }, name, text) => {
    fakeBws(at).change((state) => {
      state.projects = { [PROJECT]: [[name, text]] };
    });
    return ports;
  },
  dashlane: ({ ports, at }, name, text) => {
    fakeDashlane(at).change((state) => {
      // Whatever field is asked for.
      state.secret.splice(0, state.secret.length, dcliItem('1', name, { content: text, password: text }));
    });
    return ports;
  },
  passbolt: ({ ports, at }, name, text) => {
    fakePassbolt(at).change((account) => {
      account.resources = [];
      // Whatever field is asked for.
      putResource(account, { name, password: text, username: text, uri: text, description: text, folder: FOLDER });
    });
    return ports;
  },
  'systemd-credential': ({ ports, at }, name, text) => {
    laidOut(`${at}/credentials`, name, text);
    return ports;
  },
  ejson: ({ ports, at }, name, text) => {
    const [first = '', ...rest] = name.split('/').slice(1).reverse();
    const document = rest.reduce<object>((inner, key) => ({ [key]: inner }), { [first]: boxed(text) });
    laidOut(at, 'secrets.ejson', JSON.stringify({ _public_key: PUBLIC_KEY, ...document }));
    return ports;
  },
};

let written = 0;

test('every scheme is covered but `null`, which has nothing', () => {
  const rows = [...covered].map(([scheme, { asked, read }]) => `${scheme}: ${asked} asked, ${read} read by name`);
  console.log(rows.join('\n'));
  const untried = [...covered].filter(([, { asked, read }]) => asked + read === 0).map(([scheme]) => scheme);
  expect(untried.sort()).toEqual(['null']);
});
