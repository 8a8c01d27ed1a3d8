/**
 * LastPass's program `lpass` 1.3.7: what it finds, prints and refuses. File names are those of its source, github.com/lastpass/lastpass-cli; where
 * 1.3.7 itself was asked, the line says so.
 */
import type { FakeEnd } from '../../helpers/fake-programs.js';
import type { Asked, VendorFake } from './fake-vendor.js';

export interface LpassAccount {
  readonly id: string;
  readonly name: string;
  /** The folder, without the `/` at its end. */
  readonly group: string;
  readonly password: string;
  /** Asks for the master password each time. */
  readonly isProtected?: true;
  /** In a shared folder that this user may only read. */
  readonly isReadOnly?: true;
}
export interface LpassState {
  isSignedIn: boolean;
  readonly accounts: LpassAccount[];
  nextId: number;
  /** How often the server was asked for everything. */
  fetches: number;
}

export function lpassAccount(
  id: string,
  fullName: string,
  password: string,
  more: Partial<LpassAccount> = {},
): LpassAccount {
  return { id, ...split(fullName), password, ...more };
}

/** The last `/` separates group and name (cmd-add.c, blob.c `new_account`, `account_set_name`). */
function split(fullName: string) {
  const at = fullName.lastIndexOf('/');
  return at < 0 ? { group: '', name: fullName } : { group: fullName.slice(0, at), name: fullName.slice(at + 1) };
}

export const vendor: VendorFake<LpassState> = {
  program: 'lpass',
  empty: () => ({
    isSignedIn: true,
    accounts: [lpassAccount('4711', 'Payments/api key', 'AAAA-BBBB')],
    nextId: 5000,
    fetches: 0,
  }),
  variables: ['LPASS_DISABLE_PINENTRY', 'LPASS_ASKPASS', 'BW_SESSION'],
  run: (asked, state) => {
    const { command, options, names, problem } = parse(asked.words);
    if (problem) return refused(`Usage: lpass ${command} [OPTIONS]`);
    // Asked of 1.3.7: on standard output, with status 1.
    if (command === 'status')
      return state.isSignedIn
        ? { stdout: 'Logged in as me@shop.example.\n' }
        : { status: 1, stdout: 'Not logged in.\n' };
    // cmd.c `init_all`; asked of 1.3.7.
    if (!state.isSignedIn)
      return refused('Error: Could not find decryption key. Perhaps you need to login with `lpass login`.');
    if (options.get('--sync') === 'now') state.fetches++;
    if (command === 'show') return show(state, names, options);
    if (command === 'add' || command === 'edit') return put(state, command, names[0] ?? '', asked);
    return refused(`Usage: lpass [OPTIONS]`);
  },
};

const FLAGS = new Set(['--json', '--expand-multi', '--password', '--non-interactive']);

/** As getopt_long does: options at any place until `--`. */
function parse([command = '', ...words]: readonly string[]) {
  const options = new Map<string, string>();
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const before = words.slice(0, end);
  for (const word of before.filter((each) => each.startsWith('-'))) {
    const [name = '', value = ''] = word.split('=');
    options.set(name, value);
  }
  const names = [...before.filter((each) => !each.startsWith('-')), ...words.slice(end + 1)];
  const problem = [...options.keys()].some((name) => name !== '--sync' && !FLAGS.has(name));
  return { command, options, names, problem };
}

const fullNameOf = ({ group, name }: LpassAccount) => (group === '' ? name : `${group}/${name}`);

/** A word of digits is an id and nothing else; otherwise an exact name or full name (cmd.c `find_matching_accounts`). */
function matching(accounts: readonly LpassAccount[], word: string): readonly LpassAccount[] {
  if (/^\d+$/.test(word)) return accounts.filter(({ id }) => id === word);
  return accounts.filter((account) => account.name === word || fullNameOf(account) === word);
}

function show({ accounts }: LpassState, names: readonly string[], options: ReadonlyMap<string, string>): FakeEnd {
  const found = names.flatMap((name) => matching(accounts, name));
  // cmd-show.c: only if none of them is there.
  if (found.length === 0) return refused('Error: Could not find specified account(s).');
  // Printed as a list, with status 0.
  if (found.length > 1 && !options.has('--expand-multi'))
    return {
      stdout: `Multiple matches found.\n${found.map((each) => `${fullNameOf(each)} [id: ${each.id}]\n`).join('')}`,
    };
  // password.c: without pinentry and without a terminal.
  if (found.some(({ isProtected }) => isProtected))
    return refused('Error: Could not authenticate for protected entry.');
  const members = found.map((account) => ({
    id: account.id,
    name: account.name,
    fullname: fullNameOf(account),
    username: '',
    password: account.password,
    last_modified_gmt: '0',
    last_touch: '0',
    group: account.group,
    url: '',
    note: '',
  }));
  if (!options.has('--json')) return { stdout: `${found[0]?.password}\n` };
  return { stdout: `[\n${members.map((each) => `  ${asOnX86(each)}`).join(',\n')}\n]\n` };
}

/** json-format.c tests `*ptr < ' '` on a `char`, which has a sign on x86: bytes from 0x80 are printed as `\uffffffc3`. */
function asOnX86(value: object): string {
  const escaped = (character: string) =>
    [...Buffer.from(character)].map((byte) => `\\uffffff${byte.toString(16)}`).join('');
  return JSON.stringify(value).replaceAll(/[^\0-\x7f]/gu, escaped);
}

function put(state: LpassState, command: 'add' | 'edit', word: string, { input, variable }: Asked): FakeEnd {
  // Otherwise a program would ask for the value (edit.c).
  if (input === null || variable('LPASS_DISABLE_PINENTRY') !== '1') return refused('Error: nothing to read');
  const found = command === 'add' ? [] : matching(state.accounts, word);
  if (found.length > 1) return refused('Error: Multiple matches found.');
  const [account] = found;
  if (account?.isReadOnly)
    return refused(`Error: ${fullNameOf(account)} is a readonly shared entry from Team; It cannot be edited.`);
  // One newline at the end is not part of it, and NUL ends it (edit.c `trim`, C).
  const password = input.replace(/\n$/, '').split('\0')[0] ?? '';
  // `edit` creates what it does not find.
  if (account === undefined) state.accounts.push(lpassAccount(`${state.nextId++}`, word, password));
  else state.accounts[state.accounts.indexOf(account)] = { ...account, password };
  return {};
}

function refused(stderr: string): FakeEnd {
  return { status: 1, stderr: `${stderr}\n` };
}
