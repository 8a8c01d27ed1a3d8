/** How a store signs in to Cloudflare: with a token, or with the login of its command (providers-cloud 3.11 (5)). */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { HttpHeaders } from '../../http/http.js';
import { jsonIn } from '../../values/json.js';
import type { FailureTable } from '../bases/failure-table.js';
import { objectIn } from '../bases/http-reply.js';
import { lastingSignIn, type SignIn, tokenOf, tokenOfCredential } from '../bases/http-sign-in.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';

const INSTALL =
  'install wrangler (https://developers.cloudflare.com/workers/wrangler), or name it in `TOOL_WRANGLER_PATH`';
const TOKEN = 'bind `api_token` in the `credentials` of the alias, or set `CLOUDFLARE_API_TOKEN`';
/**
 * No traffic that was not requested, and no log: wrangler writes what it prints to one, the token too. Versions that cannot be told not to
 * are given a place where nothing can be written.
 */
const QUIET = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  WRANGLER_LOG_PATH: '/dev/null/wrangler.log',
  WRANGLER_LOG: null,
};

export class SignInWays {
  readonly #query: StoreUri['query'];
  readonly #ports: ProviderPorts;
  readonly #wrangler: VendorProgram;

  constructor(query: StoreUri['query'], ports: ProviderPorts) {
    this.#query = query;
    this.#ports = ports;
    // Without credentials of its own: it would use that of the environment, which was passed over or is not set.
    const vendor = { name: 'wrangler', pathVariable: 'TOOL_WRANGLER_PATH', install: INSTALL, variables: QUIET };
    this.#wrangler = new VendorProgram({ ...vendor, failures: FAILURES }, ports);
  }

  async signIn(call: Call): Promise<SignIn | Failed> {
    const auth = this.#query.get('auth') ?? 'auto';
    if (auth === 'wrangler') return this.#withWrangler(call);
    const value = await this.#ports.credential('api_token', { required: auth === 'token' });
    if (value === null) return orToken(await this.#withWrangler(call));
    const token = tokenOfCredential('api_token', value);
    return typeof token === 'string' ? lastingSignIn({ authorization: `Bearer ${token}` }) : token;
  }

  /** A token of a login lasts for an hour; wrangler renews it. */
  async #withWrangler(call: Call): Promise<SignIn | Failed> {
    const profile = this.#query.get('wrangler_profile');
    // In one word: in a word of its own, a profile that begins with `-` would be an option.
    const words = ['auth', 'token', '--json', ...(profile === undefined ? [] : [`--profile=${profile}`])];
    const done = await this.#wrangler.output(words, call);
    if (done.kind === 'failed') return done;
    const headers = headersIn(done.stdout.toString('utf8'));
    return headers === null ? UNKNOWN : { ...lastingSignIn(headers), isRenewable: true };
  }
}

/** Its words are not quoted: they may end with what it could not write to its log. */
const FAILURES: FailureTable = {
  rows: [
    {
      says: /not logged in|wrangler login/i,
      kind: 'missing-credential',
      detail: '`wrangler` is not logged in',
      help: `run \`wrangler login\`, or ${TOKEN}`,
    },
    {
      kind: 'failed',
      detail: ({ status }) => `\`wrangler auth token\` ended with status ${status}`,
      help: 'run it to see why, or update wrangler',
    },
  ],
};

function orToken(signIn: SignIn | Failed): SignIn | Failed {
  if (signIn.kind === 'signed-in' || signIn.failure.kind !== 'missing-program') return signIn;
  const detail = `credential \`api_token\` is not configured, and ${signIn.failure.detail}`;
  return failed('missing-credential', detail, `${TOKEN}; or ${INSTALL}`);
}

/** What the command prints is never quoted. */
function headersIn(text: string): HttpHeaders | null {
  const { type, token, key, email } = objectIn(jsonIn(text)) ?? {};
  if ((type === 'api_token' || type === 'oauth') && typeof token === 'string') {
    const usable = tokenOf('token', token.trim());
    return typeof usable === 'string' ? { authorization: `Bearer ${usable}` } : null;
  }
  if (type !== 'api_key' || typeof key !== 'string' || typeof email !== 'string') return null;
  const isUsable = [key, email].every((part) => typeof tokenOf('key', part) === 'string');
  return isUsable ? { 'x-auth-key': key, 'x-auth-email': email } : null;
}

const UNKNOWN = failed(
  'malformed',
  '`wrangler auth token --json` printed something that is not a token',
  'update wrangler: the command exists since December 2025',
);
