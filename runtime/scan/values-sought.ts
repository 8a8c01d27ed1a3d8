/** The values of all profiles together: each once, with the secrets that have it; and those that are not looked for, and why. */
import { byName } from '#schemas/named.js';
import type { NotSought, NotSoughtReason, ScannedSecret } from '#schemas/scan-report.js';
import { type ByteString, byteStringOf } from '../values/byte-string.js';
import type { SecretValue } from '../values/secret-value.js';
import { type Sought, soughtIn } from './sought.js';

export interface ValuesSought {
  readonly sought: Sought;
  /** By the position of the value. */
  readonly secrets: readonly (readonly ScannedSecret[])[];
  /** By name. */
  readonly notSought: readonly NotSought[];
}

/** What a session gives of a profile. */
export interface ProfileSought {
  readonly profile: string;
  readonly values: readonly { readonly secret: string; readonly value: SecretValue }[];
  /** What the manifest itself shows. */
  readonly shown: readonly SecretValue[];
  readonly without: readonly { readonly secret: string; readonly why: 'no value' | 'store failed' }[];
}

export function valuesSought(profiles: readonly ProfileSought[]): ValuesSought {
  const shown = new Set(profiles.flatMap((one) => one.shown.map(keyOf)));
  const values = new Map<ByteString, { readonly value: SecretValue; readonly names: Names }>();
  const left = new Map<NotSoughtReason, Names>();
  const leave = (reason: NotSoughtReason, secret: string, profile: string) =>
    add(
      grown(left, reason, () => new Map()),
      secret,
      profile,
    );
  for (const { profile, values: own, without } of profiles) {
    for (const { secret, why } of without) leave(why, secret, profile);
    for (const { secret, value } of own) {
      const key = keyOf(value);
      if (shown.has(key)) leave('default', secret, profile);
      else add(grown(values, key, () => ({ value, names: new Map() })).names, secret, profile);
    }
  }
  const all = [...values.values()];
  const { sought, unfit } = soughtIn(all.map(({ value }) => value));
  for (const [index, reason] of unfit) {
    for (const { secret, profiles: where } of secretsIn(all[index]?.names ?? new Map()))
      for (const profile of where) leave(reason, secret, profile);
  }
  const notSought = [...left].flatMap(([reason, names]) => secretsIn(names).map((one) => ({ ...one, reason })));
  notSought.sort((one, other) => byName(one.secret, other.secret));
  return { sought, secrets: all.map(({ names }) => secretsIn(names)), notSought };
}

/** The profiles of each secret. */
type Names = Map<string, string[]>;

function add(names: Names, secret: string, profile: string): void {
  grown(names, secret, () => []).push(profile);
}

function secretsIn(names: Names): readonly ScannedSecret[] {
  const all = [...names].map(([secret, profiles]) => ({ secret, profiles: [...new Set(profiles)].sort(byName) }));
  return all.sort((one, other) => byName(one.secret, other.secret));
}

function grown<K, V>(map: Map<K, V>, key: K, made: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const value = made();
  map.set(key, value);
  return value;
}

function keyOf(value: SecretValue): ByteString {
  return byteStringOf(value.revealText() ?? value.reveal());
}
