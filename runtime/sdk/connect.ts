/** Opens a session over a process that speaks the wire of `tool serve` (semantics 15.6). */
import { type Connection, connect as connected } from '../json-rpc/connect.js';
import { LARGEST_FRAME, MOST_IN_FLIGHT } from '../json-rpc/method.js';
import { application, PROTOCOL, resolverMethods, VERSIONS } from '../serve/protocol.js';
import { processCall } from '../start/process-call.js';
import { TOOL_NAME, TOOL_VERSION } from '../version.js';
import { applicationOf } from './application.js';
import { reached } from './reached.js';
import { Remote } from './remote.js';
import { Session } from './session.js';
import type { Settings } from './settings.js';

/** For the process to open the session, and to end after it. */
const START_MS = 30_000;
const CLOSE_MS = 5_000;

export async function connect(settings: Settings, [path, ...words]: readonly [string, ...string[]]): Promise<Session> {
  refuseWhatIsNotCarried(settings);
  const { signal } = settings;
  const opened = () => open(settings, path, words);
  return new Session(new Remote(settings, await reached(signal, opened)));
}

async function open(settings: Settings, path: string, words: readonly string[]): Promise<Connection> {
  const { caller, signal } = settings;
  return connected({
    command: { path, words, folder: folder(), variables: { ...processCall.variables } },
    protocol: PROTOCOL,
    versions: VERSIONS,
    client: { name: caller?.name ?? TOOL_NAME, version: caller?.version ?? (caller === null ? TOOL_VERSION : UNKNOWN) },
    limits: { maxFrameBytes: LARGEST_FRAME, maxInFlight: MOST_IN_FLIGHT },
    methods: resolverMethods,
    application: await applicationOf(settings),
    applicationResult: application.result,
    startMs: START_MS,
    closeMs: CLOSE_MS,
    ...(signal !== null && { signal }),
  });
}

const UNKNOWN = 'unknown';

/** What the process finds there, if it is named without a folder, is not its matter: a folder that was removed is none. */
function folder(): string {
  try {
    return processCall.workingFolder;
  } catch {
    return '/';
  }
}

function refuseWhatIsNotCarried({ plan, expectedHash, defaultReason, bytes, noValues }: Settings): void {
  const set = { withPlan: plan, withExpectedHash: expectedHash, withDefaultReason: defaultReason };
  const given = Object.entries(set).flatMap(([name, value]) => (value === null ? [] : [name]));
  const refused = [...given, ...(bytes ? ['withBytes'] : []), ...(noValues ? ['withNoValues'] : [])];
  if (refused.length > 0) throw new TypeError(`connect: ${refused.join(', ')} cannot be told to another process`);
}
