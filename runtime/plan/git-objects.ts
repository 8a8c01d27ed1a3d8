/**
 * Objects of a git repository, read by one `git cat-file --batch` that answers one question at a time. It touches neither
 * index nor work tree, runs no filter, hook or pager, and does not fetch missing objects.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { type GitProgram, GitTrouble, NOT_RUN } from '../programs/git-program.js';

/** `oid` is the object's name, in hex digits; its length shows the hash algorithm. */
export interface GitObject {
  readonly kind: 'commit' | 'tree' | 'blob' | 'tag';
  readonly oid: string;
  readonly bytes: Buffer;
}

export interface GitObjects {
  /** Null if no object has this name: a revision, or `revision:path`. Throws a GitTrouble if git fails. */
  read(name: string): Promise<GitObject | null>;
  close(): void;
}

const OBJECT_KINDS: readonly string[] = ['commit', 'tree', 'blob', 'tag'];
const LONGEST_DETAIL = 500;
const MAX_OBJECT_BYTES = 64 * 1024 * 1024;

/** The repository that holds this folder, as git finds it. */
export function openGitObjects(folder: string, { path, options, environment }: GitProgram): GitObjects {
  const child = spawn(path, [...options, 'cat-file', '--batch'], {
    cwd: folder,
    env: environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const answers = new Answers(child);
  return {
    read: async (name) => {
      // A name with a line feed would be two requests.
      if (/[\n\r\0]/u.test(name)) return null;
      child.stdin.write(`${name}\n`);
      return answers.next();
    },
    close: () => {
      child.stdin.end();
      child.kill();
    },
  };
}

/** The output of git, split into answers. */
class Answers {
  #buffered: Buffer = Buffer.alloc(0);
  #parts: Buffer[] = [];
  #length = 0;
  #detail = '';
  #ended: GitTrouble | null = null;
  #wake: () => void = () => {};

  constructor(child: ChildProcess) {
    child.stdout?.on('data', (part: Buffer) => {
      this.#parts.push(part);
      this.#length += part.length;
      this.#wake();
    });
    child.stderr?.on('data', (part: Buffer) => {
      if (this.#detail.length < LONGEST_DETAIL) this.#detail += part.toString('utf8');
    });
    // Writing to a git that has ended fails; its own message reports why it ended.
    child.stdin?.on('error', () => {});
    child.on('error', () => this.#end(NOT_RUN));
    child.on('close', () => this.#end('cannot be looked up in git'));
  }

  async next(): Promise<GitObject | null> {
    const header = (await this.#line()).toString('utf8');
    const [, oid, kind, size] = /^([0-9a-f]+) (\w+) (\d+)$/u.exec(header) ?? [];
    if (oid === undefined || kind === undefined || !isKind(kind)) return null;
    if (Number(size) > MAX_OBJECT_BYTES) throw new GitTrouble('is larger than 64 MiB');
    const bytes = await this.#take(Number(size) + 1);
    return { kind, oid, bytes: bytes.subarray(0, -1) };
  }

  async #line(): Promise<Buffer> {
    for (let from = 0; ; ) {
      const end = this.#gathered().indexOf(0x0a, from);
      if (end !== -1) return (await this.#take(end + 1)).subarray(0, -1);
      from = this.#length;
      await this.#more();
    }
  }

  async #take(count: number): Promise<Buffer> {
    while (this.#length < count) await this.#more();
    const all = this.#gathered();
    this.#buffered = all.subarray(count);
    this.#length = this.#buffered.length;
    return all.subarray(0, count);
  }

  #gathered(): Buffer {
    if (this.#parts.length > 0) this.#buffered = Buffer.concat([this.#buffered, ...this.#parts]);
    this.#parts = [];
    return this.#buffered;
  }

  async #more(): Promise<void> {
    if (this.#ended !== null) throw this.#ended;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
    });
  }

  #end(message: string): void {
    const detail = this.#detail.trim().slice(0, LONGEST_DETAIL);
    this.#ended ??= new GitTrouble(message, detail === '' ? null : detail);
    this.#wake();
  }
}

function isKind(kind: string): kind is GitObject['kind'] {
  return OBJECT_KINDS.includes(kind);
}
