/** The git repository that a password store may be: a commit for every change, as pass makes it. */
import { setTimeout as elapsed } from 'node:timers/promises';
import type { Files } from '../../files/files.js';
import { saying } from '../../programs/saying.js';
import { inTurn } from '../bases/in-turn.js';
import { type Ended, wholeOutput } from '../bases/program-end.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed, sentenceOf } from '../store-failure.js';

/** A file that was written or removed. */
export interface CommittedChange {
  /** The folder of the repository. */
  readonly repository: string;
  readonly path: string;
  readonly message: string;
}

/** Variables that would have git use another repository: pass unsets the same. */
const ELSEWHERE = ['DIR', 'WORK_TREE', 'NAMESPACE', 'INDEX_FILE', 'INDEX_VERSION', 'OBJECT_DIRECTORY', 'COMMON_DIR'];
/** Another program holds the lock of the index for a moment; one that was killed keeps it. */
const LONGEST_WAIT_MS = 10_000;
const PAUSE_MS = 50;
/** The message is read back from a file that every commit writes, so it may be empty while another one starts. */
const BUSY = /index\.lock|cannot lock ref|empty commit message/;

/** Where git has the file as it is on disk: in a commit, in the index for the next one, or nowhere. */
interface State {
  readonly kind: 'committed' | 'staged' | 'unstaged';
}
/** Lines of `git status --porcelain` for a change that is completely staged. */
const STAGED = /^(?:[A-Z] .*\n)+$/;

/** One attempt to commit; `isDisturbed`: by another program, so that the next one may succeed. */
type Attempt =
  | { readonly kind: 'committed' }
  | { readonly kind: 'open'; readonly why: string; readonly isDisturbed: boolean };

export class StoreHistory {
  readonly #git: VendorProgram;
  readonly #files: Files;

  constructor(root: string, ports: ProviderPorts) {
    const variables = {
      ...Object.fromEntries(ELSEWHERE.map((name) => [`GIT_${name}`, null])),
      GIT_CEILING_DIRECTORIES: `${root}/..`,
    };
    this.#git = new VendorProgram({ name: 'git', install: 'install git (package `git`)', variables }, ports);
    this.#files = ports.files;
  }

  /**
   * Runs `work` while no other process of this tool changes the repository. Lock files of git do not ensure that: `git
   * commit` reads the index before it locks it, and then writes it without what others have added in between.
   */
  async inTurn<Done>(repository: string, work: () => Promise<Done>, call: Call): Promise<Done | Failed> {
    const found = await this.#run(repository, ['rev-parse', '--absolute-git-dir'], call);
    if (found.kind === 'failed') return found;
    if (found.status !== 0) return failed('failed', saidBy(found));
    const folder = wholeOutput(found);
    if (!(folder instanceof Uint8Array)) return folder;
    const place = { path: `${folder.toString().trimEnd()}/index`, name: 'the index of the git repository' };
    return inTurn(place, work, this.#files, call);
  }

  /** Why the change is not committed; null: it is. */
  async commit(change: CommittedChange, call: Call): Promise<string | null> {
    // Only the pauses count: an attempt takes as long as the machine lets it.
    for (let waitedMs = 0; ; waitedMs += PAUSE_MS) {
      const attempt = await this.#attempt(change, call);
      if (attempt.kind === 'committed') return null;
      if (!attempt.isDisturbed || waitedMs >= LONGEST_WAIT_MS || call.signal.aborted) return attempt.why;
      await elapsed(PAUSE_MS);
    }
  }

  /** What git reports decides nothing: also a hook that runs after the commit can fail. */
  async #attempt(change: CommittedChange, call: Call): Promise<Attempt> {
    const added = await this.#run(change.repository, ['add', '--', change.path], call);
    const before = await this.#stateOf(change, call);
    if (before.kind !== 'staged') return outcomeOf(added, before, isGood(added));
    const signs = await this.#run(change.repository, ['config', '--bool', '--get', 'pass.signcommits'], call);
    const sign = signs.kind === 'ended' && signs.stdout.toString() === 'true\n' ? ['-S'] : [];
    const committed = await this.#run(change.repository, ['commit', ...sign, '-m', change.message], call);
    return outcomeOf(committed, await this.#stateOf(change, call), true);
  }

  async #stateOf({ repository, path }: CommittedChange, call: Call): Promise<State | Failed> {
    const ended = await this.#run(repository, ['status', '--porcelain', '--untracked-files=all', '--', path], call);
    if (ended.kind === 'failed') return ended;
    if (ended.status !== 0) return failed('failed', saidBy(ended));
    const listed = wholeOutput(ended);
    if (!(listed instanceof Uint8Array)) return listed;
    if (listed.length === 0) return { kind: 'committed' };
    return { kind: STAGED.test(listed.toString('latin1')) ? 'staged' : 'unstaged' };
  }

  #run(repository: string, words: readonly string[], call: Call): Promise<Ended | Failed> {
    return this.#git.run(['--literal-pathspecs', '-C', repository, ...words], call);
  }
}

/** The result of an attempt after this command. If the change was in the index and is not now, another program has undone that. */
function outcomeOf(command: Ended | Failed, state: State | Failed, wasStaged: boolean): Attempt {
  if (state.kind === 'committed') return { kind: 'committed' };
  if (state.kind === 'failed') return { kind: 'open', why: sentenceOf(state), isDisturbed: false };
  const why = (isGood(command) ? '' : saidBy(command)) || '`git status` lists it';
  return { kind: 'open', why, isDisturbed: BUSY.test(why) || (wasStaged && state.kind === 'unstaged') };
}

function isGood(ended: Ended | Failed): boolean {
  return ended.kind === 'ended' && ended.status === 0;
}

function saidBy(ended: Ended | Failed): string {
  if (ended.kind === 'failed') return sentenceOf(ended);
  return saying(ended.stderr) || (ended.status === 0 ? '' : `\`git\` ended with status ${ended.status}`);
}
