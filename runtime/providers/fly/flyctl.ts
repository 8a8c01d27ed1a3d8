/** The program `flyctl` as this store runs it (providers-cloud 3.10 (5), (6)). */
import { fly } from '#schemas/providers/fly.js';
import { saying } from '../../programs/saying.js';
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import { type Ended, VendorProgram, wholeOutput } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed, StoreFault } from '../store-failure.js';

/** It waits until all machines have restarted, one after the other. */
const DEADLINE_MS = 600_000;
const INSTALL = 'install flyctl (https://fly.io/docs/flyctl/install), or name it in `TOOL_FLYCTL_PATH`';
/** No traffic that was not requested, no line about it in what is read as JSON, no debug output, which holds values. */
const QUIET = { FLY_NO_UPDATE_CHECK: '1', FLY_SEND_METRICS: '0', LOG_LEVEL: null, FLY_VERBOSE: null };

interface Ready {
  readonly program: VendorProgram;
  /** Null: its own login is used. */
  readonly token: string | null;
}

export class Flyctl {
  readonly #app: string;
  readonly #isDetached: boolean;
  readonly #ports: ProviderPorts;
  #ready: Promise<Ready> | null = null;

  constructor(app: string, isDetached: boolean, ports: ProviderPorts) {
    this.#app = app;
    this.#isDetached = isDetached;
    this.#ports = ports;
  }

  async names(call: Call): Promise<ReadonlySet<string> | Failed> {
    const ended = await this.#run(['list', '--app', this.#app, '--json'], call);
    if (ended.kind === 'failed') return ended;
    const output = wholeOutput(ended);
    return output instanceof Uint8Array ? namesIn(output.toString('utf8')) : output;
  }

  /** Null if it succeeded. The value is its input; staged ones reach machines with the next deployment. */
  async set(name: string, text: string, isStaged: boolean, call: Call): Promise<Failed | null> {
    return this.#change(['set', `${name}=-`], isStaged, call, text);
  }

  /** Null if it succeeded. */
  async unset(names: readonly string[], isStaged: boolean, call: Call): Promise<Failed | null> {
    return this.#change(['unset', ...names], isStaged, call);
  }

  async #change(words: readonly string[], isStaged: boolean, call: Call, text?: string): Promise<Failed | null> {
    const flags = [...(isStaged ? ['--stage'] : []), ...(this.#isDetached ? ['--detach'] : [])];
    const ended = await this.#run([...words, '--app', this.#app, ...flags], call, text);
    if (ended.kind === 'ended') return null;
    const { kind, failure } = ended;
    return failure.kind === 'timeout' ? { kind, failure: { ...failure, help: UNKNOWN } } : ended;
  }

  /** A run that succeeded. */
  async #run(words: readonly string[], call: Call, text?: string): Promise<Ended | Failed> {
    this.#ready ??= this.#prepared();
    this.#ready.catch(() => {
      this.#ready = null;
    });
    const { program, token } = await this.#ready;
    const input = text === undefined ? undefined : Buffer.from(text);
    const ended = await program.run(['secrets', ...words], call, input);
    if (ended.kind === 'failed' || ended.status === 0) return ended;
    return this.#failure(
      ended,
      [text, token].filter((hidden) => hidden !== undefined && hidden !== null),
    );
  }

  async #prepared(): Promise<Ready> {
    const given = await this.#ports.credential('access_token');
    // What is not text is not passed over: flyctl would use the login of another.
    const token = given === null ? null : (given.revealText()?.trim() ?? '');
    if (token !== null && !/^[\x20-\x7e]+$/.test(token)) throw new StoreFault(UNFIT.failure);
    // Of the two variables that it knows, it gets the one token that was chosen, or none.
    const variables = { ...QUIET, FLY_ACCESS_TOKEN: null, FLY_API_TOKEN: token };
    const vendor = { name: 'flyctl', pathVariable: 'TOOL_FLYCTL_PATH', install: INSTALL, deadlineMs: DEADLINE_MS };
    return { token, program: new VendorProgram({ ...vendor, credentials: fly.credentials, variables }, this.#ports) };
  }

  #failure({ status, stdout, stderr }: Ended, hidden: readonly string[]): Failed {
    const said = stderr.trim() === '' ? stdout.toString('utf8') : stderr;
    const words = saying(said, hidden.join('\n')).replace(/^Error: /, '');
    if (/no access token available/i.test(words)) return failed('missing-credential', words, SIGN_IN);
    if (/unauthorized|not authorized|must be authenticated|not permitted|token validation/i.test(words))
      return failed('denied', words, this.#rights());
    if (/could not find app/i.test(words)) return failed('unsupported', words, this.#rights());
    if (/dial tcp|no such host/i.test(words)) return failed('unreachable', words);
    if (/timeout|timed out|deadline exceeded/i.test(words)) return failed('timeout', words);
    return failed('failed', words || `\`flyctl\` ended with status ${status}`);
  }

  #rights(): string {
    return `check the name of the app, and use a token for it: \`fly tokens create deploy -a ${this.#app}\``;
  }
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
  const names = Array.isArray(list)
    ? list.map((secret) => objectIn(secret)?.['Name'] ?? objectIn(secret)?.['name'])
    : null;
  return names?.every((name) => typeof name === 'string')
    ? new Set(names)
    : failed('malformed', '`flyctl secrets list` printed something that is not a list of secrets');
}
