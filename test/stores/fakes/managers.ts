/** Every password manager behind a program, as tests that go through all of them need it: what it holds, what a batch costs, what goes wrong. */
import { type BwState, vendor as bw, bwLogin } from './bw.js';
import { type BwsState, vendor as bws, PROJECT, TOKEN } from './bws.js';
import { type DcliState, vendor as dcli, dcliItem } from './dcli.js';
import type { VendorFake } from './fake-vendor.js';
import type { Fault } from './fault.js';
import { type LpassState, vendor as lpass, lpassAccount } from './lpass.js';
import { type OpState, vendor as op, opField, opVault } from './op.js';
import { type PassAccount, vendor as passCli, putItem } from './pass-cli.js';
import { type PassboltAccount, vendor as passbolt, putResource } from './passbolt.js';

/** What goes wrong, and what the tool says then: the class of failure, and a text that is in its message or its help. */
export interface Trouble<State = unknown> {
  readonly fault?: Fault;
  readonly state?: (state: State) => unknown;
  readonly variables?: Readonly<Record<string, string>>;
  readonly kind: string;
  readonly says: RegExp;
}
export type Situation =
  | 'not signed in'
  | 'wrong account'
  | 'locked'
  | 'expired session'
  | 'program too old'
  | 'offline'
  | 'throttled';

export interface Manager<State = unknown> {
  readonly vendor: VendorFake<State>;
  readonly spec: string;
  readonly variables: Readonly<Record<string, string>>;
  /** Another client stores these; the value of a key is `canary of KEY`. */
  readonly hold: (state: State, keys: readonly string[]) => unknown;
  /** Processes for 1, 50 and 500 secrets of one vault (providers-local 25.22), and how many at once; left out: eight. */
  readonly processes: readonly [number, number, number];
  readonly atOnce?: number;
  /** Left out: the program has no such state, or says nothing of it. */
  readonly troubles: Readonly<Partial<Record<Situation, Trouble<State>>>>;
}

const named = (key: string) => `tool/demo/default/${key}`;
const textOf = (key: string) => `canary of ${key}`;
const says = (stderr: string, kind: string, says: RegExp, status = 1): Omit<Trouble, 'state'> => ({
  fault: { status, stderr },
  kind,
  says,
});
const OP = '[ERROR] 2026/11/26 08:00:00 ';

const onepassword: Manager<OpState> = {
  vendor: op,
  spec: 'onepassword://Many',
  variables: {},
  hold: (state, keys) => {
    const items = keys.map((key) => [named(key), { category: 'SECURE_NOTE', fields: [opField('value', textOf(key))] }]);
    state.vaults.push(opVault('Many', Object.fromEntries(items)));
  },
  processes: [3, 3, 3],
  troubles: {
    'not signed in': {
      state: (state) => Object.assign(state, { isSignedIn: false }),
      kind: 'missing-credential',
      says: /`op signin`/,
    },
    'wrong account': says(
      `${OP}found no accounts for filter "shop"\n`,
      'missing-credential',
      /`op account add`|OP_ACCOUNT/,
    ),
    locked: says(`${OP}error initializing client: authorization timeout\n`, 'locked', /1Password/),
    'expired session': says(
      `${OP}session expired, sign in to create a new session\n`,
      'missing-credential',
      /`op signin`/,
    ),
    'program too old': says(`${OP}unknown command "item" for "op"\n`, 'unsupported', /2\.|update/i),
    offline: says(`${OP}dial tcp: lookup my.1password.com: no such host\n`, 'unreachable', /no such host/),
    throttled: says(`${OP}(429) Too Many Requests: Please retry in 5 minutes\n`, 'busy', /ratelimit/),
  },
};

