/**
 * `pass-cli` 2.2.1 with one account: vaults of items, sessions of persons and of agents. Quirks stand beside the file of its source
 * (github.com/protonpass/pass-cli) that they are known from.
 */
import type { FakeEnd } from '../../helpers/fake-programs.js';
import type { Asked, VendorFake } from './fake-vendor.js';

export interface PassItem {
  readonly id: string;
  readonly title: string;
  readonly note: string;
  readonly type: 'Note' | 'Login' | 'SshKey';
  readonly state: 'Active' | 'Trashed';
  readonly createdAt: string;
  readonly hasFiles?: true;
  readonly fields?: readonly string[];
}
export interface PassAccount {
  /** An agent must give reasons, and lists no contents (list.rs, agent_monitor.rs). */
  session: 'person' | 'agent' | 'locked' | 'none';
  /** Before 2.0.3 a listing has all contents, and no option for them (CHANGELOG.md). */
  isOld?: true;
  /** By name: an id, and what is in it. Names need not be unique; then the first one counts (find.rs). */
  vaults: Record<string, { readonly shareId: string; items: PassItem[] }>;
  /** What items were made so far: their ids and times follow from it. */
  made: number;
}

export const vendor: VendorFake<PassAccount> = {
  program: 'pass-cli',
  empty: () => ({ session: 'person', vaults: { tool: { shareId: 'SHARE-tool==', items: [] } }, made: 0 }),
  variables: ['PROTON_PASS_AGENT_REASON', 'PROTON_PASS_NO_UPDATE_CHECK', 'BW_SESSION', 'PROTON_PASS_PASSWORD'],
  run: (asked, account) => signedIn(account) ?? ran(asked, account),
};

/** An item that another client made. Ids may begin with a dash, as one in 64 does. */
export function putItem(
  account: PassAccount,
  vault: string,
  item: Partial<PassItem> & { readonly title: string },
): PassItem {
  const number = account.made++;
  const createdAt = new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString().slice(0, 19);
  const made = { id: `-item${number}==`, note: '', type: 'Note', state: 'Active', createdAt, ...item } as const;
  account.vaults[vault]?.items.push(made);
  return made;
}

/** Log lines come before the error (main.rs); the error is one of anyhow, which prints its causes below it. */
function signedIn({ session }: PassAccount): FakeEnd | null {
  if (session === 'none')
    return failed(
      'This operation requires an authenticated client',
      '2026-11-26T01:00:00.000000Z ERROR pass-cli/src/main.rs:334: Command is not logout there is no session\n',
    );
  if (session !== 'locked') return null;
  // macros.rs
  return failed(
    'Error listing vaults\n\nCaused by:\n    Could not perform operation. Reason: SessionLocked',
    'Session is locked. Please unlock your session and try again.\n',
  );
}

function ran(asked: Asked, account: PassAccount): FakeEnd {
  const [group, command, ...rest] = asked.words;
  if (group === 'info') return { stdout: '- Release track: stable\n- Username: demo\n' };
  if (group !== 'item') return usage(`unrecognized subcommand '${group}'`);
  if (command === 'list') return listed(parsed(rest), account);
  if (command === 'view') return viewed(parsed(rest), asked, account);
  if (command === 'create' && rest[0] === 'note') return created(parsed(rest.slice(1)), asked, account);
  if (command === 'delete') return deleted(parsed(rest), asked, account);
  return usage(`unrecognized subcommand '${command}'`);
}

/** As clap reads words: a word that begins with a dash is an option, also where it is the value of one, unless `=` joins them. */
function parsed(words: readonly string[]) {
  const options = new Map<string, string>();
  const names: string[] = [];
  let isPastOptions = false;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (isPastOptions || !word.startsWith('-') || word === '-') names.push(word);
    else if (word === '--') isPastOptions = true;
    else if (word.includes('=')) options.set(word.slice(0, word.indexOf('=')), word.slice(word.indexOf('=') + 1));
    else if (word === '--show-secrets') options.set(word, '');
    else if (words[at + 1]?.startsWith('-') !== false && words[at + 1] !== '-') options.set(word, '\0');
    else options.set(word, words[++at] ?? '');
  }
  return { options, names };
}
type Parsed = ReturnType<typeof parsed>;

/** list.rs: trashed items are listed, too. */
function listed({ options, names }: Parsed, account: PassAccount): FakeEnd {
  const [name = ''] = names;
  const unknown = [...options.keys()].find((option) => !/^--(output|show-secrets|filter-state)$/.test(option));
  if (unknown !== undefined) return usage(`unexpected argument '${unknown}' found`);
  const isWhole = options.has('--show-secrets');
  if (isWhole && account.isOld === true) return usage("unexpected argument '--show-secrets' found");
  if (isWhole && account.session === 'agent') return failed('--show-secrets is not allowed with an agent session');
  const vault = account.vaults[name];
  if (vault === undefined) return failed(`Error finding vault\n\nCaused by:\n    Could not find vault ${name}`);
  const items = vault.items.map((item) =>
    isWhole || account.isOld === true ? inFull(item, vault.shareId) : inShort(item, vault.shareId),
  );
  return { stdout: `${JSON.stringify({ items }, null, 2)}\n` };
}

