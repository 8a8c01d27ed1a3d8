/**
 * 1Password's program `op`, version 2, with one account: what it finds, prints and refuses. From developer.1password.com (item, read, inject,
 * service accounts) and transcripts of op 2.39 in public issues, where nothing else is said.
 */
import type { FakeEnd } from '../../helpers/fake-programs.js';
import type { Asked, VendorFake } from './fake-vendor.js';

export interface OpField {
  readonly id: string;
  readonly type: string;
  readonly label: string;
  readonly value?: string;
  readonly totp?: string;
  readonly section?: { readonly id: string; readonly label: string };
  readonly ssh_formats?: { readonly openssh: { readonly value: string } };
}
export interface OpItem {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly fields: readonly OpField[];
  readonly sections?: readonly { readonly id: string; readonly label: string }[];
  readonly tags?: readonly string[];
  readonly urls?: readonly { readonly href: string }[];
  readonly files?: readonly { readonly name: string; readonly content: string }[];
  /** In the archive: listed only with `--include-archive`, found only by its id. */
  readonly isArchived?: true;
}
export interface OpVault {
  readonly id: string;
  readonly name: string;
  readonly items: OpItem[];
}
export interface OpState {
  /** A session, or the app. */
  isSignedIn: boolean;
  readonly account: string;
  /** Of service accounts. */
  readonly tokens: string[];
  readonly vaults: OpVault[];
  nextId: number;
}

/** A vault that holds items by their titles, each with the fields that a convention or a person gives it. */
export function opVault(name: string, items: Readonly<Record<string, Partial<OpItem>>>): OpVault {
  const made = Object.entries(items).map(([title, item], index) => ({
    id: idOf(`${name} ${title}`, index),
    title,
    category: 'LOGIN',
    fields: [],
    ...item,
  }));
  return { id: idOf(name, 0), name, items: made };
}

export function opField(label: string, value: string, more: Partial<OpField> = {}): OpField {
  return { id: label.toLowerCase().replaceAll(' ', '_'), type: 'CONCEALED', label, value, ...more };
}

/** 26 letters and digits. */
function idOf(text: string, index: number): string {
  const digits = Buffer.from(`${text} ${index}`).toString('hex').slice(-20);
  return `op${digits}`.padEnd(26, 'x');
}

/** What a new account holds, for examples. */
const PAYMENTS = {
  'Payment service': {
    fields: [
      opField('username', 'shop@payments.example', { type: 'STRING' }),
      opField('password', 'correct-horse'),
      opField('api key', 'AAAA-BBBB', { section: { id: 'production', label: 'Production' } }),
      opField('one-time password', 'otpauth://totp/shop?secret=AAAA', { type: 'OTP', totp: '123456' }),
    ],
    sections: [{ id: 'production', label: 'Production' }],
  },
};

export const vendor: VendorFake<OpState> = {
  program: 'op',
  empty: () => ({ isSignedIn: true, account: 'my', tokens: [], vaults: [opVault('Private', PAYMENTS)], nextId: 1 }),
  variables: ['OP_SERVICE_ACCOUNT_TOKEN', 'OP_CONNECT_TOKEN', 'OP_SESSION_my', 'BW_SESSION', 'VAULT_TOKEN'],
  run: (asked, state) => {
    const parsed = parse(asked.words);
    if (typeof parsed === 'string') return refused(parsed);
    const problem = signInProblem(asked, parsed, state);
    return problem === null ? new Call(asked, parsed, state).end() : refused(problem);
  },
};

interface Parsed {
  readonly command: string;
  readonly names: readonly string[];
  readonly account: string | null;
  readonly vault: string | null;
  readonly isJson: boolean;
  readonly isBare: boolean;
  readonly hasArchive: boolean;
}

const VALUED = new Set(['--account', '--vault', '--format', '--template', '--session']);
const PLAIN = new Set(['--no-newline', '-n', '--include-archive', '--reveal']);

/** As pflag does: the word after an option is its value, whatever it begins with, and `--` ends the options. */
function parse(words: readonly string[]): Parsed | string {
  const options = new Map<string, string>();
  const flags = new Set<string>();
  const plain: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word === '--') plain.push(...words.slice(at + 1));
    if (word === '--') break;
    const [name = '', ...rest] = word.split('=');
    if (VALUED.has(name)) options.set(name, rest.length > 0 ? rest.join('=') : (words[++at] ?? ''));
    else if (PLAIN.has(word)) flags.add(word);
    else if (word.startsWith('-') && word !== '-') return `unknown flag: ${word}`;
    else plain.push(word);
  }
  const isGroup = plain[0] === 'item' || plain[0] === 'vault';
  return {
    command: plain.slice(0, isGroup ? 2 : 1).join(' '),
    names: plain.slice(isGroup ? 2 : 1),
    account: options.get('--account') ?? null,
    vault: options.get('--vault') ?? null,
    isJson: options.get('--format') === 'json',
    isBare: flags.has('--no-newline') || flags.has('-n'),
    hasArchive: flags.has('--include-archive'),
  };
}

