/**
 * Bitwarden's `bw` (@bitwarden/cli 2026.9.0) over a vault that is not encrypted. Its outputs are those of the real program, which
 * `test/stores/bw.mjs` runs; "cli" is its source (github.com/bitwarden/clients, apps/cli/src).
 */
import type { FakeEnd } from '../../helpers/fake-programs.js';
import type { Asked, VendorFake } from './fake-vendor.js';

export interface BwItem {
  readonly id: string;
  readonly name: string;
  readonly type: number;
  readonly organizationId?: string | null;
  readonly collectionIds?: readonly string[] | null;
  readonly revisionDate?: string;
  readonly deletedDate?: string | null;
  readonly [member: string]: unknown;
}
export interface BwState {
  status: 'unauthenticated' | 'locked' | 'unlocked';
  /** What `bw unlock` gave. */
  session: string;
  serverUrl: string | null;
  organizations: { readonly id: string; readonly name: string }[];
  collections: { readonly id: string; readonly name: string; readonly organizationId: string }[];
  items: BwItem[];
  /** Items that another client has changed since the last `bw sync`. */
  changedElsewhere: string[];
  made: number;
}

export const vendor: VendorFake<BwState> = {
  program: 'bw',
  variables: ['BW_SESSION', 'BW_QUIET', 'BW_RESPONSE', 'BW_CLEANEXIT', 'BW_CLIENTSECRET', 'BWS_ACCESS_TOKEN'],
  session: { BW_SESSION: 'canary-session' },
  empty: () => ({
    status: 'unlocked',
    session: 'canary-session',
    serverUrl: null,
    organizations: [],
    collections: [],
    items: [],
    changedElsewhere: [],
    made: 0,
  }),
  run,
};

/** A login as another client would make it. */
export function bwLogin(id: number, name: string, password: string | null, more: Partial<BwItem> = {}): BwItem {
  const login = { uris: [], username: null, password, totp: null, passwordRevisionDate: null };
  return bwItem(id, { type: 1, name, login, ...more });
}

export function bwItem(
  id: number,
  item: Omit<BwItem, 'id'> & { readonly name: string; readonly type: number },
): BwItem {
  const dates = {
    revisionDate: '2026-11-01T08:00:00.000Z',
    creationDate: '2026-11-01T08:00:00.000Z',
    deletedDate: null,
  };
  return {
    object: 'item',
    organizationId: null,
    folderId: null,
    notes: null,
    favorite: false,
    reprompt: 0,
    ...dates,
    ...item,
    id: uuid(id),
  };
}

export function uuid(number: number): string {
  return `0f8fad5b-d9cb-469f-a165-${String(number).padStart(12, '0')}`;
}

function run({ words: given, input, variable }: Asked, state: BwState): FakeEnd {
  const words = given.filter((word) => word !== '--nointeraction');
  const end = answer(words, input, variable, given.length > words.length, state);
  // cli base-program.ts: variables that change what is printed, and the status.
  if ('kind' in end) return end;
  if (variable('BW_QUIET') === 'true') return { status: end.status ?? 0 };
  return variable('BW_CLEANEXIT') === null ? end : { ...end, status: 0 };
}

function answer(
  words: readonly string[],
  input: string | null,
  variable: Asked['variable'],
  isSilent: boolean,
  state: BwState,
): FakeEnd {
  const [command, object, ...rest] = words;
  const isOpen = state.status === 'unlocked' && variable('BW_SESSION') === state.session;
  if (command === 'status') return printed(statusOf(state, isOpen));
  if (!['list', 'get', 'create', 'edit'].includes(command ?? '')) return refused(`error: unknown command '${command}'`);
  if (state.status === 'unauthenticated') return refused('You are not logged in.');
  // Without `--nointeraction` it would ask for the master password.
  if (!isOpen) return refused(isSilent ? 'Vault is locked.' : '? Master password: [input is hidden] ');
  switch (`${command} ${object}`) {
    case 'list organizations':
      return printed(
        state.organizations.map((one) => ({ object: 'organization', ...one, status: 2, type: 0, enabled: true })),
      );
    case 'list collections':
      return printed(state.collections.map((one) => ({ object: 'collection', externalId: null, ...one })));
    case 'list items':
      return printedItems(listed(state.items, rest));
    case 'get item':
      return found(state, rest[0], (item) => printedItems(item));
    case 'get totp':
      return found(state, rest[0], codeOf);
    case 'create item':
      return changed(input, (item) => made(state, item));
    case 'edit item':
      return found(state, rest[0]?.toLowerCase(), (held) => changed(input, (item) => edited(state, held, item)));
    default:
      return refused('Unknown object.');
  }
}

