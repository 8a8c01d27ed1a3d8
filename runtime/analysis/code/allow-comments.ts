/** Comments of a program that accept a warning at their line, or at the next one if they have a line of their own: `tool: allow W1703`. */

const ALLOW = /^(.*?)(?:#|\/\/|\/\*|<!--)[ \t]*tool:[ \t]*allow[ \t]+((?:W\d{4}[ \t,]*)+)/iu;

/** Line, from 1, to the codes that are accepted there. */
export type Allowed = ReadonlyMap<number, ReadonlySet<string>>;

const NONE: Allowed = new Map();

export function allowedIn(text: string): Allowed {
  if (!text.includes('tool:')) return NONE;
  const allowed = new Map<number, Set<string>>();
  text.split('\n').forEach((line, index) => {
    const [, before = '', codes] = ALLOW.exec(line) ?? [];
    if (codes === undefined) return;
    const at = before.trim() === '' ? index + 2 : index + 1;
    const known = allowed.get(at) ?? new Set<string>();
    for (const code of codes.toUpperCase().match(/W\d{4}/gu) ?? []) known.add(code);
    allowed.set(at, known);
  });
  return allowed;
}
