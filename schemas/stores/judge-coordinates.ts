/** Whether a store can honour coordinates. */
import { COORDINATE_NAMES, type Coordinates } from '../plan.js';
import { isItemAlone } from '../addresses/entry.js';
import type { Abilities, ProviderDescriptor } from '../providers/descriptor.js';
import { descriptorOf } from '../providers/index.js';
import { withoutCredentials } from './hidden-parts.js';
import type { StoreFault } from './judge.js';
import type { StoreUri } from '../addresses/store-uri.js';

/**
 * What this store cannot honour of an address an author wrote (spec 2.9). With `isTemplate` the texts are patterns, whose
 * blanks and braces are not yet those of an entry, so only the set of coordinates is judged. A store of an unknown scheme
 * has no faults: what it can do is not known here.
 */
export function coordinateFaults(
  uri: StoreUri,
  at: Coordinates,
  kind: { readonly isTemplate?: boolean } = {},
): readonly StoreFault[] {
  const blank = blankFaults(at);
  if (blank.length > 0) return blank;
  const descriptor = descriptorOf(uri.scheme);
  if (descriptor === null) return [];
  const problems = abilityProblems(descriptor.abilities(uri), at);
  const itemProblem = kind.isTemplate ? null : itemProblemIn(descriptor, uri, at.item);
  if (problems.length === 0 && itemProblem === null) return [];
  const shown = withoutCredentials(uri.written);
  const write = honoured(at, problems);
  const faults = problems.map((problem): StoreFault => ({ kind: 'coordinate', shown, write, ...problem }));
  return itemProblem === null ? faults : [...faults, { kind: 'item', shown, item: at.item, problem: itemProblem }];
}

/** Why the store has no entry of this `item`, whatever the other coordinates and the project are. */
function itemProblemIn({ entry }: ProviderDescriptor, uri: StoreUri, item: string): string | null {
  const at = { kind: 'native', item } as const;
  const unfit = entry(at, uri, { project: 'X', profile: 'X' });
  return unfit.kind === 'unfit' && isItemAlone(unfit, at) ? unfit.problem : null;
}

type Problem = Pick<Extract<StoreFault, { kind: 'coordinate' }>, 'coordinate' | 'problem'>;

function abilityProblems({ coordinates }: Abilities, at: Coordinates): readonly Problem[] {
  return COORDINATE_NAMES.flatMap((coordinate): Problem[] => {
    if (coordinate === 'item') return [];
    const ability = coordinates[coordinate];
    if (at[coordinate] === undefined) return ability === 'required' ? [{ coordinate, problem: 'required' }] : [];
    if (ability === undefined) return [{ coordinate, problem: 'rejected' }];
    return ability === 'with field' && at.field === undefined ? [{ coordinate, problem: 'needs-field' }] : [];
  });
}

/** Coordinates that are blank, in any store. */
function blankFaults(at: Coordinates): readonly StoreFault[] {
  return COORDINATE_NAMES.filter((name) => at[name]?.trim() === '').map((coordinate) => {
    return { kind: 'coordinate', shown: '', coordinate, problem: 'blank', write: '' } as const;
  });
}

/** The coordinates without those that are rejected, and with those that are needed. */
function honoured(at: Coordinates, problems: readonly Problem[]): string {
  const isRejected = (name: string) => problems.some((each) => each.problem === 'rejected' && each.coordinate === name);
  const isNeeded = (name: string) =>
    problems.some(({ problem, coordinate }) =>
      problem === 'needs-field' ? name === 'field' : problem === 'required' && coordinate === name,
    );
  const parts = COORDINATE_NAMES.flatMap((name) => {
    const text = isRejected(name) ? undefined : (at[name] ?? (isNeeded(name) ? name.toUpperCase() : undefined));
    return text === undefined ? [] : [`${name} = ${JSON.stringify(text)}`];
  });
  return `{ ${parts.join(', ')} }`;
}
