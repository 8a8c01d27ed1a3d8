/**
 * What git knows of a folder: its files, its index, and all that its history has. Git is started so that nothing of a repository's
 * configuration runs: no hook, no filter, no monitor of files, and nothing is fetched.
 */
import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import type { Variables } from '../inputs/folders.js';
import { type GitProgram, GitTrouble, gitProgram, NOT_RUN } from '../programs/git-program.js';

const MOST_BYTES = 1024 * 1024 * 1024;
const LONGEST_DETAIL = 500;
const NO_REPOSITORY = /not a git repository/u;

/** A content that git has, and where. */
export interface GitBlob {
  readonly object: string;
  /** In the work tree, as bytes of Latin-1 are not names: decoded as UTF-8. */
  readonly path: string;
  /** The oldest commit of the range that has it there; null in the index. */
  readonly commit: string | null;
}

export interface ListedFile {
  readonly path: string;
  readonly isTracked: boolean;
}

export class GitRepository {
  readonly #folder: string;
  readonly #git: GitProgram;

  constructor(folder: string, git: GitProgram) {
    this.#folder = folder;
    this.#git = git;
  }

  /** Files in the folder that git does not ignore, as paths from it. */
  files(): readonly ListedFile[] {
    const words = ['ls-files', '-z', '-t', '--cached', '--others', '--exclude-standard', '--deduplicate'];
    return this.#lines(words, '\0').map((line) => ({ path: line.slice(2), isTracked: !line.startsWith('?') }));
  }

  /** The whole index, or what it has at these paths, which are from the folder. Names are from the top of the work tree. */
  staged(paths: readonly string[]): readonly GitBlob[] {
    const words = [
      'ls-files',
      '-z',
      '--cached',
      '--stage',
      '--full-name',
      '--',
      ...(paths.length === 0 ? [':/'] : paths),
    ];
    const options = paths.length === 0 ? [] : ['--literal-pathspecs'];
    return this.#lines([...options, ...words], '\0').flatMap((line): GitBlob[] => {
      const [, mode, object, path] = /^(\d+) ([0-9a-f]+) \d\t(.*)$/su.exec(line) ?? [];
      // A submodule is a commit of another repository.
      if (object === undefined || path === undefined || mode === '160000') return [];
      return [{ object, path, commit: null }];
    });
  }

  /** Every object that the commits of the ranges have, each once; of all branches and tags without a range. */
  async *history(ranges: readonly string[], paths: readonly string[]): AsyncGenerator<GitBlob> {
    const words = ['rev-list', '--objects', '--in-commit-order', '--reverse'];
    const which = ranges.length === 0 ? ['--all'] : ['--end-of-options', ...ranges];
    const child = this.#start(['--literal-pathspecs', ...words, ...which, '--', ...paths], 'ignore');
    let commit: string | null = null;
    for await (const line of linesOf(child)) {
      const object = /^[0-9a-f]+/u.exec(line)?.[0];
      if (object === undefined) continue;
      if (line.length === object.length) commit = object;
      else yield { object, path: line.slice(object.length + 1), commit };
    }
  }

  /** Starts `git cat-file --batch`, which answers for each name that is written to it. */
  contents(): ChildProcessByStdio<Writable, Readable, Readable> {
    return this.#start(['cat-file', '--batch', '--buffer'], 'pipe') as ChildProcessByStdio<
      Writable,
      Readable,
      Readable
    >;
  }

  /** What git prints on one line; null if it fails. */
  asked(words: readonly string[]): string | null {
    const { status, stdout } = this.#run(words);
    return status === 0 ? stdout.toString('utf8').replace(/\n$/u, '') : null;
  }

  #lines(words: readonly string[], end: string): readonly string[] {
    const { status, stdout, stderr, error } = this.#run(words);
    if (status === 0) return stdout.toString('utf8').split(end).slice(0, -1);
    throw new GitTrouble(
      error === undefined ? 'cannot be listed by git' : NOT_RUN,
      detailOf(stderr?.toString('utf8') ?? ''),
    );
  }

  #run(words: readonly string[]) {
    const { path, options, environment } = this.#git;
    return spawnSync(path, [...options, ...words], {
      cwd: this.#folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      maxBuffer: MOST_BYTES,
      windowsHide: true,
    });
  }

  #start(words: readonly string[], input: 'ignore' | 'pipe') {
    const { path, options, environment } = this.#git;
    return spawn(path, [...options, ...words], {
      cwd: this.#folder,
      env: environment,
      stdio: [input, 'pipe', 'pipe'],
      windowsHide: true,
    });
  }
}

/** Null where git is not installed, or has no repository there. Throws a GitTrouble where it refuses to use one. */
export function repositoryAt(folder: string, variables: Variables): GitRepository | null {
  let git: GitProgram;
  try {
    git = gitProgram(variables);
  } catch (error) {
    if (error instanceof GitTrouble) return null;
    throw error;
  }
  const { path, options, environment } = git;
  const asked = spawnSync(path, [...options, 'rev-parse', '--is-inside-work-tree'], {
    cwd: folder,
    env: { ...environment, LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  if (asked.status === 0)
    return asked.stdout.toString('utf8').trim() === 'true' ? new GitRepository(folder, git) : null;
  const said = asked.stderr?.toString('utf8') ?? '';
  if (asked.error !== undefined || NO_REPOSITORY.test(said)) return null;
  throw new GitTrouble('cannot be listed by git', detailOf(said));
}

/** Throws a GitTrouble with what git says if it ends with a failure. */
async function* linesOf(child: ReturnType<typeof spawn>): AsyncGenerator<string> {
  const ended = endOf(child);
  let rest = '';
  child.stdout?.setEncoding('utf8');
  for await (const part of child.stdout ?? []) {
    const lines = (rest + part).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  await ended;
}

/** Waits until git has ended. */
export async function endOf(child: ReturnType<typeof spawn>): Promise<void> {
  let said = '';
  child.stderr?.on('data', (part: Buffer) => {
    if (said.length < LONGEST_DETAIL) said += part.toString('utf8');
  });
  const status = await new Promise<number | null>((resolve) => {
    child.on('error', () => resolve(null));
    child.on('close', resolve);
  });
  if (status !== 0) throw new GitTrouble('cannot be read in git', detailOf(said));
}

function detailOf(said: string): string | null {
  const detail = said.trim().slice(0, LONGEST_DETAIL);
  return detail === '' ? null : detail;
}
