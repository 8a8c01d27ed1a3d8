/** The comment lines of a block that say something about the key below it: rules and headings of a section do not. */

/** The lines begin with `#`; given back are their texts, in order. */
export function withoutBanners(lines: readonly string[]): readonly string[] {
  const texts = lines.map((line) => line.replace(/^\s*#+/u, '').trim());
  const rules = lines.flatMap((line, index) => (isRule(line) ? [index] : []));
  const headings = new Set<number>();
  for (let first = 0; first < rules.length; first += 2) {
    const start = rules[first] ?? 0;
    const end = rules[first + 1];
    // A rule of its own underlines what is directly above it.
    if (end === undefined) for (let at = start - 1; at >= 0 && texts[at] !== ''; at--) headings.add(at);
    else for (let at = start; at <= end; at++) headings.add(at);
  }
  return texts.filter((text, index) => !headings.has(index) && SAYS_SOMETHING.test(text) && !isDecorated(lines[index]));
}

const SAYS_SOMETHING = /[\p{L}\p{Nd}]/u;

/** `# ------`, `##########`. */
function isRule(line: string): boolean {
  return !SAYS_SOMETHING.test(line) && /[^\s]{4}/u.test(line.replaceAll(/\s/gu, ''));
}

/** `### Database`, `# --- Database ---`, `# Database ====`. */
function isDecorated(line = ''): boolean {
  const text = line.trim();
  return /^#{3}/.test(text) || new RegExp(`^#\\s*${ORNAMENT}\\s`, 'u').test(text) || TAIL.test(text);
}

const ORNAMENT = '(?:[-=*~_+:─━═]{2,}|[#|]{2,})';
const TAIL = new RegExp(`\\s${ORNAMENT}#?$`, 'u');
