/** What all programs of a project read, file by file, and which of some words they have. */
import { basename, relative } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Located } from '#schemas/diagnostics/located.js';
import type { Progress } from '../../execute/ports.js';
import { GENERATED } from '../types/typescript.js';
import { type Allowed, allowedIn } from './allow-comments.js';
import { type CodeReads, wordsIn } from './code-reads.js';
import { textOf } from './file-texts.js';
import { languageOf, languageOfText } from './languages.js';
import { LinePlaces } from './line-places.js';
import { projectFiles, type Searched } from './project-files.js';

export interface FoundPlace extends Located {
  readonly file: string;
  /** Codes that a comment accepts there. */
  readonly allowed: ReadonlySet<string>;
}
export interface FoundRead extends FoundPlace {
  readonly name: string;
  readonly hasDefault: boolean;
  /** Whether a shell or Compose reads it, and not a program. */
  readonly isShell: boolean;
}

export interface ProjectReads {
  readonly reads: readonly FoundRead[];
  readonly computed: readonly FoundPlace[];
  /** With clauses that say why. */
  readonly skipped: readonly { readonly file: string; readonly reason: string }[];
  /** Of the words that were asked for, those that are somewhere outside of comments. */
  readonly mentioned: ReadonlySet<string>;
  /** How many were read. */
  readonly files: number;
  /** Whether a folder was compared, and not only files that were named. */
  readonly isFolder: boolean;
}

export interface Asked extends Searched {
  /** Shown paths start here. */
  readonly from: string;
  readonly words: ReadonlySet<string>;
  /** Files that declare, absolute: a name in them is no use of it. */
  readonly manifests: ReadonlySet<string>;
  readonly progress: Progress;
}

/** How long the loop is held up, in which progress is drawn. */
const TURN_MS = 50;
/** Here, a name is told or kept, not used. */
const NO_USE =
  /^\.env(?:\..*)?$|\.env$|\.(?:md|mdx|markdown|rst|adoc|txt|lock|svg|csv|log|snap)$|^(?:package-lock\.json|pnpm-lock\.yaml|go\.sum)$/iu;
const ENCRYPTED = 'ENC[AES256_GCM';
/** Lines of files in no language that is known: most of them are comments if they begin so. */
const COMMENT_LINE = /^[ \t]*(?:#|\/\/|;|--|\*|<!--).*$/gmu;
const NOTHING: ReadonlySet<string> = new Set();

export async function readProject(asked: Asked): Promise<ProjectReads> {
  const reading = new Reading(asked);
  const { files, isFolder } = projectFiles(asked, (path, detail) =>
    reading.skip(path, `git cannot say which files it ignores${detail === null ? '' : `: ${detail}`}`),
  );
  let turn = performance.now();
  for (const [done, path] of files.entries()) {
    asked.progress({ done, of: files.length, what: `comparing ${reading.shown(path)}` });
    await reading.file(path);
    if (performance.now() - turn < TURN_MS) continue;
    await nextTurn();
    turn = performance.now();
  }
  return { ...reading.result(), isFolder };
}

interface Script {
  readonly name: string;
  readonly sourced: readonly string[];
  readonly assigned: ReadonlySet<string>;
  readonly reads: readonly FoundRead[];
}

class Reading {
  readonly #asked: Asked;
  readonly #scripts: Script[] = [];
  readonly #computed: FoundPlace[] = [];
  readonly #skipped: { file: string; reason: string }[] = [];
  readonly #mentioned = new Set<string>();
  #files = 0;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  shown(path: string): string {
    return (relative(this.#asked.from, path) || path).replaceAll('\\', '/');
  }

  skip(path: string, reason: string): void {
    this.#skipped.push({ file: this.shown(path), reason });
  }

  async file(path: string): Promise<void> {
    const name = basename(path);
    const named = languageOf(path);
    if (this.#asked.manifests.has(path) || (named === null && (NO_USE.test(name) || /\.d\.[cm]?ts$/u.test(name))))
      return;
    const read = textOf(path);
    if (read.kind === 'skipped' && named !== null) this.skip(path, read.reason);
    if (read.kind !== 'text' || read.text.startsWith(GENERATED)) return;
    const { text } = read;
    const language = named ?? languageOfText(text);
    if (language === null) {
      if (!text.includes(ENCRYPTED)) this.#mention(wordsIn(text.replace(COMMENT_LINE, ''), this.#unmentioned()));
      return;
    }
    if (/\.min\.[cm]?js$/u.test(name)) return this.skip(path, 'it is minified');
    try {
      const found = await language.read(text, path);
      const mentioned = this.#unmentioned().size === 0 ? NOTHING : found.mentions(this.#unmentioned());
      this.#files += 1;
      this.#keep(path, text, found, language.isShell === true);
      this.#mention(mentioned);
    } catch {
      this.skip(path, `it cannot be read as ${language.name}`);
    }
  }

  #unmentioned(): ReadonlySet<string> {
    return new Set([...this.#asked.words].filter((word) => !this.#mentioned.has(word)));
  }

  #mention(words: Iterable<string>): void {
    for (const word of words) this.#mentioned.add(word);
  }

  #keep(path: string, text: string, { reads, computed, assigned, sourced }: CodeReads, isShell: boolean): void {
    const file = this.shown(path);
    const places = new LinePlaces(text);
    const allowed = reads.length + computed.length === 0 ? new Map() : allowedIn(text);
    const placed = (start: number, end: number) => placeIn(file, places.at(start, end), allowed);
    const found = reads.map(({ name, start, end, hasDefault }) => ({
      ...placed(start, end),
      name,
      hasDefault,
      isShell,
    }));
    for (const { name } of found) if (this.#asked.words.has(name)) this.#mentioned.add(name);
    this.#computed.push(...computed.map(({ start, end }) => placed(start, end)));
    this.#scripts.push({ name: basename(path), sourced, assigned, reads: found });
  }

  result(): Omit<ProjectReads, 'isFolder'> {
    const isSet = setIn(this.#scripts);
    return {
      reads: this.#scripts.flatMap((script) => script.reads.filter(({ name }) => !isSet(script, name))),
      computed: this.#computed,
      skipped: this.#skipped,
      mentioned: this.#mentioned,
      files: this.#files,
    };
  }
}

function placeIn(file: string, located: Located, allowed: Allowed): FoundPlace {
  return { ...located, file, allowed: allowed.get(located.line) ?? NOTHING };
}

/** Whether a script sets a variable itself, or one that runs it or that it runs as a part of itself. */
function setIn(scripts: readonly Script[]): (script: Script, name: string) => boolean {
  const byName = new Map<string, Script[]>();
  for (const script of scripts) byName.set(script.name, [...(byName.get(script.name) ?? []), script]);
  const related = new Map<Script, Set<Script>>();
  const relate = (one: Script, other: Script) => related.set(one, (related.get(one) ?? new Set()).add(other));
  for (const script of scripts)
    for (const part of script.sourced.flatMap((name) => byName.get(name) ?? [])) {
      relate(script, part);
      relate(part, script);
    }
  return (script, name) =>
    script.assigned.has(name) || [...(related.get(script) ?? [])].some(({ assigned }) => assigned.has(name));
}
