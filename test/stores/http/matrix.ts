/** One store × one fault: what it reports, and what is wrong with that. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Failure } from '#runtime/failure.js';
import { openHttp } from '#runtime/http/node-http.js';
import type { Answer, Call, ProviderPorts } from '#runtime/providers/provider.js';
import { NO_OPTIONS } from '#runtime/session/call.js';
import { nodePorts } from '#runtime/session/node-ports.js';
import { Session } from '#runtime/session/session.js';
import { CredentialFault } from '#runtime/stores/credential-fault.js';
import { openUsable, type UsableStore } from '#runtime/stores/usable-store.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { parseStoreUri, type StoreUri } from '#schemas/addresses/store-uri.js';
import { isTried } from '../../helpers/thoroughness.js';
import { convention, portsIn } from '../../runtime/providers/open-store.js';
import type { HttpStoreCase, HttpStoreWorld } from '../../worlds/shared/http-store.js';
import { FAULTS } from './faults.js';
import { FaultyServer } from './faulty-server.js';
import { WAYS, type WayParts } from './ways.js';

/** What was reported, for the matrix, and what must not be. */
export interface Cell {
  readonly reported: string;
  readonly problems: readonly string[];
}

const CALL: Call = { signal: new AbortController().signal };
const HELD = convention('HELD');
const GONE = convention('GONE');
const NEW = convention('NEW');
/** Deadlines in milliseconds: one that nothing here reaches, and one that what hangs is given. */
const PLENTY = 60_000;
const SHORT = 60;

/** A server that fails: from the first request on, and after a good read. */
export async function faultCell(store: HttpStoreCase, name: string, folder: string): Promise<Cell> {
  const fault = FAULTS[name];
  if (fault === undefined) throw new Error(name);
  const world = filled(store);
  const server = await new FaultyServer(world.double).start();
  const checks = new Checks({
    ...fault,
    mayList: store.emptyLists?.includes(name) ?? false,
    mayRemove: store.emptyRemovals?.includes(name) ?? false,
  });
  const limits = { now: PLENTY };
  const ports = portsOf(store, folder, () => server.origin, limits);
  try {
    const before = JSON.stringify(world.double.state());
    const fail = () => {
      server.fault = fault.answer(world);
      limits.now = fault.isSlow ? SHORT : PLENTY;
    };
    fail();
    const opened = await usable(store, ports);
    const asked = server.asked;
    await checks.fails(opened, [HELD], 'a read');
    if (server.asked - asked > fault.tries) checks.wrong(`a read was sent ${server.asked - asked} times`);
    await checks.failsEverywhere(opened);
    await checks.failsSessions(store, name, ports, folder);
    checks.same(before, world.double.state());
    await server.heal();
    limits.now = PLENTY;
    await checks.works(opened, 'after the fault');
    fail();
    await checks.failsEverywhere(opened);
    checks.same(before, world.double.state());
    await opened.store.close?.();
  } finally {
    await server.stop();
  }
  return checks.cell();
}

/** A way that does not lead to the server. */
export async function wayCell(store: HttpStoreCase, name: string, parts: WayParts): Promise<Cell> {
  const way = WAYS[name];
  if (way === undefined) throw new Error(name);
  const world = filled(store);
  const { origin, stop, variables = {} } = await way.open(world.double, parts);
  const checks = new Checks(way);
  const ports = portsOf({ ...store, variables: { ...store.variables, ...variables } }, parts.folder, () => origin, {
    now: way.isSlow ? SHORT : PLENTY,
  });
  try {
    const opened = await usable(store, ports);
    if (way.kinds.length === 0) await checks.works(opened, 'on a way that is fine');
    else {
      await checks.failsEverywhere(opened);
      await checks.failsSessions(store, name, ports, parts.folder);
    }
    await opened.store.close?.();
  } finally {
    await stop();
  }
  return checks.cell();
}

/** A promise of the contract as a cell. */
export async function kept(keeps: () => Promise<void>): Promise<Cell> {
  const problem = await keeps().then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  return { reported: 'ok', problems: problem === null ? [] : [problem] };
}

