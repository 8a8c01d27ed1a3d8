/** Entries of gopass, read by as few processes as it allows. */
import { concurrencyIn, eachAtOnce } from '../../each-at-once.js';
import type { Environment } from '../../values/environment.js';
import { isOfTheLock } from '../bases/locks.js';
import type { Answer, Call } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { Batch } from './batch.js';
import { valueIn } from './content.js';
import { undecryptedEntry } from './outcome.js';
import { brokenMounts, type OwnProgram, refusalOf } from './own-program.js';

/** With a store of age, gopass takes about a second for each entry; a process must end within the deadline of programs. */
const ENTRIES_PER_PROCESS = 25;

type Answers = Map<string, Answer>;

export class EntryReader {
  readonly #program: OwnProgram;
  readonly #limit: number;

  constructor(program: OwnProgram, environment: Environment) {
    this.#program = program;
    this.#limit = concurrencyIn(environment);
  }

  /** One answer for each of the names, which are valid and distinct. The first process is alone: it may ask a person to unlock the store. */
  async read(names: readonly string[], call: Call): Promise<ReadonlyMap<string, Answer>> {
    const answers: Answers = new Map();
    const [first = [], ...others] = inParts(names, ENTRIES_PER_PROCESS);
    const stop = await this.#part(first, answers, call);
    if (stop === null) await eachAtOnce(others, this.#limit, (part) => this.#part(part, answers, call));
    else for (const name of others.flat()) answers.set(name, stop);
    await this.#settleMisses(answers, call);
    return answers;
  }

  /** A failure that all other entries would meet, too, or null. */
  async #part(names: readonly string[], answers: Answers, call: Call): Promise<Failed | null> {
    for (let left = names; left.length > 0; ) {
      const batch = new Batch(left);
      const done = await this.#program.run(['process'], ['/dev/stdin'], call, batch.template);
      const outputs = done.kind === 'output' ? batch.outputsIn(done.stdout) : null;
      if (done.kind === 'failed' || outputs === null)
        return give(left, answers, done.kind === 'failed' ? done : STRANGE);
      const broken = brokenMounts(done.stderr);
      const stop = undecryptedEntry(done.stderr) ?? STRANGE;
      for (const [index, name] of left.entries()) {
        const output = outputs[index] ?? { kind: 'unknown' };
        const refusal = refusalOf(name, broken);
        if (refusal !== null) answers.set(name, refusal);
        else if (output.kind === 'content') answers.set(name, answerOf(valueIn(output.content)));
        else if (output.kind === 'missed') answers.set(name, { kind: 'absent' });
        else if (output.kind === 'undecrypted') answers.set(name, stop);
        else if (output.kind === 'unknown') answers.set(name, STRANGE);
      }
      left = left.filter((name) => !answers.has(name));
      if (left.length > 0 && isOfTheLock(stop)) return give(left, answers, stop);
      // Nothing stopped the process, and yet it left entries out.
      if (left.length > 0 && !outputs.some(({ kind }) => kind === 'undecrypted')) return give(left, answers, STRANGE);
    }
    return null;
  }

  /** gopass calls an entry missing whatever keeps it from reading its file: only one that it does not list either is missing. */
  async #settleMisses(answers: Answers, call: Call): Promise<void> {
    const missed = Array.from(answers).filter(([, answer]) => answer.kind === 'absent');
    if (missed.length === 0) return;
    const listing = await this.#program.list(call);
    for (const [name] of missed) {
      if (listing.kind === 'failed') answers.set(name, listing);
      else if (listing.names.has(name)) answers.set(name, UNREADABLE);
    }
  }
}

const STRANGE = failed('malformed', 'gopass printed something that this version of the tool does not know');
const UNREADABLE = failed('denied', 'gopass lists the entry, but cannot read its file', 'check who may read it');

function give(names: readonly string[], answers: Answers, failure: Failed): Failed | null {
  for (const name of names) answers.set(name, failure);
  return isOfTheLock(failure) ? failure : null;
}

function answerOf(value: ReturnType<typeof valueIn>): Answer {
  return 'kind' in value ? value : { kind: 'found', value };
}

function inParts<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
