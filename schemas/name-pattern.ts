/** Patterns for names: `*` matches any text, `?` for one character, all else for itself. */

/** Whether the whole name fits. Takes at most the product of both lengths, whatever the pattern. */
export function fitsPattern(name: string, pattern: string): boolean {
  const characters = [...name];
  const wanted = [...pattern];
  let at = 0;
  let next = 0;
  // Where the last `*` is, and where the text that it matches ends so far.
  let star = -1;
  let end = 0;
  while (at < characters.length) {
    if (wanted[next] === '*') {
      star = next++;
      end = at;
    } else if (wanted[next] === '?' || wanted[next] === characters[at]) {
      next++;
      at++;
    } else if (star === -1) {
      return false;
    } else {
      next = star + 1;
      at = ++end;
    }
  }
  return wanted.slice(next).every((character) => character === '*');
}

/** Whether a name fits one of the patterns; null: every name does. */
export function patternsFit(patterns: readonly string[] | null): (name: string) => boolean {
  if (patterns === null) return () => true;
  const fit = patterns.map(patternFits);
  return (name) => fit.some((one) => one(name));
}

/** Most names differ from a pattern before its first placeholder, which takes no search to find out. */
function patternFits(pattern: string): (name: string) => boolean {
  const first = pattern.search(/[*?]/u);
  if (first === -1) return (name) => name === pattern;
  const start = pattern.slice(0, first);
  const end = /[^*?]*$/u.exec(pattern)?.[0] ?? '';
  return (name) => name.startsWith(start) && name.endsWith(end) && fitsPattern(name, pattern);
}
