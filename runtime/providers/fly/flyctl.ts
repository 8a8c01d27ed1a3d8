/** The program `flyctl` as this store runs it (providers-cloud 3.10 (5), (6)). */
import { fly } from '#schemas/providers/fly.js';
import { jsonIn } from '../../values/json.js';
import type { FailureTable } from '../bases/failure-table.js';
import { objectIn } from '../bases/http-reply.js';
import type { Secrets, Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import { wholeList } from '../bases/whole-list.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

/** It waits until all machines have restarted, one after the other. */
const DEADLINE_MS = 600_000;
const INSTALL = 'install flyctl (https://fly.io/docs/flyctl/install), or name it in `TOOL_FLYCTL_PATH`';
/** No traffic that was not requested, no line about it in what is read as JSON, no debug output, which holds values. */
const QUIET = { FLY_NO_UPDATE_CHECK: '1', FLY_SEND_METRICS: '0', LOG_LEVEL: null, FLY_VERBOSE: null };

export class Flyctl {
  readonly #app: string;
  readonly #isDetached: boolean;
  readonly #program: VendorProgram;

  constructor(app: string, isDetached: boolean, ports: ProviderPorts) {
    this.#app = app;
    this.#isDetached = isDetached;
    const vendor: Vendor = {
      name: 'flyctl',
      pathVariable: 'TOOL_FLYCTL_PATH',
      install: INSTALL,
      limits: { deadlineMs: DEADLINE_MS },
      credentials: fly.credentials,
      variables: { ...QUIET, FLY_ACCESS_TOKEN: null },
      secrets: () => tokenFor(ports),
      failures: failuresOf(app),
    };
    this.#program = new VendorProgram(vendor, ports);
  }

  async names(call: Call): Promise<ReadonlySet<string> | Failed> {
    const done = await this.#program.output(['secrets', 'list', '--app', this.#app, '--json'], call);
    return done.kind === 'failed' ? done : namesIn(done.stdout.toString('utf8'));
  }

  /** Null if it succeeded. The value is its input; staged ones reach machines with the next deployment. */
  async set(name: string, text: string, isStaged: boolean, call: Call): Promise<Failed | null> {
    return this.#change(['set', `${name}=-`], isStaged, call, text);
  }

  /** Null if it succeeded. */
  async unset(names: readonly string[], isStaged: boolean, call: Call): Promise<Failed | null> {
    return this.#change(['unset', ...names], isStaged, call);
  }

  /** Whether it would be the same for every other secret of the app. */
  concernsAll(failure: Failed): boolean {
    return this.#program.concernsAll(failure);
  }

  async #change(words: readonly string[], isStaged: boolean, call: Call, text?: string): Promise<Failed | null> {
    const flags = [...(isStaged ? ['--stage'] : []), ...(this.#isDetached ? ['--detach'] : [])];
    const input = text === undefined ? undefined : Buffer.from(text);
    const failed = await this.#program.change(['secrets', ...words, '--app', this.#app, ...flags], call, input);
    if (failed?.failure.kind !== 'timeout') return failed;
    return { kind: 'failed', failure: { ...failed.failure, help: UNKNOWN } };
  }
}

/** Of the two variables that it knows, it gets the one token that was chosen, or none. */
async function tokenFor(ports: ProviderPorts): Promise<Secrets | Failed> {
  const given = await ports.credential('access_token');
  // What is not text is not passed over: flyctl would use the login of another.
  const token = given === null ? null : (given.revealText()?.trim() ?? '');
  if (token !== null && !/^[\x20-\x7e]+$/.test(token)) return UNFIT;
  return { kind: 'secrets', variables: { FLY_API_TOKEN: token } };
}

function failuresOf(app: string): FailureTable {
  const rights = `check the name of the app, and use a token for it: \`fly tokens create deploy -a ${app}\``;
  return {
    quotesOutput: true,
    message: (errors) => errors.trim().replace(/^Error: /, ''),
    rows: [
      { says: /no access token available/i, kind: 'missing-credential', help: SIGN_IN },
      {
        says: /unauthorized|not authorized|must be authenticated|not permitted|token validation/i,
        kind: 'denied',
        help: rights,
        concernsAll: true,
      },
      { says: /could not find app/i, kind: 'unsupported', help: rights, concernsAll: true },
      { says: /dial tcp|no such host/i, kind: 'unreachable' },
      { says: /timeout|timed out|deadline exceeded/i, kind: 'timeout' },
    ],
  };
}

const UNFIT = failed(
  'unsupported',
  'credential `access_token` is empty, or contains characters that are not valid in a token',
);
const SIGN_IN =
  'bind `access_token` in the `credentials` of the alias, set `FLY_API_TOKEN`, or run `flyctl auth login`';
const UNKNOWN =
  'it may have succeeded: `flyctl secrets list` shows when each secret was set; `?detach=true` waits for no machine';

function namesIn(text: string): ReadonlySet<string> | Failed {
  const list = jsonIn(text);
  // Of an app without secrets.
  if (list === null) return new Set();
  const names = wholeList(list, (secret) => {
    const name = objectIn(secret)?.['Name'] ?? objectIn(secret)?.['name'];
    return typeof name === 'string' ? name : null;
  });
  return names === null
    ? failed('malformed', '`flyctl secrets list` printed something that is not a list of secrets')
    : new Set(names);
}
