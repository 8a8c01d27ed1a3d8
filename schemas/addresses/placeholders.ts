/** Patterns of addresses: `{project}`, `{profile}` and `{key}` in templates of aliases and of store URIs. */

/** What replaces a placeholder. */
export interface PlaceholderValues {
  readonly project: string;
  readonly profile: string;
  readonly key: string;
}

const NAMES: readonly string[] = ['project', 'profile', 'key'];

/**
 * The pattern with its placeholders replaced, in one pass from left to right: what was inserted is not looked at again
 * (spec 2.14). Braces that form no placeholder stay; `placeholdersProblem` has refused them before.
 */
export function fillPlaceholders(pattern: string, values: PlaceholderValues): string {
  if (!pattern.includes('{')) return pattern;
  return pattern.replace(/\{(project|profile|key)\}/g, (_, name: keyof PlaceholderValues) => values[name]);
}

/**
 * What is wrong with a pattern, as a clause that follows the name of the thing, or null: an unknown placeholder, a
 * stray or nested brace, and with `needsKey` a pattern under which all secrets would be one entry.
 */
export function placeholdersProblem(pattern: string, wants: { readonly needsKey?: boolean } = {}): string | null {
  let openAt = -1;
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern.charAt(index);
    if (character === '{' && openAt !== -1) return 'has nested braces';
    if (character === '{') openAt = index;
    if (character !== '}') continue;
    if (openAt === -1) return 'has a `}` without a `{`';
    const name = pattern.slice(openAt + 1, index);
    if (!NAMES.includes(name)) return `has the unknown placeholder \`{${name}}\`; use ${KNOWN}`;
    openAt = -1;
  }
  if (openAt !== -1) return 'has a `{` without a `}`';
  if (wants.needsKey && !pattern.includes('{key}'))
    return 'has no `{key}`, so all secrets would share one entry; append `/{key}`';
  return null;
}

const KNOWN = '`{project}`, `{profile}` and `{key}`';
