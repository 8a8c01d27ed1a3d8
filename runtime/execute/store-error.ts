/** From what stores answered instead of a value to the diagnostics a person reads: one for each cause, not for each secret. */

import type { Where } from '#schemas/diagnostics/define.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { type StoreProblem, storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { faultWords } from '#schemas/stores/judge.js';
import type { LinkedStore, Wanted } from '../link/linked-plan.js';
import type { StoreFailure } from '../providers/provider.js';
import { aboutOf, nameOf } from './about.js';
import type { Execution } from './execution.js';

/** A store that gave no answer about a secret. */
export interface Trouble {
  readonly step: Wanted;
  readonly store: number;
  readonly failure: StoreFailure;
}

/** The errors of troubles that nothing made up for. */
export function troubleErrors(execution: Execution, troubles: readonly Trouble[]): readonly Diagnostic[] {
  return byCause(troubles).map(({ first, steps }) => {
    return failureDiagnostic(execution, first, problemOf(execution, first, steps, 'read'));
  });
}

/** The warnings of links that failed before another store answered or another failure surfaced (semantics 4.2). */
export function troubleWarnings(execution: Execution, troubles: readonly Trouble[]): readonly Diagnostic[] {
  return troubleErrors(execution, troubles).map(({ message, help, quote, about }) => {
    return storesIo.W1101({ error: message, help }, { quote, ...(about && { about }) });
  });
}

/** The error of one write that a store did not do. */
export function writeError(execution: Execution, trouble: Trouble): Diagnostic {
  return failureDiagnostic(execution, trouble, problemOf(execution, trouble, [trouble.step], 'written'));
}

interface Cause {
  readonly key: string;
  readonly first: Trouble;
  readonly steps: Wanted[];
}

/** More failures of one class in one store are one cause, of which the first says what the store said. */
const MOST_OF_ONE_CLASS = 3;

function byCause(troubles: readonly Trouble[]): readonly Cause[] {
  const causes = causesBy(troubles, ({ store, failure }) => [
    store,
    failure.kind,
    failure.detail,
    failure.help ?? null,
  ]);
  const classOf = ({ store, failure }: Trouble) => [store, failure.kind];
  const classes = causesBy(
    causes.map(({ first }) => first),
    classOf,
  );
  const isMany = new Set(classes.filter(({ steps }) => steps.length > MOST_OF_ONE_CLASS).map(({ key }) => key));
  if (isMany.size === 0) return causes;
  const keyOf = (trouble: Trouble) => JSON.stringify(classOf(trouble));
  const merged = causesBy(
    troubles.filter((trouble) => isMany.has(keyOf(trouble))),
    classOf,
  );
  return [...merged, ...causes.filter(({ first }) => !isMany.has(keyOf(first)))];
}

/** What has the same key is one cause; in the order of the first of each. */
function causesBy(troubles: readonly Trouble[], partsOf: (trouble: Trouble) => readonly unknown[]): readonly Cause[] {
  const causes = new Map<string, Cause>();
  for (const trouble of troubles) {
    const key = JSON.stringify(partsOf(trouble));
    const cause = causes.get(key) ?? { key, first: trouble, steps: [] };
    causes.set(key, cause);
    cause.steps.push(trouble.step);
  }
  return [...causes.values()];
}

function problemOf(
  execution: Execution,
  { store, failure }: Trouble,
  steps: readonly Wanted[],
  task: StoreProblem['task'],
): StoreProblem {
  return { store: execution.stores.written(store), secrets: steps.map(nameOf), task, help: failure.help ?? null };
}

function failureDiagnostic(execution: Execution, trouble: Trouble, problem: StoreProblem): Diagnostic {
  const linked = execution.linked.stores[trouble.store];
  if (linked?.kind === 'broken') return brokenDiagnostic(execution, trouble, problem, linked);
  return failureCodes[trouble.failure.kind](problem, whereOf(execution, trouble));
}

function brokenDiagnostic(
  execution: Execution,
  trouble: Trouble,
  problem: StoreProblem,
  { why }: Extract<LinkedStore, { kind: 'broken' }>,
): Diagnostic {
  const { message, help } = faultWords(why);
  return storesIo.E1113({ ...problem, help, fault: message }, aboutOf(execution, trouble.step));
}

function whereOf(execution: Execution, { step, failure }: Trouble): Where {
  return { ...aboutOf(execution, step), quote: failure.detail };
}

type FailureCode = (problem: StoreProblem, where: Where) => Diagnostic;
const failureCodes: Readonly<Record<StoreFailure['kind'], FailureCode>> = {
  failed: storesIo.E1101,
  denied: storesIo.E1102,
  locked: storesIo.E1103,
  unreachable: storesIo.E1104,
  timeout: storesIo.E1105,
  busy: storesIo.E1106,
  malformed: storesIo.E1107,
  unsupported: storesIo.E1108,
  conflict: storesIo.E1109,
  'not-text': storesIo.E1110,
  'missing-program': storesIo.E1111,
  'missing-credential': storesIo.E1112,
};
