/** The service account of the machine: what runs in Google Cloud gets its token from the metadata server. */
import { withoutProxy } from '../../http/http.js';
import { limitTime } from '../../limit-time.js';
import { variableIn } from '../../values/environment.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { TokenServer, type TokenSource } from './token.js';

/** Its address everywhere in Google Cloud: no other network is asked for its name. */
const USUAL_HOST = '169.254.169.254';
/** Variables that name another host; the first one that is set counts. */
const VARIABLES = ['GCE_METADATA_HOST', 'GCE_METADATA_IP'];
const PATH = '/computeMetadata/v1/instance/service-accounts/default/token';
const HEADERS = { 'metadata-flavor': 'Google' };
/** Elsewhere the address may swallow what is sent to it. */
const PATIENCE_MS = 1000;

const NONE = failed(
  'missing-credential',
  'there are no credentials for Google Cloud on this machine',
  'sign in with `gcloud auth application-default login`, or name a credential file in `GOOGLE_APPLICATION_CREDENTIALS`',
);

const NO_ACCOUNT = failed(
  'missing-credential',
  'no service account is attached to this machine',
  'attach one, or name a credential file in `GOOGLE_APPLICATION_CREDENTIALS`',
);

export function accountOfMachine({ environment, http }: ProviderPorts): TokenSource | Failed {
  const variable = VARIABLES.find((name) => variableIn(environment, name) !== '') ?? '';
  const named = variableIn(environment, variable).replace(/^http:\/\//, '');
  if (variableIn(environment, 'METADATA_SERVER_DETECTION') === 'none') return NONE;
  const address = `http://${named || USUAL_HOST}${PATH}`;
  if (!URL.canParse(address)) return failed('unsupported', `\`${variable}\` is not the name of a host`);
  let isSure = named !== '';
  return async (_, call) => {
    const server = new TokenServer('the metadata server', new URL(address), { http: withoutProxy(http) });
    const startedAt = Date.now();
    const ask = (limited: Call) => server.ask({ method: 'GET', headers: HEADERS }, limited);
    const reply = await (isSure ? ask(call) : within(PATIENCE_MS, call, ask));
    if (reply.kind === 'failed') return isSure || call.signal.aborted ? reply : NONE;
    // Other clouds have something else there.
    const isOwn = reply.headers['metadata-flavor'] === 'Google';
    if (!isOwn && !isSure) return NONE;
    isSure = true;
    if (!isOwn && reply.status === 200) return server.malformed(reply);
    return isOwn && reply.status === 404 ? NO_ACCOUNT : server.tokenIn(reply, startedAt, NO_ACCOUNT.failure.help);
  };
}

async function within<Result>(ms: number, { signal }: Call, work: (call: Call) => Promise<Result>): Promise<Result> {
  const late = new AbortController();
  const endLimit = limitTime(ms, () => late.abort());
  try {
    return await work({ signal: AbortSignal.any([signal, late.signal]) });
  } finally {
    endLimit();
  }
}
