/** What differs between two generated texts, by name: for `tool types --check`. */
import { byName } from '#schemas/named.js';

export type NameChange = 'added' | 'removed' | 'changed';

export interface ChangedName {
  readonly kind: 'secret' | 'profile';
  readonly name: string;
  readonly change: NameChange;
}

/** Profiles first, then secrets, each sorted. None if the texts differ in something else, such as an edited comment. */
export function changedNames(before: string, now: string): readonly ChangedName[] {
  const [old, current] = [interfacesIn(before), interfacesIn(now)];
  const profiles = differences('profile', namesIn(old, isProfiles), namesIn(current, isProfiles), () => false);
  // The interface of a profile that is new or gone has nothing to be compared with.
  const common = [...old.keys()].filter((owner) => !isProfiles(owner) && current.has(owner));
  const differs = (name: string) => common.some((owner) => old.get(owner)?.get(name) !== current.get(owner)?.get(name));
  const isOther = (owner: string) => !isProfiles(owner);
  return [...profiles, ...differences('secret', namesIn(old, isOther), namesIn(current, isOther), differs)];
}

function differences(
  kind: ChangedName['kind'],
  old: ReadonlySet<string>,
  current: ReadonlySet<string>,
  differs: (name: string) => boolean,
): readonly ChangedName[] {
  return [...new Set([...old, ...current])].sort(byName).flatMap((name): ChangedName[] => {
    if (!old.has(name)) return [{ kind, name, change: 'added' }];
    if (!current.has(name)) return [{ kind, name, change: 'removed' }];
    return differs(name) ? [{ kind, name, change: 'changed' }] : [];
  });
}

/** What an interface says of each of its members: type and comment. */
type Interfaces = ReadonlyMap<string, ReadonlyMap<string, string>>;

const isProfiles = (owner: string) => owner === 'Profiles';

function namesIn(interfaces: Interfaces, isWanted: (owner: string) => boolean): ReadonlySet<string> {
  return new Set([...interfaces].flatMap(([owner, members]) => (isWanted(owner) ? [...members.keys()] : [])));
}

const INTERFACE = /^export interface (\S+) \{/u;
const COMMENT = /^ {2}\/\*\* (.*) \*\/$/u;
const MEMBER = /^ {2}readonly (?:([\w$]+)|'((?:[^'\\]|\\.)*)'): (.*);$/u;

function interfacesIn(text: string): Interfaces {
  const interfaces = new Map<string, Map<string, string>>();
  let members = new Map<string, string>();
  let comment = '';
  for (const line of text.split(/\r?\n/u)) {
    const [, owner] = INTERFACE.exec(line) ?? [];
    if (owner !== undefined) {
      members = new Map();
      interfaces.set(owner, members);
    }
    const [, plain, quoted, type] = MEMBER.exec(line) ?? [];
    const name = plain ?? quoted;
    if (name !== undefined) members.set(name, `${type} ${comment}`);
    comment = COMMENT.exec(line)?.[1] ?? '';
  }
  return interfaces;
}
