/** What execution is given of this machine when it is driven from the command line. */
import { parseStoreUri } from '#schemas/stores/store-uri.js';
import type { Credential, ExecutePorts, TemporaryFiles } from '../execute/ports.js';
import { temporaryFiles } from '../execute/temporary-files.js';
import { nodeFiles } from '../files/node-files.js';
import { currentUser } from '../inputs/current-user.js';
import { processVariables } from '../inputs/environment.js';
import { homeFolder } from '../inputs/folders.js';
import { temporaryFolder } from '../inputs/temporary-folder.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import { concurrencyOf } from '../providers/each-at-once.js';
import type { Environment, ProviderPorts } from '../providers/provider.js';
import { openUsable } from '../stores/usable-store.js';
import { writeErr } from './output.js';
import type { Session } from './session.js';
import { escapeForTerminal } from './views/terminal-text.js';

export function executionPorts(session: Session, linked: LinkedPlan): ExecutePorts {
  const world = new World(session, linked);
  return {
    open: async ({ uri }, credential) => {
      const parsed = parseStoreUri(uri);
      if (parsed.kind === 'malformed')
        return { kind: 'refused', failure: { kind: 'unsupported', detail: parsed.problem } };
      return openUsable(parsed, world.portsWith(credential));
    },
    get environment() {
      return world.environment;
    },
    concurrency: concurrencyOf(process.env['TOOL_PROVIDER_CONCURRENCY']),
    ask: null,
    notice: (text) => writeErr(`${escapeForTerminal(text)}\n`),
    record: () => {},
    get temporary() {
      return world.temporary;
    },
    now: () => new Date(),
    get signal() {
      return world.signal;
    },
  };
}

/** What every provider gets. Most need little of it, so that what costs time is made when it is asked for. */
class World {
  readonly #session: Session;
  readonly #linked: LinkedPlan;
  readonly #files = nodeFiles();
  #environment: Environment | null = null;
  #temporary: TemporaryFiles | null = null;
  #signal: AbortSignal | null = null;

  constructor(session: Session, linked: LinkedPlan) {
    this.#session = session;
    this.#linked = linked;
  }

  get signal(): AbortSignal {
    this.#signal ??= new AbortController().signal;
    return this.#signal;
  }

  get temporary(): TemporaryFiles {
    const named = process.getBuiltinModule('node:os').tmpdir();
    const { baseFolder } = this.#session;
    this.#temporary ??= temporaryFiles(() => temporaryFolder(named, baseFolder, process.cwd()));
    return this.#temporary;
  }

  get environment(): Environment {
    this.#environment ??= processVariables();
    return this.#environment;
  }

  portsWith(credential: Credential): ProviderPorts {
    const world = this;
    const { project, profile } = this.#linked;
    return {
      context: { project, profile, reason: this.#session.reason, authorizationMs: null },
      credential,
      baseFolder: this.#session.baseFolder,
      home: homeFolder(process.env),
      files: this.#files,
      get user() {
        return currentUser();
      },
      get environment() {
        return world.environment;
      },
    };
  }
}
