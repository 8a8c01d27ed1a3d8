/**
 * `import`: copies stored values from one store to the destinations of their secrets (semantics 6.8). What is written and
 * deleted is recorded by the code that does it; the import as a whole here.
 */
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { byName } from '#schemas/named.js';
import type { AuditOutcome } from '../../audit/audit-record.js';
import { type Copied, type CopyOutcome, copySecrets } from '../../execute/keeping/copy-secrets.js';
import { fail, refuse } from '../../failure.js';
import { type LinkedImport, linkImport, type MadeSecret } from '../../link/link-import.js';
import { writtenReadings } from '../../link/written-reading.js';
import type { Asked } from '../../stores/bounds.js';
import type { Stores } from '../../stores/stores.js';
import type { Operation } from '../operation.js';
import { refOf } from '../recorder.js';
import { type LeftInClear, leftInClear } from './left-in-clear.js';

export interface ImportOptions {
  /** Whether values are removed from the source once their copies are verified. */
  readonly deletesSource: boolean;
}

export interface Importing {
  readonly profile: string;
  readonly source: {
    /** In words for people: its address without credentials. */
    readonly shown: string;
    readonly alias: string | null;
  };
  copy(): Promise<Imported>;
}

/** `errors`: failures after the first value was written. An import that is refused stops before. */
export interface Imported extends Pick<Copied, 'outcomes' | 'errors'> {
  /** Those of the patterns of the call that are made of others, so that there is nothing to copy. */
  readonly made: readonly MadeSecret[];
  /** What a moving import leaves in a source that stores plain text; null for other sources. */
  readonly left: LeftInClear | null;
}

/** `from`: an alias, a provider or an address of a store. Scopes are ignored. */
export async function importFrom<T>(
  operation: Operation,
  from: string,
  options: ImportOptions,
  use: (importing: Importing) => Promise<T>,
): Promise<T> {
  const { plan, choice, user, claims } = await operation.linkable();
  const linked = linkImport(plan, choice, from, user, claims);
  if (linked.kind === 'refused') return refuse(linked.diagnostics);
  const { stores } = await operation.ports(linked.plan);
  return use({
    profile: linked.plan.profile,
    source: { shown: stores.called(linked.source.store), alias: linked.source.alias },
    copy: () => copy(operation, linked, options),
  });
}

async function copy(operation: Operation, { plan, source }: LinkedImport, options: ImportOptions): Promise<Imported> {
  const ports = await operation.ports(plan, askedFor({ plan, source }, options));
  await requireThere(ports.stores, source.store);
  const { choice } = await operation.linkable();
  const made = choice.narrowing === undefined ? [] : source.made;
  const { outcomes, errors, warnings } = await copySecrets({ linked: plan, source, ...options }, ports);
  const readings = [...source.readings].sort(([one], [other]) => byName(one, other));
  const refs = readings.flatMap(([secret, { at }]): [string, string][] => {
    const ref = refOf(at);
    return ref === undefined ? [] : [[secret, ref]];
  });
  const keys = readings.map(([secret]) => secret);
  operation.addFacts({ provider: ports.stores.shown(source.store), keys, refs: new Map(refs) });
  await operation.warn(warnings);
  if (outcomes.length === 0 && errors.length > 0) return fail(...errors);
  if (errors.length === 0) operation.addFacts({ outcome: outcomeOf(outcomes) });
  const left = options.deletesSource ? await leftInClear(plan, ports.stores, source.store) : null;
  return { outcomes, errors, made, left };
}

/** Stores that cannot be read are asked what they have. */
function askedFor({ plan, source }: Pick<LinkedImport, 'plan' | 'source'>, { deletesSource }: ImportOptions): Asked {
  const destinations = writtenReadings(plan, null);
  const theirs = [...source.readings.values()];
  return {
    read: [...destinations, ...theirs],
    // A value that turns out to be gone from its destination is written back.
    write: [...destinations, ...(deletesSource ? theirs : [])],
    remove: deletesSource ? theirs : [],
    whole: [source.store, ...destinations.map(({ store }) => store)],
  };
}

/** A file that is not there was probably meant to be another one; a store that has nothing is an answer. */
async function requireThere(stores: Stores, source: number): Promise<void> {
  const opened = await stores.open(source);
  if (opened.kind === 'closed' || (await opened.store.isThere?.()) !== false) return;
  fail(storesIo.E1136({ store: stores.called(source) }));
}

function outcomeOf(outcomes: readonly CopyOutcome[]): AuditOutcome {
  if (outcomes.some(({ kind }) => kind === 'copied')) return 'written';
  return outcomes.some(({ kind }) => kind === 'present' || kind === 'only there') ? 'found' : 'missing';
}
