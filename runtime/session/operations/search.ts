/** `scan`: the values of a profile, to be looked for elsewhere. Recorded as a check: nothing is made, written or handed out. */
import { filePathOf, parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { plainFilesOf } from '#schemas/providers/plain-files.js';
import { execute } from '../../execute/execute.js';
import { READ_EACH } from '../../execute/mode.js';
import type { TemporaryFiles } from '../../execute/ports.js';
import type { Resolution, ResolvedSecret } from '../../execute/resolution.js';
import { Failure } from '../../failure.js';
import { locatedAt, type PathBase } from '../../files/located-at.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { Operation } from '../operation.js';
import { refsIn } from '../resolve.js';

export interface SearchableValue {
  readonly secret: string;
  readonly value: SecretValue;
}

/** Why a secret of a profile has no value to look for. */
export type Unsearchable = 'no value' | 'store failed';

export interface SearchableProfile {
  readonly profile: string;
  /** Without what the manifest itself shows. */
  readonly values: readonly SearchableValue[];
  /** What it shows: defaults, and what is composed of nothing else. */
  readonly shown: readonly SecretValue[];
  readonly without: readonly { readonly secret: string; readonly why: Unsearchable }[];
  /** Files and folders of its stores that have values as plain text; absolute. */
  readonly files: readonly string[];
  /** Why stores, or the whole profile, could not be read. */
  readonly failures: readonly Diagnostic[];
}

/** What is delivered as a file is only looked for, so that none is written. */
const NO_FILES: TemporaryFiles = { write: async () => '/dev/null', remove: () => {} };

/** A profile that cannot be linked or read has no values, and why. */
export async function search(operation: Operation, profile: string, base: PathBase): Promise<SearchableProfile> {
  const empty = { profile, values: [], shown: [], without: [], files: [] };
  try {
    const linked = await operation.link();
    const ports = await operation.ports(linked);
    await operation.beforeContact(linked);
    const asked = operation.canAsk ? ports : { ...ports, ask: null };
    const result = await execute(linked, READ_EACH, { ...asked, temporary: NO_FILES });
    const files = plainFilesIn(linked, base);
    if (result.kind === 'failed') {
      operation.addFacts({ keys: result.accessed, outcome: 'error' });
      return { ...empty, files, failures: result.diagnostics };
    }
    const { resolution } = result;
    operation.throwIfAborted();
    operation.addFacts({ keys: resolution.accessed, ...refsIn(resolution.accessed, linked, resolution) });
    operation.addFacts({ outcome: resolution.failures.length > 0 ? 'error' : 'found' });
    return { profile, files, failures: resolution.failures, ...sorted(linked, resolution) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    operation.throwIfAborted();
    operation.addFacts({ outcome: 'error' });
    return { ...empty, failures: error.diagnostics };
  }
}

function sorted(linked: LinkedPlan, { secrets }: Resolution) {
  const isShown = shownBy(linked, secrets);
  const values: SearchableValue[] = [];
  const shown: SecretValue[] = [];
  const without: { readonly secret: string; readonly why: Unsearchable }[] = [];
  for (const one of secrets) {
    const { secret } = one;
    if (one.status !== 'found' || one.delivered.kind === 'withheld') {
      without.push({ secret, why: one.status === 'error' ? 'store failed' : 'no value' });
      continue;
    }
    const { value } = one.delivered;
    if (isShown(secret)) shown.push(value);
    else values.push({ secret, value });
  }
  return { values, shown, without };
}

/** Whether a value can be read in the manifest: a default, or a text composed of defaults alone. */
function shownBy({ finish }: LinkedPlan, secrets: readonly ResolvedSecret[]): (secret: string) => boolean {
  const shown = new Set<string>();
  for (const one of secrets) if (one.status === 'found' && one.origin.kind === 'default') shown.add(one.secret);
  // Each is after all that it is composed of.
  for (const step of finish) {
    if (step.kind !== 'compose') continue;
    if (step.parts.every((part) => 'text' in part || shown.has(part.secret))) shown.add(step.secret);
  }
  return (secret) => shown.has(secret);
}

function plainFilesIn({ stores }: LinkedPlan, base: PathBase): readonly string[] {
  return stores.flatMap((store) => {
    if (store.kind !== 'store' || plainFilesOf(store.scheme) === null) return [];
    const uri = parseStoreUri(store.uri);
    if (uri.kind !== 'uri') return [];
    const path = locatedAt(filePathOf(uri) || (descriptorOf(uri.scheme)?.uri.defaultLocation ?? ''), base);
    return path === null ? [] : [path];
  });
}
