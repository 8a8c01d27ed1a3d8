/** The wording of a change. Text of manifests is kept separate, because each view escapes it differently. */
import { isRecord } from '#schemas/is-record.js';
import { listPhrase, type Phrase } from '#schemas/phrase.js';
import type { Json } from '#schemas/plan.js';
import {
  aboutOf,
  CHANGE_SEVERITIES,
  type Change,
  type ChangeKind,
  isLinkChange,
  PROFILE_STORES,
} from '#schemas/plan-change.js';
import type { DifferenceAbout } from '#schemas/plan-review.js';
import { powerPhrase } from '#schemas/powers/power-words.js';
import { durationWords, quotedUnlessPlain } from './plan-words.js';

/** `default introduced`: the kind as people say it. */
export function kindWords(kind: ChangeKind): string {
  return kind.replaceAll('-', ' ');
}

/** What the change is about: a secret, group, scope, alias, the chain of profiles, or the project. */
export function subjectPhrase(change: Change): Phrase {
  const { secret = '', scope = '', group = '', store, profiles } = change;
  switch (aboutOf(change)) {
    case 'secret':
      return store === undefined || isLinkChange(change)
        ? [{ theirs: secret }]
        : [{ theirs: secret }, { ours: ' in ' }, { theirs: store }];
    case 'group':
      return [{ theirs: group }];
    case 'scope':
    case 'exposure':
      return [{ theirs: scope }];
    case 'alias':
      return [{ theirs: store ?? '' }];
    case 'power':
      return [{ ours: 'this machine' }];
    case 'project':
      return [{ ours: 'the project' }];
    case 'profile':
      if (change.kind === 'profile-renamed') return [{ ours: 'a profile' }];
      return profiles === 'all' ? [{ ours: 'every profile' }] : listPhrase(profiles);
    case 'chain':
      return profiles === 'all' ? [{ ours: 'every profile' }] : listPhrase(profiles);
  }
}

/** Of what it was and is; empty where the kind says all. */
export function detailPhrase(change: Change): Phrase {
  const { kind, secret = '', store, from, to, power, secrets = [] } = change;
  if (power !== undefined) return [...(kind === 'power-lost' ? NO_LONGER : []), ...powerPhrase(power, secrets)];
  if (aboutOf(change) === 'exposure') return [{ theirs: secret }, ...carriersPhrase(from, to)];
  if (isLinkChange(change) && store !== undefined) return [{ theirs: store }];
  const usual = kind === 'address-moved' ? USUAL_ADDRESS : null;
  const [before, after] = [textOf(kind, from) ?? usual, textOf(kind, to) ?? usual];
  if (before !== null && after !== null)
    return [{ theirs: before }, { ours: ' → ' }, { theirs: after }, ...defaultPhrase(change)];
  if (after !== null) return [{ theirs: after }];
  return before === null ? [] : [{ ours: 'was ' }, { theirs: before }];
}

const NO_LONGER: Phrase = [{ ours: 'no longer ' }];
/** The words for an entry without coordinates. */
const USUAL_ADDRESS = 'its usual address';

function defaultPhrase({ default: inForce }: Change): Phrase {
  return inForce === undefined
    ? []
    : [{ ours: '; the default ' }, { theirs: JSON.stringify(inForce) }, { ours: ' is in force' }];
}

/** Which profiles it reaches, where it belongs to some and the subject does not say so. */
export function profilesPhrase(change: Change): Phrase {
  const about = aboutOf(change);
  const isOfProfiles = about === 'secret' || about === 'group' || about === 'exposure' || about === 'power';
  return change.profiles !== 'all' && isOfProfiles ? listPhrase(change.profiles) : [];
}

/** The secrets through which a scope receives another one. */
function carriersPhrase(from: Json | undefined, to: Json | undefined): Phrase {
  const names = (side: Json | undefined) => (Array.isArray(side) ? side.map(String) : []);
  return to === undefined
    ? [{ ours: ', no longer through ' }, ...listPhrase(names(from))]
    : [{ ours: ' through ' }, ...listPhrase(names(to))];
}

/** Why everything was added or removed. */
export function absentPhrase({ side, path }: NonNullable<DifferenceAbout['absent']>): Phrase {
  return [
    { ours: 'note: ' },
    { theirs: side },
    { ours: ' has no manifest at ' },
    { theirs: path },
    { ours: ', so it counts as an empty project' },
  ];
}

/** `2 changes`. */
export function countOf({ length }: readonly Change[]): string {
  return length === 1 ? '1 change' : `${length} changes`;
}

/** `2 danger, 1 review`. */
export function countWords(changes: readonly Change[]): string {
  const counts = CHANGE_SEVERITIES.map(
    (severity) => [severity, changes.filter((change) => change.severity === severity).length] as const,
  );
  return counts.flatMap(([severity, count]) => (count === 0 ? [] : [`${count} ${severity}`])).join(', ');
}

/** Sides that are text of the author's choice, blanks and all. */
const FREE_TEXT: ReadonlySet<ChangeKind> = new Set<ChangeKind>([
  'default-introduced',
  'default-removed',
  'default-changed',
  'composition-changed',
  'description-changed',
]);
const CACHES: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['cache-introduced', 'cache-removed']);
const AGES: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['cache-age-raised', 'cache-age-lowered']);

/** `dotenv://.cache for 1h`. */
function cacheWords(side: Json): string {
  if (!isRecord(side) || typeof side['maxAgeSeconds'] !== 'number') return jsonWords(side);
  return `${side['store']} for ${durationWords(side['maxAgeSeconds'])}`;
}

function textOf(kind: ChangeKind, side: Json | undefined): string | null {
  if (side === undefined) return null;
  if (AGES.has(kind) && typeof side === 'number') return durationWords(side);
  if (CACHES.has(kind)) return cacheWords(side);
  if (kind === 'store-respelled' && side === PROFILE_STORES) return PROFILE_STORES;
  return FREE_TEXT.has(kind) ? JSON.stringify(side) : jsonWords(side);
}

/** `item db, field password`; nested values are in parentheses. */
function jsonWords(value: Json): string {
  if (typeof value === 'string') return quotedUnlessPlain(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.length === 0 ? 'nothing' : value.map(nestedWords).join(', ');
  const members = Object.entries(value).map(([name, member]) => `${quotedUnlessPlain(name)} ${nestedWords(member)}`);
  return members.length === 0 ? 'nothing' : members.join(', ');
}

function nestedWords(value: Json): string {
  return typeof value === 'object' && value !== null ? `(${jsonWords(value)})` : jsonWords(value);
}