const lastpass: Manager<LpassState> = {
  vendor: lpass,
  spec: 'lastpass',
  variables: {},
  hold: ({ accounts }, keys) => {
    for (const [index, key] of keys.entries()) accounts.push(lpassAccount(`${index + 1}`, named(key), textOf(key)));
  },
  processes: [3, 3, 3],
  troubles: {
    'not signed in': {
      state: (state) => Object.assign(state, { isSignedIn: false }),
      kind: 'missing-credential',
      says: /`lpass login/,
    },
    'expired session': says(
      'Error: Unable to fetch blob. Either your session is invalid and you need to login with lpass login, you need to synchronize, your blob is empty, or there is something wrong with your internet connection.\n',
      'missing-credential',
      /`lpass login/,
    ),
    'program too old': says(
      'Usage: lpass show [--sync=auto|now|no] {UNIQUENAME|UNIQUEID}\n',
      'unsupported',
      /1\.3|update|older/i,
    ),
    offline: says("Error: Couldn't resolve host name.\n", 'unreachable', /resolve host/),
    // The program says no more of it (14.8).
    throttled: says('Error: HTTP response code said error.\n', 'busy', /too many/),
  },
};

const dashlane: Manager<DcliState> = {
  vendor: dcli,
  spec: 'dashlane',
  variables: {},
  hold: ({ secret }, keys) => {
    for (const [index, key] of keys.entries())
      secret.push(dcliItem(`${index + 1}`, named(key), { content: textOf(key) }));
  },
  processes: [2, 2, 2],
  atOnce: 1,
  troubles: {
    'not signed in': {
      state: (state) => Object.assign(state, { isSignedIn: false }),
      kind: 'missing-credential',
      says: /`dcli sync`/,
    },
    locked: { state: (state) => Object.assign(state, { isLocked: true }), kind: 'locked', says: /`dcli sync`/ },
    'expired session': says(
      'error: The device credentials are invalid or have been revoked\n',
      'denied',
      /DASHLANE_SERVICE_DEVICE_KEYS/,
    ),
    'program too old': says("error: unknown option '-o'\n", 'unsupported', /update|older/i),
    offline: says('error: getaddrinfo ENOTFOUND api.dashlane.com\n', 'unreachable', /reach|connection/),
    throttled: says('error: Rate limit exceeded\n', 'busy', /again|later|minute/),
  },
};

const bitwarden: Manager<BwState> = {
  vendor: bw,
  spec: 'bw',
  variables: { BW_SESSION: 'canary-session' },
  hold: (state, keys) =>
    Object.assign(state, { items: keys.map((key, index) => bwLogin(index + 1, named(key), textOf(key))) }),
  processes: [3, 3, 3],
  troubles: {
    'not signed in': {
      state: (state) => Object.assign(state, { status: 'unauthenticated' }),
      kind: 'missing-credential',
      says: /`bw login`/,
    },
    locked: { state: (state) => Object.assign(state, { status: 'locked' }), kind: 'locked', says: /bw unlock --raw/ },
    'expired session': {
      state: (state) => Object.assign(state, { session: 'another' }),
      kind: 'locked',
      says: /bw unlock --raw/,
    },
    'program too old': says("error: unknown option '--nointeraction'\n", 'unsupported', /update `bw`/),
    offline: says(
      'request to https://api.bitwarden.com failed, reason: getaddrinfo ENOTFOUND\n',
      'unreachable',
      /ENOTFOUND/,
    ),
    throttled: says('Rate limit exceeded. Try again later.\n', 'busy', /try again later/i),
  },
};

const dump = (cause: string) => `Error: \n   0: ${cause}\n\nLocation:\n   crates/bws/src/main.rs:1\n`;
const secretsManager: Manager<BwsState> = {
  vendor: bws,
  spec: `bws://${PROJECT}`,
  variables: { BWS_ACCESS_TOKEN: TOKEN },
  hold: (state, keys) =>
    Object.assign(state, { projects: { [PROJECT]: keys.map((key) => [key, textOf(key)] as const) } }),
  processes: [1, 1, 1],
  troubles: {
    'not signed in': { variables: { BWS_ACCESS_TOKEN: '' }, kind: 'missing-credential', says: /BWS_ACCESS_TOKEN/ },
    'wrong account': says(
      dump('Received error message from server: [404 Not Found] {"message":"Resource not found."}'),
      'denied',
      /machine account/,
    ),
    'expired session': says(
      dump('Received error message from server: [400 Bad Request] {"error":"invalid_client"}'),
      'denied',
      /revoked, expired/,
    ),
    'program too old': says("error: unexpected argument '--output' found\n", 'unsupported', /update `bws`/, 2),
    offline: says(
      dump('error sending request for url (https://api.bitwarden.com/)'),
      'unreachable',
      /error sending request/,
    ),
    throttled: says(
      dump('Received error message from server: [429 Too Many Requests] {}'),
      'busy',
      /again in a minute/,
    ),
  },
};

