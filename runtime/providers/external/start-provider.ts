/** Starts the executable of a claim, whose trust is judged each time, and opens the session with it. */
import { type Connection, connect, ConnectionLost } from '../../json-rpc/connect.js';
import type { JsonValue } from '../../json-rpc/json-text.js';
import type { Shape, Strictness } from '../../json-rpc/shape.js';
import { isObject, WireError } from '../../json-rpc/wire-error.js';
import { NEUTRAL_FOLDER } from '../../programs/neutral-folder.js';
import type { Environment } from '../../values/environment.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { TOOL_NAME, TOOL_VERSION } from '../../version.js';
import type { StoreFailure } from '../provider.js';
import { failed, StoreFailureError } from '../store-failure.js';
import { childEnvironment } from './child-environment.js';
import { type Claim, claimOf } from './claim.js';
import type { ProviderCredentials } from './credential-requests.js';
import type { EndpointPorts } from './endpoint-ports.js';
import { faultText } from './fault-text.js';
import { lostWords, said } from './lost-words.js';
import { credentialCallback, initialized, providerMethods } from './provider-methods.js';
import { ProviderFault } from './provider-fault.js';
import { wireFailure } from './wire-failures.js';

const START_MS = 10_000;
const ASKING_MS = 300_000;
const CLOSE_MS = 2_000;
const LIMITS = { maxFrameBytes: 1_048_576, maxInFlight: 16 };

/** Throws a ProviderFault, or a StoreFailureError if it was not started or has refused. `signal` ends what is starting. */
export async function startProvider(
  ports: EndpointPorts,
  credentials: ProviderCredentials,
  signal: AbortSignal,
): Promise<Connection> {
  const { scheme, uri, context, baseFolder, environment, mayAsk } = ports;
  const claim = trustedClaim(ports);
  let stderr: Buffer = Buffer.alloc(0);
  try {
    return await connect({
      command: {
        path: claim.program,
        words: ['provider'],
        folder: NEUTRAL_FOLDER,
        variables: textual(childEnvironment(environment, claim.environment)),
      },
      protocol: 'tool.provider',
      versions: [1],
      client: { name: TOOL_NAME, version: TOOL_VERSION },
      limits: LIMITS,
      methods: providerMethods,
      callbacks: { 'client.credential': { method: credentialCallback, handler: credentials.answer } },
      application: {
        scheme,
        uri,
        context: {
          project: context.project || null,
          profile: context.profile || null,
          base_dir: baseFolder,
          reason: context.reason,
          ...(context.authorizationMs && { requested_authorization_duration_ms: context.authorizationMs }),
        },
      },
      applicationResult: strictProvider,
      startMs: mayAsk ? ASKING_MS : START_MS,
      closeMs: CLOSE_MS,
      signal,
      notOpened: (bytes) => {
        stderr = bytes;
      },
    });
  } catch (error) {
    if (error instanceof ConnectionLost) throw new ProviderFault(lostWords(error, credentials.given).failure);
    if (!(error instanceof WireError)) throw error;
    const Failing = error.kind === 'deadline_exceeded' ? ProviderFault : StoreFailureError;
    throw new Failing(credentials.cause ?? refusal(error, stderr, credentials));
  }
}

/** The session was not opened: what it said then holds no value that it could have read. */
function refusal(error: WireError, stderr: Buffer, { given }: ProviderCredentials): StoreFailure {
  const failure = wireFailure(error, 'rpc.initialize');
  return { ...failure, detail: failure.detail + said(stderr, given) };
}

/** Nothing was started where it refuses. */
function trustedClaim({ scheme, claimFolders }: EndpointPorts): Claim {
  const found = claimOf(scheme, claimFolders);
  if (found.kind === 'claim') return found;
  if (found.kind === 'none') {
    const places = found.paths.map((path) => `\`${path}\``).join(' nor ');
    const detail = `no external provider claims \`${scheme}\`: there is neither ${places}`;
    throw new StoreFailureError(
      failed('missing-program', detail, 'install the provider, which brings its claim').failure,
    );
  }
  const { fault } = found;
  const kind = fault.problem === 'does not exist' ? 'missing-program' : 'failed';
  const detail = `the external provider \`${scheme}\` was not started: ${faultText(fault)}`;
  throw new StoreFailureError(failed(kind, detail, fault.help).failure);
}

/** Its description has exactly the members that it should have; what else is in the answer may be of a newer version. */
const strictProvider: Shape<unknown> = {
  schema: initialized.schema,
  fault(value: JsonValue | undefined, how: Strictness) {
    const fault = initialized.fault(value, how);
    return fault ?? initialized.fault({ provider: isObject(value) ? value['provider'] : undefined }, 'strict');
  },
};

/** A variable that is not UTF-8 is left out: neither runtime can pass it on unchanged. */
function textual(environment: Environment): NodeJS.ProcessEnv {
  const variables: NodeJS.ProcessEnv = Object.create(null);
  for (const [name, bytes] of environment) {
    const value = decodeUtf8(bytes);
    if (value !== null) variables[name] = value;
  }
  return variables;
}
