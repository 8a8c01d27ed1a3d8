/** The git repository that a password store may be: a commit for every change, as pass makes it. */
import { setTimeout as elapsed } from 'node:timers/promises';
import { type Ended, saying, VendorProgram, wholeOutput } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, sentenceOf } from '../store-failure.js';

/** A file in a repository. */
export interface Tracked {
  /** Its folder. */
  readonly repository: string;
  readonly path: string;
}
export interface Change extends Tracked {
  readonly message: string;
}

/** Variables that would have git use another repository: pass unsets the same. */
const ELSEWHERE = ['DIR', 'WORK_TREE', 'NAMESPACE', 'INDEX_FILE', 'INDEX_VERSION', 'OBJECT_DIRECTORY', 'COMMON_DIR'];
/** Another writer holds the lock of the index for a moment; one that was killed keeps it. */
const ATTEMPTS = 20;
const PAUSE_MS = 50;
const BUSY = /index\.lock|cannot lock ref/;

export class StoreHistory {
  readonly #git: VendorProgram;

  constructor(root: string, ports: ProviderPorts) {
    const variables = {
      ...Object.fromEntries(ELSEWHERE.map((name) => [`GIT_${name}`, null])),
      GIT_CEILING_DIRECTORIES: `${root}/..`,
    };
    this.#git = new VendorProgram({ name: 'git', install: 'install git (package `git`)', variables }, ports);
  }

  /** Why the change is not committed; null: it is. */
  async commit(change: Change, call: Call): Promise<string | null> {
    for (let attempt = 1; ; attempt++) {
      const why = await this.#commitOnce(change, call);
      if (why === null || !BUSY.test(why) || attempt === ATTEMPTS) return why;
      await elapsed(PAUSE_MS);
    }
  }

  /** Why git has this file otherwise than it is on disk; null: a commit has it. `said`: what git said before. */
  async uncommitted(tracked: Tracked, call: Call, said = ''): Promise<string | null> {
    const words = ['status', '--porcelain', '--untracked-files=all', '--', tracked.path];
    const ended = await this.#run(tracked, words, call);
    if (ended.kind === 'failed') return sentenceOf(ended);
    if (ended.status !== 0) return saying(ended.stderr) || `\`git\` ended with status ${ended.status}`;
    const listed = wholeOutput(ended);
    if (!(listed instanceof Uint8Array)) return sentenceOf(listed);
    return listed.length === 0 ? null : said || '`git status` lists it';
  }

  /** What git reports decides nothing: also a hook that runs after the commit can fail. */
  async #commitOnce(change: Change, call: Call): Promise<string | null> {
    const added = await this.#run(change, ['add', '--', change.path], call);
    const why = await this.uncommitted(change, call, saidBy(added));
    if (why === null || !isGood(added)) return why;
    const signs = await this.#run(change, ['config', '--bool', '--get', 'pass.signcommits'], call);
    const sign = signs.kind === 'ended' && signs.stdout.toString() === 'true\n' ? ['-S'] : [];
    const committed = await this.#run(change, ['commit', ...sign, '-m', change.message], call);
    return this.uncommitted(change, call, saidBy(committed));
  }

  #run({ repository }: Tracked, words: readonly string[], call: Call): Promise<Ended | Failed> {
    return this.#git.run(['--literal-pathspecs', '-C', repository, ...words], call);
  }
}

function isGood(ended: Ended | Failed): boolean {
  return ended.kind === 'ended' && ended.status === 0;
}

function saidBy(ended: Ended | Failed): string {
  return ended.kind === 'failed' ? sentenceOf(ended) : saying(ended.stderr);
}
