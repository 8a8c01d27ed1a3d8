/** The program `op` as this store runs it (providers-local 13 (5), (6), 25.13). */
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { credentialVariables } from '../bases/credential-variables.js';
import type { FailureTable } from '../bases/failure-table.js';
import type { Output } from '../bases/program-end.js';
import type { ProgramSession } from '../bases/program-session.js';
import type { RunsProgram, Secrets } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type OnePasswordItem, itemsIn, type OnePasswordObject, listIn, valuesIn } from './item.js';

const INSTALL =
  'install the 1Password CLI (https://developer.1password.com/docs/cli/get-started), or name it in `TOOL_OPCLI_PATH`';

export class Op {
  readonly #account: readonly string[];
  readonly #program: VendorProgram;
  #hasToken = false;

  /** `account`: empty for the only one, or the one that was used last. */
  constructor(account: string, credentials: ProviderDescriptor['credentials'], ports: ProviderPorts) {
    this.#account = account === '' ? [] : ['--account', account];
    this.#program = new VendorProgram(
      {
        name: 'op',
        inWindows: 'op.exe',
        pathVariable: 'TOOL_OPCLI_PATH',
        install: INSTALL,
        credentials,
        sessions: 'onepassword',
        secrets: () => this.#secrets(credentials, ports),
        signIn: { of: account, begin: (run) => this.#signIn(run) },
        failures: failuresOf(account),
      },
      ports,
    );
  }

  /** The items of a vault, without their fields. */
  async list(vault: string, call: Call): Promise<readonly OnePasswordItem[] | Failed> {
    const done = await this.#program.output(this.#words('item', 'list', ...inVault(vault)), call);
    return done.kind === 'failed' ? done : listIn(done.stdout);
  }

  /** Items by their ids, with their fields. */
  async items(
    vault: string,
    ids: readonly string[],
    call: Call,
  ): Promise<ReadonlyMap<string, OnePasswordItem> | Failed> {
    const input = Buffer.from(JSON.stringify(ids.map((id) => ({ id }))));
    const done = await this.#program.output(this.#words('item', 'get', '-', ...inVault(vault)), call, input);
    const items = done.kind === 'failed' ? done : itemsIn(done.stdout);
    if ('failure' in items) return items;
    const byId = new Map(items.map((item) => [item.id, item]));
    return byId.size === ids.length && ids.every((id) => byId.has(id)) ? byId : OTHER_ITEMS;
  }

  /** The item that `op` finds by a name, which may be another one: it also looks for websites. */
  async item(vault: string, name: string, call: Call): Promise<OnePasswordItem | 'absent' | 'several' | Failed> {
    const done = await this.#program.entry(this.#words('item', 'get', name, ...inVault(vault)), call);
    if (done.kind === 'absent') return done.kind;
    if (done.kind === 'failed') return done.failure.kind === 'conflict' ? 'several' : done;
    const items = itemsIn(done.stdout);
    if ('failure' in items) return items;
    const [item] = items;
    return items.length === 1 && item !== undefined ? item : OTHER_ITEMS;
  }

  /** The value of a secret reference. */
  async read(reference: string, call: Call): Promise<Output | 'absent' | 'several' | Failed> {
    const done = await this.#program.entry(this.#words('read', '--no-newline', reference), call);
    if (done.kind === 'absent') return done.kind;
    return done.kind === 'failed' && done.failure.kind === 'conflict' ? 'several' : done;
  }

  /** A template with its references filled in; `unknown` if one of them cannot be, which it does not say for sure. */
  async inject(template: Uint8Array, call: Call): Promise<Output | 'unknown' | Failed> {
    const done = await this.#program.output(this.#words('inject'), call, template);
    return done.kind === 'failed' && !this.concernsAll(done) ? 'unknown' : done;
  }

  create(vault: string, item: OnePasswordObject, call: Call): Promise<Output | Failed> {
    return this.#change(['item', 'create', ...inVault(vault), '-'], item, call);
  }

  /** The whole item is its input, and replaces what was there. */
  edit(vault: string, { id, json }: OnePasswordItem, call: Call): Promise<Output | Failed> {
    return this.#change(['item', 'edit', id, ...inVault(vault)], json, call);
  }