function signInProblem({ variable }: Asked, { account, command, vault }: Parsed, state: OpState): string | null {
  const token = variable('OP_SERVICE_ACCOUNT_TOKEN');
  if (token === null) {
    if (account !== null && account !== state.account) return `found no accounts for filter "${account}"`;
    return state.isSignedIn ? null : 'You are not currently signed in. Please run `op signin --help` for instructions';
  }
  if (!token.startsWith('ops_'))
    return 'Signin credentials are not compatible with the provided user auth: DecodeSACredentials';
  if (!state.tokens.includes(token)) return '(401) Unauthorized: invalid bearer token';
  // developer.1password.com, service accounts: commands on items need the vault.
  const needsVault = command.startsWith('item ') && vault === null;
  return needsVault ? 'a vault query must be provided when this command is called by a service account' : null;
}

class Call {
  readonly #asked: Asked;
  readonly #parsed: Parsed;
  readonly #state: OpState;

  constructor(asked: Asked, parsed: Parsed, state: OpState) {
    this.#asked = asked;
    this.#parsed = parsed;
    this.#state = state;
  }

  end(): FakeEnd {
    const { command, names } = this.#parsed;
    const [first = ''] = names;
    switch (command) {
      case 'vault list':
        return json(this.#state.vaults.map(({ id, name }) => ({ id, name, content_version: 1 })));
      case 'item list':
        return this.#inVault((vault) => json(this.#listed(vault).map((item) => overview(vault, item))));
      case 'item get':
        return this.#inVault((vault) => this.#get(vault, first));
      case 'item create':
        return this.#inVault((vault) => this.#create(vault, first));
      case 'item edit':
        return this.#inVault((vault) => this.#edit(vault, first, names.slice(1)));
      case 'read':
        return this.#read(first);
      case 'inject':
        return this.#inject();
      default:
        return refused(`unknown command "${command}" for "op"`);
    }
  }

  #inVault(work: (vault: OpVault) => FakeEnd): FakeEnd {
    const vault = this.#vaultOf(this.#parsed.vault ?? 'Private');
    return typeof vault === 'string' ? refused(vault) : work(vault);
  }