function statusOf({ serverUrl, status }: BwState, isOpen: boolean) {
  const account = { lastSync: '2026-11-25T08:00:00.000Z', userEmail: 'me@tool.test', userId: uuid(0) };
  if (status === 'unauthenticated') return { serverUrl, lastSync: null, status };
  return { serverUrl, ...account, status: isOpen ? 'unlocked' : 'locked' };
}

/** cli list.command.ts: an item that one of the filters fits is listed; the trash is not. The search looks into names. */
function listed(items: readonly BwItem[], options: readonly string[]): readonly BwItem[] {
  const option = (name: string) => (options.includes(name) ? options[options.indexOf(name) + 1] : undefined);
  const [collection, organization] = [option('--collectionid'), option('--organizationid')];
  const search = option('--search')?.toLowerCase() ?? '';
  const isIn = ({ collectionIds, organizationId }: BwItem) =>
    (collection === undefined && organization === undefined) ||
    (organization !== undefined && organizationId === organization) ||
    (collection !== undefined && collectionIds?.includes(collection) === true);
  return items.filter((item) => item.deletedDate == null && isIn(item) && item.name.toLowerCase().includes(search));
}

function found(state: BwState, id: string | undefined, then: (item: BwItem) => FakeEnd): FakeEnd {
  const item = state.items.find((one) => one.id === id);
  return item === undefined ? refused('Not found.') : then(item);
}

function codeOf({ login }: BwItem): FakeEnd {
  const { totp } = (login ?? {}) as { readonly totp?: string | null };
  return totp == null ? refused('No TOTP available for this login.') : { stdout: '492039' };
}

function changed(input: string | null, then: (item: BwItem) => FakeEnd): FakeEnd {
  if (input === null || input === '') return refused('`requestJson` was not provided.');
  try {
    return then(JSON.parse(Buffer.from(input, 'base64').toString()));
  } catch {
    return refused('Error parsing the encoded request data.');
  }
}

function made(state: BwState, given: BwItem): FakeEnd {
  const problem = problemOf(given);
  if (problem !== null) return refused(problem);
  const item = kept(bwItem(1000 + state.made++, { ...given, revisionDate: later(state) }));
  state.items.push(item);
  return printedItems(item);
}

function edited(state: BwState, held: BwItem, given: BwItem): FakeEnd {
  // The server, CipherService.cs.
  if (state.changedElsewhere.includes(held.id) || given.revisionDate !== held.revisionDate)
    return refused(
      'The cipher you are updating is out of date. Please save your work, sync your vault, and try again.',
    );
  const problem = problemOf(given);
  if (problem !== null) return refused(problem);
  const item = kept({ ...held, ...given, id: held.id, revisionDate: later(state) });
  state.items = state.items.map((one) => (one === held ? item : one));
  return printedItems(item);
}

/** Libs common ssh-key.export.ts; the server, CipherRequestModel.cs. */
function problemOf({ type, sshKey, login, fields, notes, organizationId, collectionIds }: BwItem): string | null {
  const key = (sshKey ?? {}) as Record<string, unknown>;
  const blank =
    type === 5 ? ['private key', 'public key', 'fingerprint'].find((_, at) => !Object.values(key)[at]) : undefined;
  if (blank !== undefined) return `Error: SSH key ${blank} is required.`;
  if (organizationId && !collectionIds?.length) return 'You must select at least one collection.';
  const texts = Object.values((login ?? {}) as object).concat(((fields ?? []) as object[]).flatMap(Object.values));
  if (texts.some((text) => isTooLong(text, 5000)))
    return 'The field Password exceeds the maximum encrypted value length of 5000 characters.';
  return isTooLong(notes, 10_000)
    ? 'The field Notes exceeds the maximum encrypted value length of 10000 characters.'
    : null;
}

/** As `2.IV|TEXT|CODE`, each in Base64. */
function isTooLong(text: unknown, most: number): boolean {
  if (typeof text !== 'string') return false;
  const encrypted = 16 * Math.floor(Buffer.byteLength(text) / 16) + 16;
  return 2 + 24 + 1 + 4 * Math.ceil(encrypted / 3) + 1 + 44 > most;
}

/** What is empty is not encrypted, and not there afterwards (libs common cipher.service.ts). */
function kept(item: BwItem): BwItem {
  return JSON.parse(JSON.stringify(item), (_, value) => (value === '' ? null : value));
}

function later(state: BwState): string {
  return `2026-11-25T09:00:00.${String(++state.made).padStart(3, '0')}Z`;
}

/** Without a terminal there is no line end. Of items, what is not there is left out. */
function printed(value: unknown): FakeEnd {
  return { stdout: JSON.stringify(value) };
}

function printedItems(value: unknown): FakeEnd {
  const isThere = (name: string, member: unknown) => member !== null || name === 'passwordRevisionDate';
  return { stdout: JSON.stringify(value, (name, member) => (isThere(name, member) ? member : undefined)) };
}

function refused(stderr: string): FakeEnd {
  return { status: 1, stderr };
}
