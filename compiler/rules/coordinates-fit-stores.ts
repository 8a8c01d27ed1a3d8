/** The stores of its chain can honour the coordinates of a secret (spec 2.9). The chain may be that of a profile: then both lines are shown. */
import type { Diagnostic, Label, Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { storeDiagnostic } from '#schemas/diagnostics/E06-stores.js';
import { metInProfiles } from '#schemas/diagnostics/met-in-profile.js';
import type { StoreRef } from '#schemas/plan.js';
import type { StoreFault } from '#schemas/stores/judge.js';
import { namingFaults } from '#schemas/stores/judge-naming.js';
import { type BoundProject, type BoundSecret, fieldPlace, type Secret } from '../tree/effective.js';
import { isOneDeclaration } from './settings-meet.js';

type NamedCoordinates = Exclude<BoundSecret['naming'], { kind: 'convention' }>;

/** A chain that the secret has in some of its profiles. */
interface ProfileChain {
  readonly refs: readonly StoreRef[];
  /** Null: the user's default store, which is not known here. */
  readonly at: Place | null;
  readonly profile: string;
}

export function judgeCoordinates(
  secret: Secret,
  { route, naming }: { readonly route: BoundSecret['route']; readonly naming: NamedCoordinates },
  project: BoundProject,
  report: Report,
): void {
  if (naming.kind === 'refs') {
    // The chain does not matter: each entry is for its own alias.
    for (const fault of namingFaults(naming, [], project.table)) report(atAlias(secret, fault, project));
    return;
  }
  const chains = route === 'profile' ? chainsOf(secret, project) : [ownChain(secret, route)];
  const met = new Map<string, Meeting>();
  for (const { refs, at, profile } of chains) {
    refs.forEach((ref, index) => {
      for (const fault of namingFaults(naming, [ref], project.table))
        meetingOf(met, fault, secret).add(at === null ? null : entryOf(at, index), profile);
    });
  }
  for (const meeting of met.values()) report(meeting.finding());
}

function ownChain(secret: Secret, refs: readonly StoreRef[]): ProfileChain {
  return { refs, at: fieldPlace(secret, 'providers', 'value'), profile: secret.profiles[0] ?? '' };
}

/** The chains of the profiles in which the secret holds, each once. */
function chainsOf(secret: Secret, project: BoundProject): Iterable<ProfileChain> {
  const written = new Map(project.profiles.map(({ name, chain }) => [name, chain]));
  const found = new Map<object, ProfileChain>();
  for (const profile of secret.profiles) {
    const chain = written.get(profile);
    const refs = project.chains.get(profile);
    if (chain && refs && !found.has(chain)) found.set(chain, { refs, at: chain.at, profile });
  }
  return found.values();
}

function meetingOf(met: Map<string, Meeting>, fault: StoreFault, secret: Secret): Meeting {
  const key = JSON.stringify(fault);
  const meeting = met.get(key) ?? new Meeting(fault, secret);
  met.set(key, meeting);
  return meeting;
}

/** One store that cannot honour the coordinates, and the chains that name it. */
class Meeting {
  readonly #fault: StoreFault;
  readonly #secret: Secret;
  readonly #stores: Place[] = [];
  /** Where coordinates and chain are not in one declaration. */
  readonly #profiles = new Set<string>();

  constructor(fault: StoreFault, secret: Secret) {
    this.#fault = fault;
    this.#secret = secret;
  }

  add(store: Place | null, profile: string): void {
    if (store === null) return;
    this.#stores.push(store);
    const isProjects = store.path[0] !== 'profiles';
    if (!isProjects && !isOneDeclaration([fieldPlace(this.#secret, 'ref'), store])) this.#profiles.add(profile);
  }

  finding(): Diagnostic {
    const fault = this.#fault;
    const labels = this.#stores.slice(0, MOST_LABELS).map((at): Label => ({ at, text: 'the store is named here' }));
    const finding = storeDiagnostic(fault)({ fault }, { at: coordinatePlace(this.#secret, fault), labels });
    if (this.#profiles.size === 0) return finding;
    return metInProfiles(finding, [...this.#profiles], remedyFor(this.#secret, fault) ?? finding.help);
  }
}

/** More chains of one store would not be read. */
const MOST_LABELS = 5;

/** A `ref` of the profile replaces the inherited one. */
function remedyFor({ name }: Secret, fault: StoreFault): string | null {
  if (fault.kind !== 'coordinate' || fault.problem === 'blank') return null;
  return `write \`ref = ${fault.write}\` on \`${name}\``;
}

function coordinatePlace(secret: Secret, fault: StoreFault): Place {
  const at = fieldPlace(secret, 'ref', 'value');
  if (fault.kind === 'coordinate' && fault.problem !== 'required')
    return { ...at, path: [...at.path, fault.coordinate], part: 'key' };
  return fault.kind === 'item' ? { ...at, path: [...at.path, 'item'] } : at;
}

function atAlias(secret: Secret, fault: StoreFault, project: BoundProject): Diagnostic {
  const at = fieldPlace(secret, 'refs', 'value');
  if (!('name' in fault)) return storeDiagnostic(fault)({ fault }, { at });
  const alias = project.stores.get(fault.name);
  const labels = alias === undefined ? [] : [{ at: alias.at, text: 'the alias is declared here' }];
  return storeDiagnostic(fault)({ fault }, { at: { ...at, path: [...at.path, fault.name], part: 'key' }, labels });
}

export function entryOf(list: Place, index: number): Place {
  return { ...list, path: [...list.path, index] };
}
