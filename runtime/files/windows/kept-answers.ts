/**
 * What is known of who may use a file, for as long as it is the same file with the same list: Windows changes a time of it with each change
 * of the list. Asking takes a program, which would be most of the time of a start.
 */
import { lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isRecord } from '#schemas/is-record.js';
import { removeQuietly } from '../remove-quietly.js';
import type { Others } from './access-list.js';

type Answer = Others | 'unknown';
interface Kept {
  readonly state: string;
  readonly answer: Answer;
}

/** The oldest are forgotten. */
const MOST = 64;
const ANSWERS: readonly unknown[] = ['nothing', 'read', 'change', 'unknown'];

export class KeptAnswers {
  readonly #file: string;
  #known: Map<string, Kept> | null = null;

  constructor(file: string) {
    this.#file = file;
  }

  answer(path: string, ask: () => Answer): Answer {
    this.#known ??= this.#read();
    const known = this.#known;
    const state = stateOf(path);
    const kept = known.get(path);
    if (state !== null && kept?.state === state) return kept.answer;
    const answer = ask();
    if (state !== null && stateOf(path) === state) this.#keep(path, { state, answer });
    return answer;
  }

  #keep(path: string, kept: Kept): void {
    const known = this.#read();
    known.delete(path);
    known.set(path, kept);
    this.#known = new Map([...known].slice(-MOST));
    const temporary = `${this.#file}.${process.pid}`;
    try {
      writeFileSync(temporary, JSON.stringify([...this.#known]));
      renameSync(temporary, this.#file);
    } catch {
      // Then it is asked again.
      removeQuietly(temporary);
    }
  }

  #read(): Map<string, Kept> {
    try {
      const found: unknown = JSON.parse(readFileSync(this.#file, 'utf8'));
      return new Map(Array.isArray(found) ? found.filter(isEntry) : []);
    } catch {
      return new Map();
    }
  }
}

function isEntry(found: unknown): found is [string, Kept] {
  if (!Array.isArray(found) || typeof found[0] !== 'string' || !isRecord(found[1])) return false;
  return typeof found[1]['state'] === 'string' && ANSWERS.includes(found[1]['answer']);
}

/** Null if there is nothing at the path. */
function stateOf(path: string): string | null {
  const status = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  return status === undefined ? null : `${status.dev}.${status.ino}.${status.birthtimeNs}.${status.ctimeNs}`;
}
