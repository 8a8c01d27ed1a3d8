/** The program `gopass` as this store runs it, and what it reports for all entries. */

import { wordsIn } from '../../values/environment.js';
import { WITH_STATUS } from '../bases/gpg-status.js';
import type { Output } from '../bases/program-end.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { Mounts } from './mounts.js';
import { FAILURES, undecryptedEntry } from './outcome.js';

/** The entries by name, and the mounts that gopass could not open: it goes on as if they did not exist. */
export interface EntryListing {
  readonly kind: 'listing';
  readonly names: Set<string>;
  readonly broken: readonly string[];
}

/** For what is asked outside of a call: the deadline of programs remains. */
const UNLIMITED: Call = { signal: new AbortController().signal };

export class OwnProgram {
  readonly #gopass: VendorProgram;
  readonly #ports: ProviderPorts;

  constructor(ports: ProviderPorts) {
    this.#ports = ports;
    const options = ['GOPASS_GPG_OPTS', 'PASSWORD_STORE_GPG_OPTS'].map((name) => wordsIn(ports.environment, name));
    const variables = {
      // No notifications, no reminders, no traffic that was not requested (providers-local 9.5).
      GOPASS_NO_NOTIFY: '1',
      GOPASS_NO_REMINDER: '1',
      GOPASS_NO_AUTOSYNC: '1',
      // Its debug output holds values.
      GOPASS_DEBUG: null,
      GOPASS_DEBUG_LOG: null,
      GOPASS_GPG_OPTS: [...(options.find((words) => words.length > 0) ?? []), '--no-tty', ...WITH_STATUS].join(' '),
      // Without one, gopass has gpg ask on the input, `/dev/null`, where a question is never answered.
      ...(ports.terminal === null && { GPG_TTY: 'none' }),
      // Without one, it would keep its files in the working folder.
      ...(ports.home !== null && { HOME: ports.home }),
    };
    const install = 'install gopass 1.15 or later (https://www.gopass.pw)';
    this.#gopass = new VendorProgram(
      { name: 'gopass', install, variables, inputFrom: 'file', failures: FAILURES },
      ports,
    );
  }

  /** Runs one of its commands. Options end before `words`. */
  async run(
    command: readonly string[],
    words: readonly string[],
    call: Call,
    input?: Uint8Array,
  ): Promise<Output | Failed> {
    const ended = await this.#gopass.run([...command, '--', ...words], call, input);
    const undecrypted = ended.kind === 'ended' && ended.status !== 0 ? undecryptedEntry(ended.stderr) : null;
    return undecrypted ?? this.#gopass.outputOf(ended);
  }

  /** Whether every other request to the store would fail in the same way, whatever the keys of its mount and folder are. */
  concernsAll(failure: Failed): boolean {
    return this.#gopass.concernsAllLocks(failure);
  }

  /** Where its entries are. Opens no store. */
  async mounts(): Promise<Mounts | Failed> {
    const done = await this.run(['config'], [], UNLIMITED);
    if (done.kind === 'failed') return done;
    return (
      Mounts.in(done.stdout.toString('utf8'), this.#ports) ?? failed('malformed', '`gopass config` names no store')
    );
  }

  /** A folder is not listed, but the entries in it are. */
  async list(call: Call): Promise<EntryListing | Failed> {
    const done = await this.run(['ls', '--flat'], [], call);
    if (done.kind === 'failed') return done;
    const names = done.stdout.toString('utf8').split('\n');
    return { kind: 'listing', names: new Set(names.filter((name) => name !== '')), broken: brokenMounts(done.stderr) };
  }
}

/** Without this, an entry of such a mount would be missing, and a new one would be written to the store around it. */
export function brokenMounts(stderr: string): readonly string[] {
  return Array.from(stderr.matchAll(/Failed to initialize mount (.+?) \(/g), ([, alias = '']) => alias);
}

export function refusalOf(name: string, broken: readonly string[]): Failed | null {
  const mount = broken.find((alias) => `${name}/`.startsWith(`${alias}/`));
  if (mount === undefined) return null;
  return failed('failed', `gopass cannot open the mount \`${mount}\``, 'check it with `gopass mounts`');
}