const protonpass: Manager<PassAccount> = {
  vendor: passCli,
  spec: 'protonpass',
  variables: {},
  hold: (account, keys) => {
    for (const key of keys) putItem(account, 'tool', { title: `demo/default/${key}`, note: textOf(key) });
  },
  processes: [3, 3, 3],
  troubles: {
    'not signed in': {
      state: (account) => Object.assign(account, { session: 'none' }),
      kind: 'missing-credential',
      says: /`pass-cli login`/,
    },
    'wrong account': {
      state: (account) => Object.assign(account, { vaults: {} }),
      kind: 'unsupported',
      says: /`pass-cli vault list`/,
    },
    locked: {
      state: (account) => Object.assign(account, { session: 'locked' }),
      kind: 'locked',
      says: /`pass-cli session unlock`/,
    },
    'expired session': says(
      'Your session has been invalidated and you have been logged out automatically.\nPlease log in again with: pass login\n',
      'missing-credential',
      /`pass-cli login`/,
    ),
    'program too old': says("error: unrecognized subcommand 'item'\n", 'unsupported', /`pass-cli update`/, 2),
    offline: says(
      'Error: Error listing items\n\nCaused by:\n    0: Failed to send request\n    1: error sending request\n',
      'unreachable',
      /`pass-cli info`/,
    ),
    // What it says then is not known: a status, as of every other answer.
    throttled: says('Error: Error listing items\n\nCaused by:\n    Invalid status code: 429\n', 'busy', /again later/),
  },
};

const ofPassbolt: Manager<PassboltAccount> = {
  vendor: passbolt,
  spec: 'passbolt',
  variables: {},
  hold: (account, keys) => {
    account.resources = [];
    for (const key of keys) putResource(account, { name: named(key), password: textOf(key) });
  },
  processes: [2, 2, 2],
  troubles: {
    'not signed in': {
      state: (account) => Object.assign(account, { key: '' }),
      kind: 'missing-credential',
      says: /TOOL_PASSBOLT_PRIVATE_KEY/,
    },
    'wrong account': says(
      'Error: logging in: api error (code 400): The user does not exist or is not active.\n',
      'denied',
      /account, the private key/,
    ),
    locked: {
      state: (account) => Object.assign(account, { passphrase: '' }),
      kind: 'missing-credential',
      says: /TOOL_PASSBOLT_PASSPHRASE/,
    },
    'program too old': says('Error: unknown flag: --column\n', 'unsupported', /install go-passbolt-cli/),
    offline: says(
      'Error: logging in: doing Stage 1 Request: doing Request: request: Post "https://passbolt.test/auth/login.json": dial tcp: lookup passbolt.test: no such host\n',
      'unreachable',
      /`passbolt list folder`/,
    ),
    throttled: says('Error: logging in: api error (code 429): Too many requests\n', 'busy', /again later/),
  },
};

// biome-ignore lint/suspicious/noExplicitAny: each fake has a state of its own, which only its own row reads.
export type AnyManager = Manager<any>;

/** By scheme. */
export const MANAGERS: Readonly<Record<string, AnyManager>> = {
  onepassword,
  lastpass,
  dashlane,
  bw: bitwarden,
  bws: secretsManager,
  protonpass,
  passbolt: ofPassbolt,
};

/** What goes wrong with any program. */
export const OF_ANY_PROGRAM: Readonly<Record<string, Trouble>> = {
  killed: { fault: { signal: 'SIGKILL' }, kind: 'failed', says: /SIGKILL/ },
  'output cut in half': { fault: { keeps: 0.5 }, kind: 'malformed', says: /printed|answer|listing|JSON|output/i },
  '20 MB of output': {
    fault: { status: 0, stdout: 'x', times: 20_000_000 },
    kind: 'malformed',
    says: /printed|answer|listing|JSON|output/i,
  },
};