  /** It may quote a value without the rest of its input. */
  async #change(words: readonly string[], item: OnePasswordObject, call: Call): Promise<Output | Failed> {
    const hides = valuesIn(item).join('\n');
    const end = await this.#program.run(this.#words(...words), call, Buffer.from(JSON.stringify(item)), { hides });
    return this.#program.outputOf(end);
  }

  /** Whether every other request would fail in the same way. */
  concernsAll(failure: Failed): boolean {
    return this.#program.concernsAll(failure);
  }

  #words(...words: readonly string[]): readonly string[] {
    return [...this.#account, ...words];
  }

  async #secrets(credentials: ProviderDescriptor['credentials'], ports: ProviderPorts): Promise<Secrets | Failed> {
    const own = await credentialVariables(credentials, '`op`', ports);
    this.#hasToken = own.kind === 'secrets' && Object.keys(own.variables).length > 0;
    // It would prefer a Connect server to the token.
    if (own.kind === 'failed' || !this.#hasToken) return own;
    return { kind: 'secrets', variables: { ...own.variables, OP_CONNECT_HOST: null, OP_CONNECT_TOKEN: null } };
  }

  /** The first call alone, because the app asks a person about each that it meets. With a token nobody is asked. */
  async #signIn(run: RunsProgram): Promise<ProgramSession | Failed> {
    if (this.#hasToken) return SIGNED_IN;
    const done = await run(this.#words('vault', 'list', ...JSON_OUTPUT));
    return done.kind === 'failed' ? done : SIGNED_IN;
  }
}

const SIGNED_IN: ProgramSession = { kind: 'session', variables: {} };
const JSON_OUTPUT = ['--format', 'json'];
const OTHER_ITEMS = failed('malformed', '`op` printed other items than it was asked for');

function inVault(vault: string): readonly string[] {
  return ['--vault', vault, ...JSON_OUTPUT];
}

function failuresOf(account: string): FailureTable {
  const signIn = account === '' ? '`op signin`' : `\`op signin --account ${account}\``;
  return {
    message: (errors) =>
      fromFirstError(errors)
        .trim()
        .replaceAll(/^\[ERROR\] (?:\d{4}\/\d\d\/\d\d \d\d:\d\d:\d\d )?/gm, ''),
    rows: [
      { says: /unknown (?:command|flag|shorthand flag)/i, kind: 'unsupported', ...TOO_OLD },
      {
        says: /invalid bearer token|DecodeSACredentials|\(401\)/i,
        kind: 'denied',
        help: 'check the credential `service_account_token`: the token is malformed, expired or revoked',
        concernsAll: true,
      },
      { says: /\(429\)|too many requests/i, kind: 'busy', help: THROTTLED, concernsAll: true },
      {
        says: /found no accounts for filter|no accounts? (?:configured|found)/i,
        kind: 'missing-credential',
        help: `\`op account list\` shows the accounts of this machine; add one with \`op account add\`, or give a \`service_account_token\``,
        concernsAll: true,
      },
      {
        says: /not (?:currently )?signed in|no active session|could not find session token|session expired/i,
        kind: 'missing-credential',
        help: `run ${signIn}, or turn on the CLI in the 1Password app; without a person, give a \`service_account_token\``,
        concernsAll: true,
      },
      {
        says: /(?:^|: |\] |\d )(?:authentication required|authorization (?:prompt|timeout|denied)|error initializing client)|cannot setup session/im,
        kind: 'locked',
        help: `unlock the 1Password app and allow \`op\`, or run ${signIn}; without a person, give a \`service_account_token\``,
        concernsAll: true,
      },
      {
        says: /isn't a vault|could not (?:find|get) vault/i,
        kind: 'unsupported',
        help: '`op vault list` shows the vaults; a service account sees those that it was given',
      },
      { says: /\(403\)|forbidden/i, kind: 'denied', help: 'check the access to the vault and the item' },
      { says: /i\/o timeout|deadline exceeded|TLS handshake timeout/i, kind: 'timeout', concernsAll: true },
      {
        says: /dial tcp|no such host|connection (?:refused|reset)|network is unreachable|no internet/i,
        kind: 'unreachable',
        concernsAll: true,
      },
      { says: /more than one item/i, kind: 'conflict' },
      { says: /isn't an item|could not find item|does(?:n't| not) have a (?:field|section)/i, kind: 'absent' },
    ],
  };
}

/** Without warnings before it. */
function fromFirstError(errors: string): string {
  return errors.slice(Math.max(errors.search(/^\[ERROR\] /m), 0));
}

const TOO_OLD = {
  detail: '`op` is too old: this store needs version 2',
  help: 'update the 1Password CLI',
  concernsAll: true,
} as const;
const THROTTLED = 'try again later; `op service-account ratelimit` shows the limits';
