/** The program `lpass` as this store runs it (providers-local 14 (6), 25.14). */
import { concurrencyIn, eachAtOnce } from '../../each-at-once.js';
import type { FailureTable } from '../bases/failure-table.js';
import { severalNamed } from '../bases/named-item.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { Accounts, accountsIn } from './accounts.js';

/** What is behind a name. An account may have an empty password. */
export type PasswordAnswer =
  | { readonly kind: 'password'; readonly password: string }
  | { readonly kind: 'absent' }
  | Failed;

const INSTALL = 'install the LastPass command line (package lastpass-cli)';
/** It asks nobody: not for a login that has ended, and not for an item that is protected. No log, which has values. */
const SILENT = { LPASS_DISABLE_PINENTRY: '1', LPASS_ASKPASS: null, LPASS_LOG_LEVEL: null };
/** Of the names of one process. Linux takes 2 MiB of arguments and variables, others less. */
const MOST_BYTES = 100_000;

export class Lpass {
  readonly #program: VendorProgram;
  readonly #atOnce: number;
  /** The first read asks the server, and those after it do not have to. */
  #isSynced = false;

  constructor(ports: ProviderPorts) {
    this.#program = new VendorProgram(
      { name: 'lpass', install: INSTALL, variables: SILENT, failures: FAILURES },
      ports,
    );
    this.#atOnce = concurrencyIn(ports.environment);
  }

  /** All with one process, unless one of them ends it: it is protected, or there are several and the program is an old one. */
  async show(names: readonly string[], call: Call): Promise<ReadonlyMap<string, PasswordAnswer>> {
    const found = new Map<string, PasswordAnswer>();
    for (const part of inParts(names)) {
      const accounts = await this.#accounts(part, call);
      const isOfOne = 'failure' in accounts && OF_ONE.has(accounts.failure.detail) && part.length > 1;
      const each = isOfOne ? await this.#oneByOne(part, call) : part.map((name) => foundIn(accounts, name));
      for (const [index, name] of part.entries()) found.set(name, each[index] ?? { kind: 'absent' });
    }
    return found;
  }

  /** Null if it succeeded. A newline at the end of the input is not part of the password. */
  put(command: 'add' | 'edit', name: string, password: string, call: Call): Promise<Failed | null> {
    const words = [command, '--sync=now', '--password', '--non-interactive', '--', name];
    return this.#program.change(words, call, Buffer.from(`${password}\n`));
  }

  /** Whether every other request would fail in the same way. */
  concernsAll(failure: Failed): boolean {
    return this.#program.concernsAll(failure);
  }

  #oneByOne(names: readonly string[], call: Call): Promise<readonly PasswordAnswer[]> {
    const answerTo = async (name: string) => foundIn(await this.#accounts([name], call), name);
    return eachAtOnce(names, this.#atOnce, answerTo, call.answered);
  }

  async #accounts(names: readonly string[], call: Call): Promise<Accounts | Failed> {
    const sync = this.#isSynced ? 'no' : 'now';
    const done = await this.#program.entry(
      ['show', `--sync=${sync}`, '--json', '--expand-multi', '--', ...names],
      call,
    );
    if (done.kind === 'failed') return done;
    this.#isSynced = true;
    if (done.kind === 'absent') return new Accounts([]);
    // For people, and with status 0.
    return done.stdout.subarray(0, 100).toString('utf8').startsWith('Multiple matches found')
      ? MATCHES
      : accountsIn(done.stdout);
  }
}

function foundIn(accounts: Accounts | Failed, name: string): PasswordAnswer {
  if ('failure' in accounts) return accounts;
  const [account, ...others] = accounts.of(name);
  if (account === undefined) return { kind: 'absent' };
  if (others.length === 0) return { kind: 'password', password: account.password };
  const ids = [account, ...others].map(({ id }) => id);
  return severalNamed(HAVE_THIS_NAME, ids, ONE_OF_SEVERAL);
}

const HAVE_THIS_NAME = 'items have this name';
const SEVERAL = `several ${HAVE_THIS_NAME}`;
const ONE_OF_SEVERAL = 'use an id as the `item` of a `ref`, or the full name with its folder';
const MATCHES = failed('failed', SEVERAL, ONE_OF_SEVERAL);

function inParts(names: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const name of names) {
    bytes += Buffer.byteLength(name) + 1;
    if (bytes > MOST_BYTES) {
      parts.push([]);
      bytes = Buffer.byteLength(name) + 1;
    }
    parts.at(-1)?.push(name);
  }
  return parts;
}

const LOGIN = 'run `lpass login EMAIL`';
const PROTECTED = 'the item asks for the master password each time it is read';
const OF_ONE: ReadonlySet<string> = new Set([PROTECTED, SEVERAL]);

const FAILURES: FailureTable = {
  reportsInOutput: true,
  message: (errors) => errors.trim().replace(/^Error: /, ''),
  rows: [
    {
      says: /^usage: lpass|(?:unrecognized|invalid|unknown) option/im,
      kind: 'unsupported',
      detail: '`lpass` is too old: this store needs version 1.3',
      help: 'update it (package lastpass-cli)',
      concernsAll: true,
    },
    {
      says: /not logged in|could not find decryption key|session is invalid|need to login/i,
      kind: 'missing-credential',
      detail: '`lpass` is not signed in',
      help: LOGIN,
      concernsAll: true,
    },
    {
      says: /could not authenticate for protected entry/i,
      kind: 'locked',
      detail: PROTECTED,
      help: 'turn off "Require master password reprompt" for the item in LastPass',
    },
    {
      says: /readonly shared entry/i,
      kind: 'denied',
      help: 'ask an administrator of the shared folder for the right to write',
    },
    { says: /multiple matches found/i, kind: 'failed', detail: SEVERAL, help: ONE_OF_SEVERAL },
    {
      says: /HTTP response code said error/i,
      kind: 'busy',
      help: 'LastPass refused the request, maybe because there were too many: try again later',
      concernsAll: true,
    },
    { says: /timeout was reached|timed out/i, kind: 'timeout', concernsAll: true },
    {
      says: /could(?:n't| not) (?:resolve|connect)|failed to connect|unable to fetch blob|SSL (?:connect|peer)/i,
      kind: 'unreachable',
      concernsAll: true,
    },
    { says: /could not find specified account/i, kind: 'absent' },
  ],
};
