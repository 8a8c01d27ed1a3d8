/** What programs read and what a manifest declares, one against the other. */
import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import { code } from '#schemas/diagnostics/E17-code.js';
import type { Located } from '#schemas/diagnostics/located.js';
import { nearest } from '#schemas/nearest.js';
import type { DeclaredName } from '../../plan/front-end.js';
import { isAlwaysThere } from './always-there.js';
import type { FoundPlace, FoundRead, ProjectReads } from './read-project.js';

/** A finding, and whether a comment of a program accepts it. */
export interface CodeFinding {
  readonly diagnostic: Diagnostic;
  readonly isAllowed: boolean;
  /** The variable or secret that it is about; left out if it is about none. */
  readonly name?: string;
}

/** A variable that no profile declares, with all that read it. */
export interface Undeclared {
  readonly name: string;
  readonly nearest: string | null;
  readonly reads: readonly [FoundRead, ...FoundRead[]];
}

/** More places of one name are only counted. */
const MOST_LABELS = 50;

export function undeclaredIn({ reads }: ProjectReads, declared: readonly DeclaredName[]): readonly Undeclared[] {
  const names = new Set(declared.map(({ name }) => name));
  const byName = new Map<string, [FoundRead, ...FoundRead[]]>();
  for (const read of reads) {
    if (names.has(read.name) || isAlwaysThere(read.name, read.isShell) || isOptionalInShell(read)) continue;
    const known = byName.get(read.name);
    if (known === undefined) byName.set(read.name, [read]);
    else known.push(read);
  }
  return [...byName].map(([name, found]) => ({ name, nearest: nearest(name, names), reads: found }));
}

/** `${NAME:-default}` of scripts and Compose files works without a value. */
function isOptionalInShell({ hasDefault, isShell }: FoundRead): boolean {
  return hasDefault && isShell;
}

export function compareCode(found: ProjectReads, declared: readonly DeclaredName[]): readonly CodeFinding[] {
  return [
    ...undeclaredIn(found, declared).map(undeclaredFinding),
    ...unread(found, declared),
    ...found.computed.map((place) => ({
      diagnostic: code.W1703({}, { at: placeOf(place) }),
      isAllowed: place.allowed.has('W1703'),
    })),
    ...found.skipped.map(({ file, reason }) => ({
      diagnostic: code.W1704({ file, reason }, { at: { file, path: [], part: 'value' } }),
      isAllowed: false,
    })),
  ];
}

function undeclaredFinding({ name, nearest, reads }: Undeclared): CodeFinding {
  const counting = reads.filter(({ allowed }) => !allowed.has('W1701'));
  const [first = reads[0], ...others] = counting;
  const labels = others.slice(0, MOST_LABELS).map((read) => ({ at: placeOf(read), text: 'read here, too' }));
  const places = Math.max(counting.length, 1);
  return {
    name,
    diagnostic: code.W1701({ name, places, nearest }, { at: placeOf(first), labels }),
    isAllowed: counting.length === 0,
  };
}

function unread(
  { mentioned, computed, files, isFolder }: ProjectReads,
  declared: readonly DeclaredName[],
): readonly CodeFinding[] {
  // A few files say nothing of what the others have.
  if (files === 0 || !isFolder) return [];
  return declared
    .filter(({ name, at, isInput }) => at !== null && !isInput && !mentioned.has(name))
    .map(({ name, at }) => ({
      name,
      diagnostic: code.W1702({ name, files, computed: computed.length }, { at }),
      isAllowed: false,
    }));
}

/** As an offset of its file, which is found again with `locateIn`. */
function placeOf({ file, start, end }: FoundPlace): Place {
  return { file, path: [], part: 'value', offset: start, length: end - start };
}

export function locateIn(found: ProjectReads): (place: Place) => Located | null {
  const places = new Map([...found.reads, ...found.computed].map((place) => [keyOf(place.file, place.start), place]));
  return ({ file, offset }) => (offset === undefined ? null : (places.get(keyOf(file, offset)) ?? null));
}

function keyOf(file: string, offset: number): string {
  return `${offset} ${file}`;
}
