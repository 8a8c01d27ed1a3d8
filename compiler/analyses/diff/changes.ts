/** Changes as they are found, and as they are reported: equal ones of several profiles become one. */
import { canonicalJson } from '#schemas/canonical.js';
import { byName } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import {
  CHANGE_SEVERITIES,
  CHANGES,
  type Change,
  type ChangeKind,
  type ChangeSeverity,
  type ChangeSubject,
  POWER_KINDS,
} from '#schemas/plan-change.js';

/** A change before it is known which profiles it reaches. */
export type FoundChange = Omit<Change, 'profiles'>;

interface Sides {
  readonly from?: Json | undefined;
  readonly to?: Json | undefined;
}

/** `severity` is that of the kind unless given. An undefined OLD or NEW is left out. */
export function found(
  kind: ChangeKind,
  subject: ChangeSubject,
  { from, to }: Sides = {},
  severity: ChangeSeverity = CHANGES[kind].severity,
): FoundChange {
  return { kind, severity, ...subject, ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

/** One kind if something was added, its inverse if it was removed, a third if both plans have it and differ. */
export function addedOrRemoved(
  kinds: { readonly added: ChangeKind; readonly removed: ChangeKind; readonly changed?: ChangeKind },
  subject: ChangeSubject,
  { from, to }: Sides,
): readonly FoundChange[] {
  if (isEqual(from, to)) return [];
  if (from === undefined) return [found(kinds.added, subject, { to })];
  if (to === undefined) return [found(kinds.removed, subject, { from })];
  return kinds.changed === undefined ? [] : [found(kinds.changed, subject, { from, to })];
}

/** One change if OLD and NEW differ. */
export function differing(kind: ChangeKind, subject: ChangeSubject, sides: Sides): readonly FoundChange[] {
  return isEqual(sides.from, sides.to) ? [] : [found(kind, subject, sides)];
}

export function isEqual(left: Json | undefined, right: Json | undefined): boolean {
  return left === right || (left !== undefined && right !== undefined && canonicalJson(left) === canonicalJson(right));
}

/** What is found for some profiles at a time; equal ones become one change, with the highest severity among them. `isGone`: only the old plan has the profiles. */
export class Merging {
  readonly #common: readonly string[];
  readonly #changes = new Map<string, Merged>();

  constructor(common: readonly string[]) {
    this.#common = common;
  }

  add(finds: readonly FoundChange[], profiles: readonly string[], { isGone }: { readonly isGone: boolean }): void {
    for (const { severity, ...find } of finds) {
      const key = canonicalJson(find);
      const known = this.#changes.get(key) ?? { find, profiles: new Set<string>(), severities: new Set() };
      this.#changes.set(key, known);
      if (!isGone) known.severities.add(severity);
      for (const profile of profiles) known.profiles.add(profile);
    }
  }

  all(): readonly Change[] {
    return [...this.#changes.values()].map(({ find, profiles, severities }) => ({
      ...find,
      severity: CHANGE_SEVERITIES.find((severity) => severities.has(severity)) ?? GONE,
      profiles: extentOf(profiles, this.#common),
    }));
  }
}

/** A removed profile cannot do harm any more. */
const GONE: ChangeSeverity = 'review';

interface Merged {
  readonly find: Omit<FoundChange, 'severity'>;
  readonly profiles: Set<string>;
  /** For profiles that the new plan has. */
  readonly severities: Set<ChangeSeverity>;
}

function extentOf(profiles: ReadonlySet<string>, common: readonly string[]): Change['profiles'] {
  const isAll = common.length > 0 && profiles.size === common.length && common.every((name) => profiles.has(name));
  return isAll ? 'all' : [...profiles].sort(byName);
}

/** For what belongs to no profile. */
export function everywhere(finds: readonly FoundChange[]): readonly Change[] {
  return finds.map((find) => ({ ...find, profiles: 'all' }));
}

/** Highest severity first, then powers, then by kind and name, then by the rest of the text, so that the order is total. */
export function sorted(changes: readonly Change[]): readonly Change[] {
  const keyed = changes.map((change) => ({ change, key: sortKey(change) }));
  return keyed.sort((left, right) => byName(left.key, right.key)).map(({ change }) => change);
}

function sortKey(change: Change): string {
  const { kind, severity, secret, scope, group, store } = change;
  const name = scope ?? secret ?? group ?? store ?? '';
  const isPower = POWER_KINDS.includes(kind);
  return [CHANGE_SEVERITIES.indexOf(severity), isPower ? 0 : 1, kind, name, canonicalJson(change)].join('\0');
}
