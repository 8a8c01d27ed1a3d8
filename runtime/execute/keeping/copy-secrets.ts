/**
 * A session's `import`: stored values are copied from one store to the destinations of their secrets, as they are stored
 * (semantics 6.8). The order of its phases: nothing is written before everything is checked, and nothing is deleted before its
 * copy is verified, and verified once more after it, so that a crash loses nothing and a second import completes what the first began.
 */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { byName } from '#schemas/named.js';
import type { ReadStep } from '../../link/linked-plan.js';
import type { How } from '../../stores/stores.js';
import { mayPrompt } from '../may-prompt.js';
import type { ExecutePorts, KeepPorts } from '../ports.js';
import type { CopyTask, MovePorts, StoredCopy } from './copying/copy.js';
import { type Moved, move } from './copying/move.js';
import { refusedParts } from './copying/parts.js';
import { readStored } from './copying/read-stored.js';
import { resolveEntries } from './copying/resolve-entries.js';
import { type Copyable, verify } from './copying/verify.js';
import { storeValues } from './keep.js';
import { StoreProblems } from './store-problems.js';

/** What became of one secret. */
export interface CopyOutcome {
  readonly step: ReadStep;
  /** Its destination, in words for people. */
  readonly store: string;
  /**
   * `present`: the destination has a value already, which is never overwritten; `only there`: and the source has none; `part`: of
   * a document, which the source does not have.
   */
  readonly kind: 'copied' | 'present' | 'only there' | 'absent' | 'failed' | 'part';
  /** The value in the source after a moving import; null if the source has none, or keeps what it has. `differing`: so has the destination, another one. */
  readonly source: 'deleted' | 'retained' | 'differing' | null;
}

export interface Copied {
  /** One per secret, by name; empty if the import was refused: nothing was written then. */
  readonly outcomes: readonly CopyOutcome[];
  readonly errors: readonly Diagnostic[];
  readonly warnings: readonly Diagnostic[];
}

export type CopyPorts = MovePorts & Pick<ExecutePorts, 'progress'>;

export async function copySecrets(task: CopyTask, ports: CopyPorts): Promise<Copied> {
  try {
    return await copyInPhases(task, ports, phasesOf(task, ports));
  } finally {
    ports.progress?.(null);
  }
}

/** Shows which phase begins. */
type BeginPhase = (what: string) => void;

/** Nothing is shown if one of the stores may itself prompt on the terminal. */
function phasesOf({ linked, deletesSource }: CopyTask, { progress }: CopyPorts): BeginPhase {
  if (linked.stores.some((_, index) => mayPrompt(linked, index))) return () => {};
  let done = 0;
  return (what) => progress?.({ done: done++, of: deletesSource ? 3 : 2, what });
}

async function copyInPhases(task: CopyTask, ports: MovePorts, begin: BeginPhase): Promise<Copied> {
  const { stores } = ports;
  const resolved = await resolveEntries(task, stores);
  const warnings = resolved.warnings ?? [];
  const refused = (errors: readonly Diagnostic[]): Copied => ({ outcomes: [], errors, warnings });
  if (resolved.errors.length > 0) return refused(resolved.errors);
  begin('reading both stores');
  const refusals = task.source.parts.length === 0 ? [] : await refusedParts(task, stores);
  if (refusals.length > 0) return refused(refusals);
  // A value that a destination only inherits from the source, or imports, goes with it.
  const how = task.deletesSource ? { ownOnly: true } : undefined;
  const held = await readStored(task, stores, resolved.result, how);
  if (held.errors.length > 0) return refused(held.errors);
  const verified = await verify(task, stores, held.result);
  if (verified.errors.length > 0) return refused(verified.errors);
  begin('writing');
  const written = await write(task, ports, verified.result, how);
  const found = held.result.filter(({ value }) => value !== null);
  const isMove = task.deletesSource && written.errors.length === 0;
  if (isMove) begin('verifying and deleting');
  const moved = isMove ? await move(task, ports, found, written.copied) : null;
  return {
    outcomes: withParts(
      held.result.map((one) => outcomeOf(one, task, ports, written, moved)),
      task.source.parts,
    ),
    errors: [...written.errors, ...(moved?.errors ?? [])],
    warnings: [...warnings, ...written.warnings],
  };
}

interface WrittenCopies extends Omit<Copied, 'outcomes'> {
  readonly copied: ReadonlySet<string>;
  readonly failed: ReadonlySet<string>;
}

/** One batch per store. What another process stored in the meantime stays. */
async function write(
  { linked }: CopyTask,
  ports: KeepPorts,
  values: readonly Copyable[],
  how: How | undefined,
): Promise<WrittenCopies> {
  const deposits = values.map(({ destination, value }) => {
    return { destination, value, isEncoded: true, onlyIfAbsent: true } as const;
  });
  const { results, warnings } = await storeValues(linked, ports, deposits, 'asked', how);
  const problems = new StoreProblems(linked, ports.stores, 'written');
  const [copied, failed] = [new Set<string>(), new Set<string>()];
  for (const [index, { held }] of values.entries()) {
    const result = results[index];
    if (result?.kind === 'written') copied.add(held.step.secret);
    if (result?.kind !== 'failed') continue;
    failed.add(held.step.secret);
    problems.addFailure(result.error);
  }
  return { copied, failed, errors: problems.all(), warnings };
}

function outcomeOf(
  { step, value, present, destination }: StoredCopy,
  { deletesSource }: CopyTask,
  { stores }: KeepPorts,
  { copied, failed }: WrittenCopies,
  moved: Moved | null,
): CopyOutcome {
  const { secret } = step;
  const base = { step, store: stores.called(destination.reading.store) };
  if (value === null) return { ...base, kind: present === null ? 'absent' : 'only there', source: null };
  const kind = failed.has(secret) ? 'failed' : copied.has(secret) ? 'copied' : 'present';
  return { ...base, kind, source: deletesSource ? sourceAfter(secret, moved) : null };
}

/** By name. */
function withParts(outcomes: readonly CopyOutcome[], parts: readonly ReadStep[]): readonly CopyOutcome[] {
  if (parts.length === 0) return outcomes;
  const left = parts.map((step): CopyOutcome => ({ step, store: '', kind: 'part', source: null }));
  return [...outcomes, ...left].sort((one, other) => byName(one.step.secret, other.step.secret));
}

function sourceAfter(secret: string, moved: Moved | null): CopyOutcome['source'] {
  if (moved?.deleted.has(secret)) return 'deleted';
  return moved?.differing.has(secret) ? 'differing' : 'retained';
}
