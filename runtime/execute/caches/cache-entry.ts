/** What a cache holds: a marked entry that names its owner and its age (semantics 10.2, 10.3). */

import type { Json } from '#schemas/plan.js';
import { SecretValue } from '../../values/secret-value.js';

const MARKER = 'tool-cache-v4:';

/** Whose an entry is, and from where its value was read: a changed chain makes it stale. */
export interface EntryIdentity {
  readonly project: string;
  readonly profile: string;
  readonly maxAgeSeconds: number;
  readonly fingerprint: string;
}

export type EntryVerdict =
  | { readonly kind: 'fresh'; readonly value: SecretValue; readonly facts: ValueFacts & { readonly refreshAt: Date } }
  /** Ours, and no longer of use. */
  | { readonly kind: 'stale' }
  /** Owned by any project: every project may remove it. */
  | { readonly kind: 'expired' }
  /** After our marker, and unreadable: its owner is unknown. */
  | { readonly kind: 'damaged' }
  /** Another project's until it expires: never overwritten. */
  | { readonly kind: 'foreign'; readonly project: string; readonly profile: string }
  /** Not written by a cache at all: never touched. */
  | { readonly kind: 'unmarked' };

export function judgeEntry(stored: SecretValue, expected: EntryIdentity, now: Date): EntryVerdict {
  const text = stored.revealText();
  if (text === null || !text.startsWith(MARKER)) return { kind: 'unmarked' };
  const entry = parsed(text.slice(MARKER.length));
  const value = entry && valueIn(entry);
  if (entry === null || value === null) return { kind: 'damaged' };
  const seconds = secondsOf(now);
  if (seconds >= entry.expires_at) return { kind: 'expired' };
  const { project, profile } = entry;
  if (project !== expected.project || profile !== expected.profile) return { kind: 'foreign', project, profile };
  const isFresh =
    entry.max_age_secs === expected.maxAgeSeconds &&
    // A clock that was set back would make entries live longer than their age.
    entry.expires_at - entry.max_age_secs <= seconds &&
    entry.route_fingerprint === expected.fingerprint;
  if (!isFresh) return { kind: 'stale' };
  return { kind: 'fresh', value, facts: factsIn(entry) };
}

/** What is not of the right form is not known. */
function factsIn(entry: Pick<EntryMembers, Needed> & Partial<EntryMembers>): ValueFacts & { readonly refreshAt: Date } {
  const { expires_at, secret_expires_at_unix_ms: expiry, revision } = entry;
  return {
    refreshAt: new Date(expires_at * 1000),
    ...(typeof expiry === 'number' && { expiresAt: new Date(expiry) }),
    ...(typeof revision === 'string' && { revision }),
  };
}

/** Null: a part of it is missing or was changed, which decoding would pass over. */
function valueIn({ value_base64: text }: Pick<EntryMembers, 'value_base64'>): SecretValue | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? SecretValue.fromBytes(bytes) : null;
}

/** What a store reports about a value besides the value. */
export interface ValueFacts {
  readonly expiresAt?: Date;
  readonly revision?: string;
}

export interface NewEntry {
  readonly stored: SecretValue;
  readonly expiresAt: Date;
}

/** The entry for a stored representation; null when the value itself has expired, so that nothing is kept. */
export function newEntry(value: SecretValue, owner: EntryIdentity, facts: ValueFacts, now: Date): NewEntry | null {
  const seconds = secondsOf(now);
  const valueEnds = facts.expiresAt === undefined ? Number.POSITIVE_INFINITY : secondsOf(facts.expiresAt);
  const expiresAt = Math.min(seconds + owner.maxAgeSeconds, valueEnds);
  if (expiresAt <= seconds) return null;
  const entry: EntryMembers = {
    project: owner.project,
    profile: owner.profile,
    expires_at: expiresAt,
    max_age_secs: owner.maxAgeSeconds,
    route_fingerprint: owner.fingerprint,
    secret_expires_at_unix_ms: facts.expiresAt?.getTime() ?? null,
    ...(facts.revision !== undefined && { revision: facts.revision }),
    value_base64: Buffer.from(value.reveal()).toString('base64'),
  };
  return { stored: SecretValue.fromText(MARKER + JSON.stringify(entry)), expiresAt: new Date(expiresAt * 1000) };
}

interface EntryMembers {
  readonly project: string;
  readonly profile: string;
  /** Whole seconds since 1970. */
  readonly expires_at: number;
  readonly max_age_secs: number;
  readonly route_fingerprint: string;
  readonly secret_expires_at_unix_ms: number | null;
  readonly revision?: string;
  readonly value_base64: string;
}

/** Members that are not known are ignored; null where a known one is not what it should be. */
function parsed(text: string): Pick<EntryMembers, Needed> | null {
  try {
    const entry = JSON.parse(text) as Readonly<Record<string, Json>> | null;
    if (entry === null || typeof entry !== 'object') return null;
    const isWhole = NEEDED.every(([name, type]) => typeof entry[name] === type);
    return isWhole ? (entry as unknown as Pick<EntryMembers, Needed>) : null;
  } catch {
    return null;
  }
}

type Needed = 'project' | 'profile' | 'expires_at' | 'max_age_secs' | 'route_fingerprint' | 'value_base64';
const NEEDED: readonly (readonly [Needed, 'string' | 'number'])[] = [
  ['project', 'string'],
  ['profile', 'string'],
  ['expires_at', 'number'],
  ['max_age_secs', 'number'],
  ['route_fingerprint', 'string'],
  ['value_base64', 'string'],
];

function secondsOf(time: Date): number {
  return Math.floor(time.getTime() / 1000);
}