  #vaultOf(name: string): OpVault | string {
    const found = this.#state.vaults.find((vault) => vault.id === name || vault.name === name);
    return found ?? `"${name}" isn't a vault in this account. Specify the vault with its ID or name.`;
  }

  #listed({ items }: OpVault): readonly OpItem[] {
    return items.filter(({ isArchived }) => isArchived !== true || this.#parsed.hasArchive);
  }

  /** By id, name, or the domain of a website (`op item get --help`). */
  #find(vault: OpVault, name: string): OpItem | string {
    const byId = vault.items.find(({ id }) => id === name);
    if (byId !== undefined) return byId;
    const listed = this.#listed(vault);
    const same = (text: string) => text.trim().toLowerCase() === name.trim().toLowerCase();
    const titled = listed.filter(({ title }) => same(title));
    const found =
      titled.length > 0
        ? titled
        : listed.filter(({ urls = [] }) => urls.some(({ href }) => same(new URL(href).hostname)));
    const [item, ...others] = found;
    if (item === undefined)
      return `"${name}" isn't an item in the "${vault.name}" vault. Specify the item with its UUID, name, or domain.`;
    if (others.length === 0) return item;
    const ids = found.map(({ id, title }) => `\n\t* for the item "${title}" in vault ${vault.name}: ${id}`).join('');
    return `More than one item matches "${name}". Try again and specify the item by its ID:${ids}`;
  }

  #get(vault: OpVault, name: string): FakeEnd {
    if (name !== '-') {
      const item = this.#find(vault, name);
      return typeof item === 'string' ? refused(item) : json(shown(vault, item));
    }
    const asked: readonly { id: string }[] = JSON.parse(this.#asked.input ?? '[]');
    const items = asked.map(({ id }) => this.#find(vault, id));
    const problem = items.find((item) => typeof item === 'string');
    if (problem !== undefined) return refused(`${problem}`);
    // Several items are printed one after the other, not as a list.
    return { stdout: items.map((item) => `${JSON.stringify(shown(vault, item as OpItem), null, 2)}\n`).join('') };
  }

  #create(vault: OpVault, name: string): FakeEnd {
    if (name !== '-') return refused('provide an item category');
    const template = JSON.parse(this.#asked.input ?? '{}');
    const item: OpItem = {
      ...template,
      id: `created${this.#state.nextId++}`.padEnd(26, 'x'),
      fields: withIds(template.fields),
    };
    vault.items.push(item);
    return json(shown(vault, item));
  }

  /** With a template as input, all fields and sections are replaced (developer.1password.com, "Edit items"). */
  #edit(vault: OpVault, name: string, assignments: readonly string[]): FakeEnd {
    const item = this.#find(vault, name);
    if (typeof item === 'string') return refused(item);
    if (assignments.length > 0) return refused('assignments are in arguments, which this fake does not take');
    if (this.#asked.input === null) return refused('no changes were given');
    const { fields = [], sections = [] } = JSON.parse(this.#asked.input);
    const changed = { ...item, fields: withIds(fields), sections };
    vault.items[vault.items.indexOf(item)] = changed;
    return json(shown(vault, changed));
  }

  #read(reference: string): FakeEnd {
    const value = this.#valueOf(reference, 'invalid secret reference');
    if (typeof value !== 'string') return refused(value.problem);
    return { stdout: this.#parsed.isBare ? value : `${value}\n` };
  }

  /** All or nothing; what it puts in is not looked at again. */
  #inject(): FakeEnd {
    const problems: string[] = [];
    const text = (this.#asked.input ?? '').replaceAll(/\{\{ (op:\/\/[^{}]*?) \}\}/g, (_, reference) => {
      const value = this.#valueOf(reference, 'parsing error');
      if (typeof value === 'string') return value;
      problems.push(value.problem);
      return '';
    });
    return problems[0] === undefined ? { stdout: text } : refused(problems[0]);
  }

  #valueOf(reference: string, wrong: string): string | { readonly problem: string } {
    const [path = '', query = ''] = reference.replace(/^op:\/\//, '').split('?');
    const bad = /[^A-Za-z0-9_. /-]/.exec(path);
    if (bad !== null) return { problem: `${wrong}: invalid character in secret reference: '${bad[0]}'` };
    const parts = path.split('/');
    if (parts.length < 3 || parts.length > 4)
      return { problem: `${wrong}: '${reference}' has too many or too few parts` };
    const vault = this.#vaultOf(parts[0] ?? '');
    if (typeof vault === 'string') return { problem: `could not read secret '${reference}': ${vault}` };
    const item = this.#find(vault, parts[1] ?? '');
    if (typeof item === 'string')
      return {
        problem: item.startsWith('More')
          ? item
          : `could not read secret '${reference}': could not find item ${parts[1]} in vault ${vault.id}: ${item}`,
      };
    const value = contentOf(item, parts.length === 4 ? parts[2] : undefined, parts.at(-1) ?? '', query);
    return (
      value ?? {
        problem: `could not read secret '${reference}': item '${vault.name}/${item.title}' does not have a field '${parts.at(-1)}'`,
      }
    );
  }
}

function contentOf(
  { fields, files = [] }: OpItem,
  section: string | undefined,
  name: string,
  query: string,
): string | null {
  const same = (text: string | undefined) => text?.toLowerCase() === name.toLowerCase();
  const inSection = fields.filter(
    (each) => section === undefined || [each.section?.id, each.section?.label].includes(section),
  );
  const field = inSection.find(({ id, label }) => same(id) || same(label));
  if (field === undefined) return files.find((file) => file.name === name)?.content ?? null;
  if (/^attr(ibute)?=otp$/.test(query)) return field.totp ?? null;
  return query === 'ssh-format=openssh' ? (field.ssh_formats?.openssh.value ?? null) : (field.value ?? '');
}

function withIds(fields: readonly OpField[] = []): readonly OpField[] {
  return fields.map((field, index) => ({ ...field, id: field.id ?? `field${index}` }));
}

function overview({ id, name }: OpVault, { title, tags, category, urls, ...item }: OpItem) {
  return { id: item.id, title, tags, version: 1, vault: { id, name }, category, urls };
}

function shown(vault: OpVault, item: OpItem) {
  const { files = [], sections = [], fields } = item;
  // An empty field is printed without `value`.
  const printed = fields.map(({ value, ...field }) =>
    value === undefined || value === '' ? field : { ...field, value },
  );
  const attached = files.map(({ name, content }, index) => ({ id: `file${index}`, name, size: content.length }));
  return { ...overview(vault, item), fields: printed, sections, ...(attached.length > 0 && { files: attached }) };
}

function json(value: unknown): FakeEnd {
  return { stdout: `${JSON.stringify(value, null, 2)}\n` };
}

function refused(message: string): FakeEnd {
  return { status: 1, stderr: `[ERROR] 2026/11/02 08:00:00 ${message}\n` };
}
