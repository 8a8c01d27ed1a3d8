/** The contract of stores is checked on each of `test/worlds/`; those of programs only in the suites that have them. */
import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs';
import { describe, jest } from '@jest/globals';
import { nodeFiles } from '#runtime/files/node-files.js';
import type { ProviderPorts, Store } from '#runtime/providers/provider.js';
import { failed } from '#runtime/providers/store-failure.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { Abilities } from '#schemas/providers/descriptor.js';
import { descriptorOf } from '#schemas/providers/index.js';
import type { At } from '#schemas/addresses/address.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import { fakeHttp } from '../helpers/fake-http.js';
import { temporaryFolder } from '../runtime/files/temporary-folder.js';
import { CALL, convention, inShort, openStore, portsIn } from '../runtime/providers/open-store.js';
import { WORLDS } from '../worlds/index.js';
import type { StoreWorld } from '../worlds/shared/store-world.js';
import { isNotText } from '../worlds/shared/values.js';

// Programs and keys take their time on a busy machine.
jest.setTimeout(240_000);

const USER = 'tester';
/** Nobody writes to the pipes that are put in the place of files. */
const STREAM_MS = 500;
const HOST = '127.0.0.1:8200';
const folder = temporaryFolder();

/** A store that holds HELD = canary-value. `another` opens it again, as another process does. */
export interface FilledStore {
  readonly scheme: string;
  readonly at: string;
  readonly store: Store;
  readonly ports: ProviderPorts;
  readonly server: ReturnType<NonNullable<StoreWorld['server']>> | undefined;
  /** The native address of HELD. */
  readonly held: At;
  another(ports?: ProviderPorts): Promise<Store>;
  /** The identity of the store, or of an entry, of this address. */
  identityOf(spec: string, at: At | null): Promise<string>;
  /** The address of the store in a folder, spelled any way. */
  spec(at: string): string;
}

export interface Subject {
  readonly scheme: string;
  readonly world: StoreWorld;
  readonly abilities: Abilities;
  fresh(): Promise<FilledStore>;
  /** Whether it must refuse a value. */
  refuses(bytes: Uint8Array): boolean;
}

/** Describes each store that is there, and for which `fits` does not say otherwise. */
export function eachStore(body: (subject: Subject) => void, fits: (subject: Subject) => boolean = () => true): void {
  const subjects = Object.entries(WORLDS)
    .filter(([, world]) => isThere(world))
    .map(subjectOf)
    .filter(fits);
  describe.each(subjects.map((subject) => [subject.scheme, subject] as const))('%s', (_, subject) => body(subject));
}

export const isWritable = ({ abilities }: Subject) => abilities.write !== 'no';
export const isReadable = ({ abilities }: Subject) => abilities.read;
/** Whether it holds HELD at all: `null` does not. */
export const keeps = ({ abilities }: Subject) => abilities.keeps.generated;

function isThere(world: StoreWorld): boolean {
  return world.switch === undefined || process.env[world.switch] === '1';
}

function subjectOf([scheme, world]: readonly [string, StoreWorld]): Subject {
  const abilities = abilitiesOf(scheme, world);
  const isRefused = abilities.values === 'bytes' ? () => false : isNoPlainText;
  return { scheme, world, abilities, fresh: () => madeIn(scheme, world), refuses: world.refuses ?? isRefused };
}

function isNoPlainText(bytes: Uint8Array): boolean {
  return isNotText(bytes) || bytes.includes(0);
}

function abilitiesOf(scheme: string, world: StoreWorld): Abilities {
  const uri = parseStoreUri(world.spec('.', HOST));
  const descriptor = descriptorOf(scheme);
  if (uri.kind === 'malformed' || descriptor === null) throw new Error(`no descriptor for ${scheme}`);
  return descriptor.abilities(uri);
}

async function madeIn(scheme: string, world: StoreWorld): Promise<FilledStore> {
  // A name that is unique beyond the folder: a keyring has no folders.
  const at = mkdtempSync(`${folder}/${scheme}-`);
  mkdirSync(`${at}/home`);
  symlinkSync(at, `${at}.link`);
  const server = world.server?.();
  const environment = world.hold(at, USER, HOST);
  const credentials = (name: string) => world.credentials?.[name] ?? environment[variableOf(scheme, name)];
  const ports: ProviderPorts = {
    ...portsIn(at, environment),
    files: nodeFiles(undefined, STREAM_MS),
    ...(world.programs && { programs: world.programs(at) }),
    ...(server && { http: fakeHttp(server).http }),
    credential: async (name) => textOrNull(credentials(name)),
  };
  const spec = (where: string) => world.spec(where, HOST);
  const open = async (given: ProviderPorts = ports) => {
    const store = await openStore(spec(at), given);
    if (world.shows !== undefined) shown.set(store, world.shows(at, server));
    return store;
  };
  return {
    scheme,
    at,
    ports,
    server,
    spec,
    store: await open(),
    held: { kind: 'native', item: world.item(at) },
    another: open,
    identityOf: async (address, entry) => (await openStore(address, ports)).identity(entry),
  };
}

/** The variable that has the credential where nothing else does. */
function variableOf(scheme: string, name: string): string {
  return descriptorOf(scheme)?.credentials.find((credential) => credential.name === name)?.environment[0] ?? '';
}

function textOrNull(text: string | undefined): SecretValue | null {
  return text === undefined ? null : SecretValue.fromText(text);
}

/** What stores hold that cannot be read. */
const shown = new WeakMap<Store, (name: string) => string | null>();

/** What the store answers to reads by convention, in short; or what it would, if it cannot be read. */
export async function read(store: Store, ...names: readonly string[]): Promise<readonly (string | undefined)[]> {
  const show = shown.get(store);
  if (show !== undefined) {
    const values = names.map(show);
    return values.map((value) => (value === null ? 'absent' : found(value)));
  }
  return (await store.read(names.map(convention), CALL)).map(inShort);
}

/** Writes by convention; the answers in short: `written`, `present VALUE` or the kind of failure. */
export async function write(
  store: Store,
  values: Readonly<Record<string, string | Uint8Array>>,
  options: { readonly onlyIfAbsent?: true; readonly signal?: AbortSignal } = {},
): Promise<readonly string[]> {
  const { signal = CALL.signal, ...wanted } = options;
  const entries = Object.entries(values).map(([name, value]) => {
    return { at: convention(name), value: SecretValue.fromBytes(Buffer.from(value)), ...wanted };
  });
  const answers = await store.write?.(entries, { signal }).catch((error: unknown) => {
    // What `stores/linked-stores.ts` makes of it.
    if (!signal.aborted || error !== signal.reason) throw error;
    return entries.map(() => failed('timeout', 'the call was given up'));
  });
  return (answers ?? []).map((answer) => {
    if (answer.kind === 'present') return `present ${Buffer.from(answer.value.reveal()).toString('latin1')}`;
    return answer.kind === 'failed' ? `failed ${answer.failure.kind}` : answer.kind;
  });
}

export function found(value: string | Uint8Array): string {
  return `found ${Buffer.from(value).toString('latin1')}`;
}
