/** The names of the interfaces in generated types, one for each profile (semantics 15.5). */

/** Names that the generated text has for itself. */
const OWN_NAMES = ['Secrets', 'Profiles'];

/** In the order of `profiles`: of two that give one name, the later one gets a number. */
export function interfaceNames(profiles: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set(OWN_NAMES);
  const names = new Map<string, string>();
  for (const profile of profiles) {
    const name = freeName(identifierOf(profile), taken);
    taken.add(name);
    names.set(profile, name);
  }
  return names;
}

/** `eu-west` → `EuWestSecrets`: all but letters, digits and `_` is dropped, and the letter after it raised. */
function identifierOf(profile: string): string {
  const words = profile.split(/[^\p{L}\p{Nd}_]+/u).filter((word) => word !== '');
  const name = `${words.map(raised).join('')}Secrets`;
  return /^\p{Nd}/u.test(name) ? `_${name}` : name;
}

function raised(word: string): string {
  const [first = '', ...rest] = word;
  return `${first.toUpperCase()}${rest.join('')}`;
}

function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
  return free;
}
