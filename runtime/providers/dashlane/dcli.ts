/** The program `dcli` as this store runs it (providers-local 15 (5) to (7), 25.15). */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { dashlane } from '#schemas/providers/dashlane.js';
import { withoutColours } from '../../programs/saying.js';
import { type Environment, variableIn } from '../../values/environment.js';
import { TOOL_NAME } from '../../version.js';
import { credentialVariables } from '../bases/credential-variables.js';
import type { FailureTable } from '../bases/failure-table.js';
import type { Secrets } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';
import { type DashlaneItem, itemsIn } from './items.js';

export type DashlaneKind = 'secret' | 'note' | 'password';
interface Unknown {
  readonly kind: 'unknown';
}

export class Dcli {
  readonly #environment: Environment;
  readonly #program: VendorProgram;

  constructor(ports: ProviderPorts) {
    this.#environment = ports.environment;
    this.#program = new VendorProgram(
      {
        name: 'dcli',
        install: 'install the Dashlane CLI (https://cli.dashlane.com/install)',
        credentials: dashlane.credentials,
        secrets: () => deviceKeys(ports),
        failures: FAILURES,
      },
      ports,
    );
  }

  /** All items of a kind, with their values; `unknown`: the program is older than this kind. */
  async list(kind: DashlaneKind, call: Call): Promise<readonly DashlaneItem[] | Unknown | Failed> {
    const end = await alone(this.#environment, () => this.#program.run([kind, '-o', 'json'], call));
    // A list is never nothing.
    const isSilent = end.kind === 'ended' && end.stdout.toString('utf8').trim() === '';
    const done = this.#program.entryOf(isSilent ? { ...end, status: end.status || 1 } : end);
    if (done.kind === 'absent') return { kind: 'unknown' };
    const items = done.kind === 'output' ? itemsIn(done.stdout) : done;
    if (!('failure' in items)) return items;
    if (items.failure.detail === ASKED) return (await this.#signInFailure(call)) ?? LOCKED;
    return isUnclear(items) ? ((await this.#signInFailure(call)) ?? items) : items;
  }

  /** Null if it says that it is signed in and open, or nothing: older ones do not have the command. It ends with 0 either way. */
  async #signInFailure(call: Call): Promise<Failed | null> {
    const done = await alone(this.#environment, () => this.#program.output(['status'], call));
    const text = done.kind === 'output' ? withoutColours(done.stdout.toString('utf8')) : '';
    if (/^Logged in: no/im.test(text)) return SIGNED_OUT;
    return /^Locked: yes/im.test(text) ? LOCKED : null;
  }
}

/** What a program that wants to ask may also come to. */
function isUnclear({ failure: { kind } }: Failed): boolean {
  return kind === 'failed' || kind === 'malformed';
}

/** One after the other, for all stores of a call: two of them may meet in its database. */
function alone<Done>(environment: Environment, run: () => Promise<Done>): Promise<Done> {
  const done = (turns.get(environment) ?? Promise.resolve()).then(run);
  const ended = done.then(
    () => undefined,
    () => undefined,
  );
  turns.set(environment, ended);
  return done;
}
const turns = new WeakMap<Environment, Promise<unknown>>();

/** With keys of a device it gets a home of its own: it would replace what a person has signed in as in theirs. */
async function deviceKeys(ports: ProviderPorts): Promise<Secrets | Failed> {
  const own = await credentialVariables(dashlane.credentials, '`dcli`', ports);
  const keys = own.kind === 'secrets' ? own.variables['DASHLANE_SERVICE_DEVICE_KEYS'] : undefined;
  if (own.kind === 'failed' || keys === undefined || keys === null) return own;
  const cache = variableIn(ports.environment, 'XDG_CACHE_HOME');
  const base = cache.startsWith('/') ? cache : ports.home && join(ports.home, '.cache');
  if (!base) return NO_HOME;
  const home = join(
    base,
    TOOL_NAME,
    'dashlane',
    createHash('sha256').update(`dashlane ${keys}`).digest('hex').slice(0, 32),
  );
  try {
    await ports.files.makePrivateFolder(home);
  } catch (error) {
    return failedFile(error, 'the private folder of `dcli`');
  }
  return { kind: 'secrets', variables: { ...own.variables, ...HOMELESS, HOME: home, APPDATA: home } };
}

/** They would lead it elsewhere. */
const HOMELESS = { XDG_CONFIG_HOME: null, XDG_DATA_HOME: null, XDG_CACHE_HOME: null, XDG_STATE_HOME: null };

const KEYS = 'the credential `service_device_keys` (or `DASHLANE_SERVICE_DEVICE_KEYS`)';
const NO_HOME = failed(
  'unsupported',
  'there is no home folder in which `dcli` could keep what belongs to the keys',
  'set `HOME`',
);
/** A detail that is only compared. */
const ASKED = '`dcli` wanted to ask a question';
const SIGNED_OUT = failed(
  'missing-credential',
  '`dcli` is not signed in',
  `run \`dcli sync\`, which registers this machine, or give ${KEYS}`,
);
const LOCKED = failed(
  'locked',
  '`dcli` is locked, or not signed in',
  `run \`dcli sync\`, which asks for the master password, or give ${KEYS}`,
);

const FAILURES: FailureTable = {
  reportsInOutput: true,
  rows: [
    { says: /unknown command/i, kind: 'absent' },
    {
      says: /unknown option|invalid choice/i,
      kind: 'unsupported',
      detail: '`dcli` is too old',
      help: 'update the Dashlane CLI',
      concernsAll: true,
    },
    {
      says: /credentials has a wrong format|credentials are invalid|have been revoked/i,
      kind: 'denied',
      detail: 'Dashlane does not accept the keys of the device',
      help: `check ${KEYS}: it is malformed or was revoked`,
      concernsAll: true,
    },
    { says: /force closed the prompt/i, kind: 'locked', detail: ASKED },
    {
      says: /rate limit|too many requests/i,
      kind: 'busy',
      detail: 'Dashlane takes no more requests now',
      help: 'try again later',
      concernsAll: true,
    },
    {
      says: /database is locked/i,
      kind: 'busy',
      detail: 'another `dcli` uses its database',
      help: 'try again',
      concernsAll: true,
    },
    { says: /ETIMEDOUT|timed? ?out/i, kind: 'timeout', detail: 'Dashlane did not answer in time' },
    {
      says: /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|getaddrinfo|fetch failed|network/i,
      kind: 'unreachable',
      detail: 'Dashlane could not be reached',
      help: 'check the connection',
    },
  ],
};
