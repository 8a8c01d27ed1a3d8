/** What stores and execution get from this machine. Most need little of it, so costly parts are created on first use. */
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { Owner } from '../access/store-access.js';
import { concurrencyOf } from '../each-at-once.js';
import type { ExecutePorts, Question, TemporaryFiles } from '../execute/ports.js';
import { nodeFiles } from '../files/node-files.js';
import type { Outlook } from '../files/seen-path.js';
import { currentUser } from '../inputs/current-user.js';
import { environmentOf } from '../inputs/environment.js';
import { claimFolders, homeFolder } from '../inputs/folders.js';
import type { ConcreteStore } from '../link/linked-plan.js';
import { nodePrograms } from '../programs/node-programs.js';
import { ownTerminal } from '../programs/own-terminal.js';
import type { ProviderPorts, Refused } from '../providers/provider.js';
import { refused } from '../providers/store-failure.js';
import type { GeneratorPorts } from '../secret-types/secret-type.js';
import type { Credential, ExternalCredential, PoolPorts } from '../stores/pool.js';
import type { AskCredential } from '../stores/private-credentials.js';
import type { Stores } from '../stores/stores.js';
import type { UsableStore } from '../stores/usable-store.js';
import type { HiddenQuestion } from '../terminal/terminal.js';
import type { Environment } from '../values/environment.js';
import type { Call } from './call.js';
import type { SessionPorts } from './ports.js';
import type { Recorder } from './recorder.js';

/** What the stores of a session have in common. */
export interface Base {
  readonly reason: string | null;
  /** Relative paths of stores start from here. */
  readonly folder: string;
  readonly recorder: Recorder;
}

export class World implements PoolPorts {
  readonly #call: Call;
  readonly #ports: SessionPorts;
  readonly #base: Base;
  readonly #files = nodeFiles(() => this.#ports.signal);
  #environment: Environment | null = null;
  #temporary: TemporaryFiles | null = null;
  /** Whether the operation asks for credentials that an external provider requires: only `set` and `login` do. */
  asksCredentials = false;

  constructor(call: Call, ports: SessionPorts, base: Base) {
    this.#call = call;
    this.#ports = ports;
    this.#base = base;
  }

  record: PoolPorts['record'] = (access, owner) => this.#base.recorder.recordAccess(access, owner);

  get signal(): AbortSignal {
    return this.#ports.signal;
  }

  get outlook(): Outlook {
    return { workingFolder: this.#call.workingFolder, baseFolder: this.#base.folder };
  }

  /** After an operation. */
  forget(): void {
    this.#files.forget();
  }

  get askCredential(): AskCredential | null {
    const { terminal, notice } = this.#ports;
    if (!this.asksCredentials || terminal?.isReachable !== true) return null;
    return {
      ask: async (question) => {
        const answer = await terminal.ask({ kind: 'credential', ...question });
        return answer.kind === 'answer' && !answer.value.isEmpty ? answer.value : null;
      },
      stored: ({ name, source }) => notice(`✓ stored ${name} in ${source}`),
    };
  }

  get environment(): Environment {
    this.#environment ??= environmentOf(this.#call);
    return this.#environment;
  }

  async open(
    { uri }: ConcreteStore,
    owner: Owner,
    credential: Credential,
    external: ExternalCredential,
  ): Promise<UsableStore | Refused> {
    const parsed = parseStoreUri(uri);
    if (parsed.kind === 'malformed') return refused('unsupported', parsed.problem);
    return this.#ports.openStore(parsed, this.#providerPorts(owner, credential, external));
  }

  /** `ports`: those of the operation. */
  executePorts(stores: Stores, record: ExecutePorts['record'], ports: SessionPorts): ExecutePorts {
    const world = this;
    const { terminal, ask, notice, progress, now, uninterruptibly } = ports;
    return {
      stores,
      concurrency: concurrencyOf(this.#call.variables['TOOL_PROVIDER_CONCURRENCY']),
      ask: ask ?? (terminal && ((question) => terminal.ask(hiddenQuestion(question)))),
      notice,
      progress,
      record,
      get temporary() {
        return world.#temporaryFiles();
      },
      generators: this.#generatorPorts(ports),
      now,
      uninterruptibly,
    };
  }

  #temporaryFiles(): TemporaryFiles {
    this.#temporary ??= lazyTemporaryFiles(this.#base.folder, this.#call, this.#ports.keepFiles ?? filesOfReceivers);
    return this.#temporary;
  }

  #generatorPorts(ports: SessionPorts): GeneratorPorts {
    const world = this;
    return {
      programs: nodePrograms(),
      get environment() {
        return world.environment;
      },
      get folder() {
        return world.#call.workingFolder;
      },
      get signal() {
        return ports.signal;
      },
      now: ports.now,
    };
  }

  #providerPorts({ project, profile }: Owner, credential: Credential, external: ExternalCredential): ProviderPorts {
    const world = this;
    const { variables, options } = this.#call;
    const { authorizationMs } = options;
    return {
      context: { project, profile, reason: this.#base.reason, ...(authorizationMs && { authorizationMs }) },
      credential,
      ...this.outlook,
      home: homeFolder(variables),
      files: this.#files,
      programs: nodePrograms(),
      mayUnlock: this.#ports.mayUnlock !== false,
      get terminal() {
        // A program asks only where the session may.
        return world.#ports.terminal && ownTerminal(variables['GPG_TTY']);
      },
      passphrase: async (store) => {
        const answer = await this.#ports.terminal?.ask({ kind: 'unlock', store });
        return answer?.kind === 'answer' ? answer.value : null;
      },
      http: async (server) => (await import('../http/node-http.js')).openHttp(server, world.environment),
      get external() {
        return {
          claimFolders: claimFolders(variables),
          signal: world.signal,
          mayAsk: world.askCredential !== null,
          credential: external,
        };
      },
      get user() {
        return currentUser(variables);
      },
      get environment() {
        return world.environment;
      },
    };
  }
}

/** As the terminal is asked. */
function hiddenQuestion(question: Question): HiddenQuestion {
  if ('inputOf' in question) return { kind: 'hidden input', ...question };
  return { kind: 'secret', ...question };
}

type MakeFiles = (findSystemFolder: () => string | null) => TemporaryFiles | Promise<TemporaryFiles>;

/** Loaded with the first delivered file: most plans have none. */
function lazyTemporaryFiles(project: string, call: Call, make: MakeFiles): TemporaryFiles {
  let loading: Promise<TemporaryFiles> | null = null;
  let files: TemporaryFiles | null = null;
  const load = async () => {
    const { temporaryFolder } = await import('../inputs/temporary-folder.js');
    files = await make(() => temporaryFolder(call.variables, project, call.workingFolder));
    return files;
  };
  return {
    async write(value, suffix) {
      loading ??= load();
      return (await loading).write(value, suffix);
    },
    remove: (path) => files?.remove(path),
  };
}

async function filesOfReceivers(findSystemFolder: () => string | null): Promise<TemporaryFiles> {
  const { temporaryFiles } = await import('../execute/delivering/temporary-files.js');
  return temporaryFiles(findSystemFolder);
}
