/** Sets of profiles as bits of one number each: what is made of what is followed for all profiles at once. */
export interface ProfileSets {
  of(profiles: readonly string[]): bigint;
  namesIn(set: bigint): readonly string[];
}

/** Names are given back in the order of `profiles`. Lists that many secrets share are looked at once. */
export function profileSets(profiles: readonly string[]): ProfileSets {
  const bits = new Map(profiles.map((name, index) => [name, 1n << BigInt(index)]));
  const known = new WeakMap<readonly string[], bigint>();
  const sum = (names: readonly string[]) => {
    let set = 0n;
    for (const name of names) set |= bits.get(name) ?? 0n;
    return set;
  };
  return {
    of: (names) => {
      const set = known.get(names) ?? sum(names);
      known.set(names, set);
      return set;
    },
    namesIn: (set) => profiles.filter((name) => (set & (bits.get(name) ?? 0n)) !== 0n),
  };
}
