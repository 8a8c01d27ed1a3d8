/** A file of JavaScript or TypeScript, or a page that has scripts in it. */
import { type CodeReads, Gathering, wordsIn } from '../code-reads.js';
import { wordsOf } from '../tokens/words-of.js';
import { readJavaScript } from './read-javascript.js';
import { type Dialect, type Script, scriptOf } from './script.js';

/** Nothing is read without these words, and most files of a project do not have both. */
const ENVIRONMENT = /\benv\b/u;
const OWNER = /\bprocess\b|\bmeta\b|\bBun\b|\bDeno\b|\bbun\b|\$env\//u;
const PAGE = /\.(?:vue|svelte|astro)$/iu;
/** To where it is closed, or to the end of the page. Types in an attribute have brackets of their own: `generic="T extends Set<string>"`. */
const SCRIPT = /(<script\b(?:"[^"]*"|'[^']*'|[^'"<>])*>).*?(?=<\/script|$)/gisu;
const PAGE_COMMENT = /<!--.*?(?:-->|$)/gsu;
const IN_TEMPLATE = /\b(?:process|import\.meta)\.env\.([A-Za-z_]\w*)/gu;

export function readScriptFile(text: string, path: string): CodeReads {
  const isPage = PAGE.test(path);
  const script = isPage ? scriptsOf(text, path) : text;
  let parsed: Script | null = null;
  const parse = () => (parsed ??= parsedAs(dialectsOf(path), script));
  const found = ENVIRONMENT.test(script) && OWNER.test(script) ? readJavaScript(parse()) : new Gathering();
  const page = isPage ? inTemplate(text, script) : [];
  const mentions = (words: ReadonlySet<string>) => {
    const raw = wordsIn(text, words);
    if (raw.size === 0 || isPage) return raw;
    return wordsOf(parse().tokens, text, raw);
  };
  return {
    ...found,
    reads: [...found.reads, ...page],
    assigned: found.assigned,
    computed: found.computed,
    sourced: [],
    mentions,
  };
}

function dialectsOf(path: string): readonly Dialect[] {
  if (/\.[cm]?ts$/iu.test(path)) return [TYPESCRIPT, { ...TYPESCRIPT, hasJsx: true }];
  if (/\.tsx$/iu.test(path) || PAGE.test(path)) return [{ ...TYPESCRIPT, hasJsx: true }, TYPESCRIPT];
  return [
    { hasJsx: true, types: 'none' },
    { hasJsx: true, types: 'flow' },
    { hasJsx: true, types: 'typescript' },
  ];
}

const TYPESCRIPT: Dialect = { hasJsx: false, types: 'typescript' };

/** By the first dialect that accepts it; throws what that one says if none does. */
function parsedAs([first, ...others]: readonly Dialect[], text: string): Script {
  if (first === undefined) throw new Error('no dialect');
  try {
    return scriptOf(text, first);
  } catch (error) {
    for (const other of others) {
      try {
        return scriptOf(text, other);
      } catch {
        // What is said of the likelier dialect helps more.
      }
    }
    throw error;
  }
}

/** The page with blanks for all that is no script, so that places stay. */
function scriptsOf(text: string, path: string): string {
  const parts: (readonly [number, number])[] = [];
  const front = /\.astro$/iu.test(path) ? /^---[^\n]*\n(.*?)^---/msu.exec(text) : null;
  if (front?.[1] !== undefined)
    parts.push([front.index + front[0].indexOf('\n') + 1, front.index + front[0].length - 3]);
  const from = front === null ? 0 : front.index + front[0].length;
  for (const { index, 0: whole, 1: open = '' } of text.slice(from).matchAll(SCRIPT)) {
    const start = from + index + open.length;
    parts.push([start, from + index + whole.length]);
  }
  let shown = '';
  for (const [start, end] of parts) shown += `${blank(text.slice(shown.length, start))}${text.slice(start, end)}`;
  return shown + blank(text.slice(shown.length));
}

function blank(text: string): string {
  return text.replace(/[^\n]/gu, (character) => ' '.repeat(character.length));
}

/** What the page itself reads, outside of its scripts. */
function inTemplate(text: string, script: string) {
  return [...text.replace(PAGE_COMMENT, blank).matchAll(IN_TEMPLATE)].flatMap(({ 0: whole, 1: name = '', index }) => {
    const start = index + whole.length - name.length;
    const isInScript = script.slice(start, start + name.length).trim() !== '';
    return isInScript ? [] : [{ name, start, end: start + name.length, hasDefault: false }];
  });
}
