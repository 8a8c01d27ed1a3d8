/** Searches contents that git has, in one stream of `git cat-file`: none is held as a whole. */
import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { endOf, type GitBlob, type GitRepository } from '../work-tree/git-repository.js';
import { Finder, type Occurrence } from './finder.js';
import type { Sought } from './sought.js';

const LF = 0x0a;

export interface SearchingBlobs {
  readonly sought: Sought;
  readonly found: (blob: GitBlob, occurrence: Occurrence) => void;
  /** Before each content. */
  readonly started: (blob: GitBlob) => void;
}

/** Each content once, however often it is listed: where it is first. */
export async function scanBlobs(
  repository: GitRepository,
  blobs: Iterable<GitBlob> | AsyncIterable<GitBlob>,
  searching: SearchingBlobs,
): Promise<{ readonly files: number; readonly bytes: number }> {
  const git = repository.contents();
  const ended = endOf(git);
  // Awaited below; until then, that it fails is not unhandled.
  ended.catch(() => {});
  // Its own message reports why git ended.
  git.stdin.on('error', () => {});
  const asked: GitBlob[] = [];
  const asking = askFor(git.stdin, blobs, asked);
  asking.catch(() => git.kill());
  const answers = new Answers(asked, searching);
  for await (const part of git.stdout) answers.push(part as Buffer);
  await asking;
  await ended;
  return answers.searched;
}

async function askFor(
  input: Writable,
  blobs: Iterable<GitBlob> | AsyncIterable<GitBlob>,
  asked: GitBlob[],
): Promise<void> {
  const known = new Set<string>();
  for await (const blob of blobs) {
    if (known.has(blob.object)) continue;
    known.add(blob.object);
    asked.push(blob);
    if (!input.write(`${blob.object}\n`) && !input.destroyed) await once(input, 'drain');
  }
  input.end();
}

/** The output of git, taken apart: a line for each object, its content, and a line end. */
class Answers {
  readonly #asked: readonly GitBlob[];
  readonly #searching: SearchingBlobs;
  #answered = 0;
  #header = '';
  /** Of the content that is under way; -1 in a header. */
  #left = -1;
  /** Null for what is not a file. */
  #finder: Finder | null = null;
  #files = 0;
  #bytes = 0;

  constructor(asked: readonly GitBlob[], searching: SearchingBlobs) {
    this.#asked = asked;
    this.#searching = searching;
  }

  get searched() {
    return { files: this.#files, bytes: this.#bytes };
  }

  push(part: Buffer): void {
    for (let at = 0; at < part.length; ) at = this.#left < 0 ? this.#readHeader(part, at) : this.#readContent(part, at);
  }

  #readHeader(part: Buffer, from: number): number {
    const end = part.indexOf(LF, from);
    const to = end === -1 ? part.length : end;
    this.#header += part.toString('latin1', from, to);
    if (end === -1) return to;
    const blob = this.#asked[this.#answered++];
    const [, kind, size] = /^[0-9a-f]+ (\w+) (\d+)$/u.exec(this.#header) ?? [];
    this.#header = '';
    // What is missing, as in a partial clone, has no content.
    if (blob === undefined || size === undefined) return to + 1;
    this.#left = Number(size) + 1;
    if (kind === 'blob') this.#begin(blob);
    return to + 1;
  }

  #begin(blob: GitBlob): void {
    const { sought, found, started } = this.#searching;
    started(blob);
    this.#files += 1;
    this.#finder = new Finder(sought, (occurrence) => found(blob, occurrence));
  }

  /** The last byte is the line end of git. */
  #readContent(part: Buffer, from: number): number {
    const count = Math.min(this.#left, part.length - from);
    this.#left -= count;
    const isLast = this.#left === 0;
    const content = part.subarray(from, from + count - (isLast ? 1 : 0));
    if (this.#finder !== null) {
      this.#finder.push(content, this.#left <= 1);
      this.#bytes += content.length;
      if (this.#left <= 1) this.#finder = null;
    }
    if (isLast) this.#left = -1;
    return from + count;
  }
}