/** The open store of a case before its double, over a real socket without a fault. */
export async function withStore<T>(
  store: HttpStoreCase,
  folder: string,
  use: (opened: UsableStore, world: HttpStoreWorld, server: FaultyServer, ports: ProviderPorts) => Promise<T>,
): Promise<T> {
  const world = filled(store);
  const server = await new FaultyServer(world.double).start();
  const ports = portsOf(store, folder, () => server.origin, { now: PLENTY });
  const opened = await usable(store, ports);
  try {
    return await use(opened, world, server, ports);
  } finally {
    await opened.store.close?.();
    await server.stop();
  }
}

/** What a session makes of one secret in this store: its status and where its value is from, or the codes of the errors. */
export async function resolved(
  store: HttpStoreCase,
  ports: ProviderPorts,
  folder: string,
  secret: string,
): Promise<string> {
  const project = projectWith(store, folder, secret);
  const call = { options: NO_OPTIONS, variables: { HOME: join(project, 'home') }, workingFolder: project };
  const base = nodePorts({ warn: async () => {}, notice: async () => {} });
  const openStore = async (uri: StoreUri, { context }: ProviderPorts) => openUsable(uri, { ...ports, context });
  const session = new Session(call, { ...base, openStore });
  try {
    const { secrets, failures } = await session.check(async (checking) => (await checking.resolve()).resolution);
    if (failures.length > 0) return failures.map(({ code }) => code).join();
    return secrets.map((found) => (found.status === 'found' ? `found by ${found.origin.kind}` : found.status)).join();
  } catch (error) {
    if (error instanceof Failure) return error.diagnostics.map(({ code }) => code).join();
    throw error;
  } finally {
    await session.close();
  }
}

const projects = new Map<string, string>();

/** Made once: its first session keeps what the manifest compiles to. */
function projectWith({ spec }: HttpStoreCase, folder: string, secret: string): string {
  const name = `${folder} ${spec} ${secret}`;
  const known = projects.get(name);
  if (known !== undefined) return known;
  const project = mkdtempSync(join(folder, 'project-'));
  projects.set(name, project);
  mkdirSync(join(project, 'home', '.cache'), { recursive: true });
  writeFileSync(
    join(project, 'manifest.toml'),
    `[project]\nname = "demo"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\nproviders = ["${spec}"]\n[profiles.default]\n${secret}\n`,
  );
  return project;
}

export const SECRETS = {
  'a default': 'GONE = { description = "d", default = "canary-default" }',
  'a generator': 'GONE = { description = "d", type = "password", generate = true }',
  'an optional secret': 'GONE = { description = "d", required = false }',
};

class Checks {
  readonly #kinds: readonly string[];
  readonly #says: string | undefined;
  readonly #mayList: boolean;
  readonly #mayRemove: boolean;
  readonly #reported = new Set<string>();
  readonly #problems: string[] = [];

  constructor(expected: {
    readonly kinds: readonly string[];
    readonly says?: string;
    readonly mayList?: boolean;
    readonly mayRemove?: boolean;
  }) {
    this.#kinds = expected.kinds;
    this.#says = expected.says;
    this.#mayList = expected.mayList ?? false;
    this.#mayRemove = expected.mayRemove ?? false;
  }

  wrong(problem: string): void {
    this.#problems.push(problem);
  }

  same(before: string, state: unknown): void {
    if (JSON.stringify(state) !== before) this.wrong('the store holds something else');
  }

  async works({ store, abilities }: UsableStore, when: string): Promise<void> {
    if (!abilities.read) return;
    const answers = await store.read([HELD, GONE], CALL);
    const found = answers.map(shown).join();
    if (found !== 'found canary-held,absent') this.wrong(`${when} a read gives ${found}`);
  }

  async fails({ store, abilities }: UsableStore, addresses: readonly (typeof HELD)[], what: string): Promise<void> {
    if (!abilities.read) return;
    for (const answer of await store.read(addresses, CALL)) this.#judge(what, answer);
  }

