/** The program `bw` as this store runs it (providers-local 19.5, 19.6, 25.19): it asks nobody, and prints nothing but JSON. */
import { variableIn } from '../../values/environment.js';
import { jsonIn } from '../../values/json.js';
import type { FailureTable } from '../bases/failure-table.js';
import { objectIn } from '../bases/http-reply.js';
import type { ProgramSession } from '../bases/program-session.js';
import type { RunsProgram, Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { valuesIn } from './fields.js';
import type { BitwardenObject } from './item.js';
import { serverFailure } from './server.js';

const INSTALL = 'install the Bitwarden CLI (https://bitwarden.com/help/cli), so that `bw` is in `PATH`';
/** They change what it prints, or that its status says whether it succeeded; the others are for signing in. */
const PLAIN = {
  BW_QUIET: null,
  BW_RESPONSE: null,
  BW_PRETTY: null,
  BW_RAW: null,
  BW_CLEANEXIT: null,
  BW_SERVE: null,
  BW_CLIENTID: null,
  BW_CLIENTSECRET: null,
  BITWARDENCLI_DEBUG: null,
} as const;

export class BitwardenProgram {
  readonly #program: VendorProgram;

  /** `server`: the only one that it may be set up for; null: any. */
  constructor(server: string | null, ports: ProviderPorts) {
    const session = variableIn(ports.environment, 'BW_SESSION');
    const vendor: Vendor = {
      name: 'bw',
      install: INSTALL,
      sessions: 'bw',
      variables: PLAIN,
      secrets: async () => ({ kind: 'secrets', variables: session === '' ? {} : { BW_SESSION: session } }),
      signIn: { of: server ?? '', begin: (run) => signedIn(run, session !== '', server) },
      failures: FAILURES,
    };
    this.#program = new VendorProgram(vendor, ports);
  }

  /** What it lists, in JSON. */
  async list(words: readonly string[], call: Call): Promise<Uint8Array | Failed> {
    const output = await this.#program.output(['--nointeraction', 'list', ...words], call);
    return output.kind === 'failed' ? output : output.stdout;
  }

  /** The one-time code of an item at this moment. */
  async oneTimeCode(id: string, call: Call): Promise<string | Failed> {
    const output = await this.#program.output(['--nointeraction', 'get', 'totp', id], call);
    return output.kind === 'failed' ? output : output.stdout.toString('utf8').trim();
  }

  /** `item` is its input, encoded as it wants it, so that it may quote a value of it. What it prints is the item as it is then; null: it printed something else. */
  async change(
    words: readonly string[],
    item: BitwardenObject,
    call: Call,
  ): Promise<{ readonly kind: 'changed'; readonly item: Readonly<Record<string, unknown>> | null } | Failed> {
    const input = Buffer.from(Buffer.from(JSON.stringify(item)).toString('base64'));
    const end = await this.#program.run(['--nointeraction', ...words], call, input, {
      hides: valuesIn(item).join('\n'),
    });
    const failure = end.kind === 'failed' ? end : this.#program.failureOf(end);
    if (failure !== null || end.kind === 'failed') return failure ?? UNKNOWN_END;
    // Before it, it may say that an item was moved out of the archive.
    const printed = end.stdout.toString('utf8');
    return { kind: 'changed', item: objectIn(jsonIn(printed.slice(printed.indexOf('{')))) };
  }

  /** Whether every other item would meet it, too. */
  concernsAll(failure: Failed): boolean {
    return this.#program.concernsAll(failure);
  }
}

/**
 * Whether it is signed in, and at which server. That it calls the vault locked is not final if there is a session key: it may be wrong
 * about that, and a listing is not.
 */
async function signedIn(run: RunsProgram, hasKey: boolean, server: string | null): Promise<ProgramSession | Failed> {
  const output = await run(['--nointeraction', 'status']);
  if (output.kind === 'failed') return output;
  const { status, serverUrl } = objectIn(jsonIn(output.stdout)) ?? {};
  if (status === 'unauthenticated') return NOT_SIGNED_IN;
  if (status !== 'locked' && status !== 'unlocked') return NO_STATUS;
  const other = server === null ? null : serverFailure(server, typeof serverUrl === 'string' ? serverUrl : null);
  if (other !== null) return other;
  return status === 'locked' && !hasKey ? LOCKED : { kind: 'session', variables: {} };
}

const SIGN_IN = 'run `bw login`, then `export BW_SESSION="$(bw unlock --raw)"`';
const UNLOCK = 'run `export BW_SESSION="$(bw unlock --raw)"`';
const NOT_SIGNED_IN = failed('missing-credential', '`bw` is not logged in', SIGN_IN);
const LOCKED = failed('locked', 'the vault is locked, and `BW_SESSION` is not set', UNLOCK);
const NO_STATUS = failed('malformed', '`bw status` printed something that is not its status');
const UNKNOWN_END = failed('failed', '`bw` ended in an unknown way');

/** Of a crash, the error alone: before it come lines of its source, and after it those that led there. */
function withoutTrace(errors: string): string {
  const isCrash = /^\s+at .+:\d+:\d+\)?$/m.test(errors);
  return (isCrash && /^\w*Error: .*$/m.exec(errors)?.[0]) || errors;
}

const FAILURES: FailureTable = {
  message: withoutTrace,
  rows: [
    {
      says: /not logged in|run .?bw login/i,
      kind: 'missing-credential',
      detail: '`bw` is not logged in',
      help: SIGN_IN,
    },
    {
      says: /vault is locked|master password|run .?bw unlock/i,
      kind: 'locked',
      detail: 'the vault is locked for the key in `BW_SESSION`: it has expired, or is of another login',
      help: UNLOCK,
    },
    {
      says: /unknown option|unknown command/i,
      kind: 'unsupported',
      help: 'update `bw`: it is too old',
      concernsAll: true,
    },
    { says: /rate limit|too many requests/i, kind: 'busy', help: 'try again later', concernsAll: true },
    {
      says: /out of date/i,
      kind: 'conflict',
      detail: 'another client has changed the item since the last `bw sync`',
      help: 'run `bw sync`, and try again',
    },
    { says: /^Not found\.?$/im, kind: 'conflict', detail: 'the item is not there any more', help: 'run `bw sync`' },
    {
      says: /exceeds the maximum encrypted value length|length of \d+ characters/i,
      kind: 'unsupported',
      help: 'store it elsewhere, or attach it to the item as a file',
    },
    {
      says: /permission|access denied|restrict|read.?only/i,
      kind: 'denied',
      help: 'ask for the right to edit the item',
    },
    {
      says: /ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|fetch failed|network|certificate/i,
      kind: 'unreachable',
      help: 'what is stored locally can be read; a change needs the server',
    },
  ],
};
