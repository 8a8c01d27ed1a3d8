/** What a Compose file takes from the environment: `${NAME}` in its values, and variables that it passes on. */
import { type Found, Gathering } from '../code-reads.js';

const EXPANSION = /\$\$|\$\{([A-Za-z_]\w*)(:?[-+?])?|\$([A-Za-z_]\w*)/gu;
const PASSED = /^(?:-[ \t]+(["']?)([A-Za-z_]\w*)\1|([A-Za-z_]\w*):)[ \t]*(?:#.*)?$/u;
const OF_SECRET = /^environment:[ \t]*(["']?)([A-Za-z_]\w*)\1[ \t]*(?:#.*)?$/u;

export function readCompose(text: string): Found {
  const found = new Gathering();
  let start = 0;
  /** How far the block `environment:` is indented that is open. */
  let block: number | null = null;
  for (const line of text.split('\n')) {
    const code = withoutComment(line);
    for (const match of code.matchAll(EXPANSION)) {
      const name = match[1] ?? match[3];
      if (name === undefined) continue;
      const at = start + match.index + match[0].indexOf(name);
      found.read(name, { start: at, end: at + name.length }, /[-+]/u.test(match[2] ?? ''));
    }
    const words = code.trim();
    const indent = code.length - code.trimStart().length;
    const isListed = words.startsWith('-');
    if (words !== '' && block !== null && (indent < block || (indent === block && !isListed))) block = null;
    const passed = block === null ? OF_SECRET.exec(words)?.[2] : (PASSED.exec(words)?.[2] ?? PASSED.exec(words)?.[3]);
    if (passed !== undefined) {
      const at = start + line.indexOf(passed, block === null ? line.indexOf(':') : 0);
      found.read(passed, { start: at, end: at + passed.length });
    }
    if (words === 'environment:') block = indent;
    start += line.length + 1;
  }
  return found;
}

/** `#` begins a comment after a blank, outside of quotes. */
export function withoutComment(line: string): string {
  let quote: string | null = null;
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at] ?? '';
    if (quote !== null) quote = character === quote ? null : quote;
    else if ((character === '"' || character === "'") && /[\s:[{,-]/u.test(line[at - 1] ?? ' ')) quote = character;
    else if (character === '#' && /\s/u.test(line[at - 1] ?? ' ')) return line.slice(0, at);
  }
  return line;
}