  async failsEverywhere(opened: UsableStore): Promise<void> {
    const { store } = opened;
    await this.fails(opened, [HELD, GONE, HELD], 'a read');
    const value = SecretValue.fromText('canary-new');
    const written = await store.write?.(
      [
        { at: NEW, value, onlyIfAbsent: true },
        { at: HELD, value },
      ],
      CALL,
    );
    for (const answer of written ?? []) this.#judge('a write', answer);
    const removed = (await store.remove?.([HELD, GONE], CALL)) ?? [];
    if (!this.#mayRemove) for (const answer of removed) this.#judge('a removal', answer);
    const listed = await store.list?.(CALL);
    if (listed !== undefined && !this.#mayList) this.#judge('a list', listed);
  }

  /** Whatever a manifest says about a missing secret must not be done about a store that fails. */
  async failsSessions(store: HttpStoreCase, fault: string, ports: ProviderPorts, folder: string): Promise<void> {
    const { abilities } = await usable(store, ports);
    if (!abilities.read) return;
    // So that they differ from fault to fault, and from store to store.
    const first = fault.length + store.spec.length;
    for (const [index, [what, secret]] of Object.entries(SECRETS).entries()) {
      if (!isTried(first + index)) continue;
      const codes = await resolved(store, ports, folder, secret);
      if (!/^E11\d\d$/.test(codes)) this.wrong(`${what} ends as ${codes}`);
    }
  }

  cell(): Cell {
    return { reported: [...this.#reported].join('/') || 'fine', problems: [...new Set(this.#problems)] };
  }

  #judge(
    what: string,
    answer: {
      readonly kind: string;
      readonly failure?: { readonly kind: string; readonly detail: string; readonly help?: string };
    },
  ): void {
    if (answer.failure === undefined) {
      this.wrong(`${what} is ${answer.kind}`);
      return;
    }
    const { kind, detail, help = '' } = answer.failure;
    const words = `${detail}; ${help}`;
    if (what !== 'a write') this.#reported.add(kind);
    if (!this.#kinds.includes(kind)) this.wrong(`${what} is ${kind}: ${words}`);
    if (/canary|\/v\d/.test(words)) this.wrong(`${what} says too much: ${words}`);
    if (this.#says !== undefined && !words.includes(this.#says))
      this.wrong(`${what} does not say \`${this.#says}\`: ${words}`);
  }
}

function filled({ make }: HttpStoreCase): HttpStoreWorld {
  const world = make();
  world.put('HELD', 'canary-held');
  return world;
}

async function usable({ spec }: HttpStoreCase, ports: ProviderPorts): Promise<UsableStore> {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') throw new Error(uri.problem);
  const opened = await openUsable(uri, ports);
  if (opened.kind === 'refused') throw new Error(opened.failure.detail);
  return opened;
}

/** The server of the store is the one on loopback, whatever its address; pauses between tries take no time. */
function portsOf(
  { credentials, variables = {}, homeFiles = {} }: HttpStoreCase,
  folder: string,
  originOf: () => string,
  limits: { readonly now: number },
): ProviderPorts {
  for (const [name, text] of Object.entries(homeFiles)) {
    mkdirSync(join(folder, 'home', dirname(name)), { recursive: true });
    writeFileSync(join(folder, 'home', name), text);
  }
  const ports = portsIn(folder, variables);
  return {
    ...ports,
    http: async (server) =>
      openHttp({ ...server, origin: originOf() }, ports.environment, {
        sleep: async () => {},
        limits: {
          connectMs: PLENTY,
          get wholeMs() {
            return limits.now;
          },
        },
      }),
    credential: async (name, ask) => {
      const text = credentials[name];
      if (text !== undefined) return SecretValue.fromText(text);
      if (ask?.required) throw new CredentialFault({ kind: 'missing-credential', detail: `no ${name}` });
      return null;
    },
  };
}

export function shown(answer: Answer): string {
  if (answer.kind === 'found') return `found ${answer.value.revealText()}`;
  return answer.kind === 'failed' ? `failed ${answer.failure.kind}` : answer.kind;
}
