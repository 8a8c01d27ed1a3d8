/** What a program does with variables of its environment, as far as its text says so. Offsets are UTF-16 units of the text. */

export interface VariableRead {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether the program does without a value: it names another one where there is none. */
  readonly hasDefault: boolean;
}

/** A stretch of the text that computes a name. */
export interface ComputedName {
  readonly start: number;
  readonly end: number;
}

export interface CodeReads {
  readonly reads: readonly VariableRead[];
  readonly computed: readonly ComputedName[];
  /** Variables that the text sets itself: what it reads of them need not come from elsewhere. */
  readonly assigned: ReadonlySet<string>;
  /** Names of files that a script runs as a part of itself, without folders. */
  readonly sourced: readonly string[];
  /** Whether a word is in the text, comments left out. */
  readonly mentions: (words: ReadonlySet<string>) => ReadonlySet<string>;
}

/** The same without the text: what a reader of one language finds. */
export type Found = Omit<CodeReads, 'mentions' | 'sourced'> & { readonly sourced?: readonly string[] };

/** Whether a secret can have this name, so that it can be declared. */
export function isVariableName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{Nd}_]*$/u.test(text);
}

/** The words of a text that are among the given ones. */
export function wordsIn(text: string, words: ReadonlySet<string>): ReadonlySet<string> {
  const found = new Set<string>();
  // Most texts have none of a few words, which is seen sooner than the words that they have.
  if (words.size <= FEW && ![...words].some((word) => text.includes(word))) return found;
  for (const [word] of text.matchAll(WORD)) if (words.has(word)) found.add(word);
  return found;
}

const FEW = 30;
const WORD = /[A-Za-z_\x80-\uffff][\w\x80-\uffff]*/gu;

/** Collects what a reader finds. */
export class Gathering implements Found {
  readonly reads: VariableRead[] = [];
  readonly computed: ComputedName[] = [];
  readonly assigned = new Set<string>();

  read(name: string, { start, end }: ComputedName, hasDefault = false): void {
    if (isVariableName(name)) this.reads.push({ name, start, end, hasDefault });
  }

  computes({ start, end }: ComputedName): void {
    this.computed.push({ start, end });
  }
}