function viewed({ options }: Parsed, asked: Asked, account: PassAccount): FakeEnd {
  const found = itemOf(options, account);
  if (found === null)
    return failed('Error retrieving item\n\nCaused by:\n    Could not perform operation. Reason: NotExists');
  if ('stderr' in found) return found;
  const item = inFull(found.item, found.shareId);
  return reasonProblem(asked, account) ?? { stdout: `${JSON.stringify({ item, attachments: [] }, null, 2)}\n` };
}

/** create/note.rs */
function created({ options, names }: Parsed, asked: Asked, account: PassAccount): FakeEnd {
  const refusal = reasonProblem(asked, account);
  if (refusal !== null) return refusal;
  if (options.get('--from-template') !== '-' || names.length > 0) return usage("unexpected argument '-' found");
  const name = options.get('--vault-name') ?? '';
  if (account.vaults[name] === undefined) return failed(`Error finding vault [${name}]: Could not find vault ${name}`);
  const template = JSON.parse(asked.input ?? '');
  if (template.title === '')
    return failed('Error creating note item\n\nCaused by:\n    The item title cannot be empty.');
  return { stdout: `${putItem(account, name, { title: template.title, note: template.note }).id}\n` };
}

/** delete.rs: for good, not into the trash. */
function deleted({ options }: Parsed, asked: Asked, account: PassAccount): FakeEnd {
  const refusal = reasonProblem(asked, account);
  if (refusal !== null) return refusal;
  const found = itemOf(options, account);
  if (found === null) return failed('Error deleting item\n\nCaused by:\n    Error fetching item');
  if ('stderr' in found) return found;
  for (const vault of Object.values(account.vaults)) vault.items = vault.items.filter(({ id }) => id !== found.item.id);
  return { stdout: `Item ${found.item.id} deleted successfully\n` };
}

function itemOf(options: Parsed['options'], account: PassAccount) {
  const [shareId, id] = [options.get('--share-id'), options.get('--item-id')];
  // clap's words for an id that it takes for an option.
  for (const [name, value] of [
    ['--share-id', shareId],
    ['--item-id', id],
  ] as const)
    if (value === undefined || value === '\0') return usage(`a value is required for '${name}' but none was supplied`);
  const vault = Object.values(account.vaults).find((each) => each.shareId === shareId);
  const item = vault?.items.find((each) => each.id === id);
  return vault && item ? { item, shareId: vault.shareId } : null;
}

/** agent_monitor.rs */
function reasonProblem({ variable }: Asked, { session }: PassAccount): FakeEnd | null {
  const reason = variable('PROTON_PASS_AGENT_REASON');
  if (session !== 'agent') return null;
  if (reason === null) return failed('Agent sessions must set the PROTON_PASS_AGENT_REASON environment variable');
  if (reason.trim() === '') return failed('PROTON_PASS_AGENT_REASON is set but empty.');
  const length = [...reason].length;
  return length > 300 ? failed(`PROTON_PASS_AGENT_REASON is too long (${length} characters).`) : null;
}

function inShort({ id, title, type, state, createdAt, hasFiles }: PassItem, shareId: string) {
  const flags = hasFiles ? ['ItemHasFiles'] : [];
  return {
    id,
    share_id: shareId,
    vault_id: 'V',
    state,
    flags,
    create_time: createdAt,
    title,
    item_type: type.toLowerCase(),
  };
}

function inFull({ id, title, note, type, state, createdAt, hasFiles, fields = [] }: PassItem, shareId: string) {
  const flags = hasFiles ? ['ItemHasFiles'] : [];
  const content = {
    title,
    note,
    item_uuid: 'U',
    content: { [type]: null },
    extra_fields: fields.map((name) => ({ name })),
  };
  return {
    id,
    share_id: shareId,
    vault_id: 'V',
    content,
    state,
    flags,
    create_time: createdAt,
    modify_time: createdAt,
  };
}

function failed(error: string, before = ''): { readonly status: number; readonly stderr: string } {
  return { status: 1, stderr: `${before}Error: ${error}\n` };
}

/** clap. */
function usage(problem: string): { readonly status: number; readonly stderr: string } {
  return {
    status: 2,
    stderr: `error: ${problem}\n\nUsage: pass-cli [OPTIONS]\n\nFor more information, try '--help'.\n`,
  };
}
