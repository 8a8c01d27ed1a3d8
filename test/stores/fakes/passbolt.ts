/**
 * `passbolt` (go-passbolt-cli, develop of 2026) with one account. Quirks stand beside the file of its source that they are known from
 * (github.com/passbolt/go-passbolt-cli). What it says without a server, a key, a passphrase or a connection was asked of the program itself.
 */
import type { FakeEnd } from '../../helpers/fake-programs.js';
import type { Asked, VendorFake } from './fake-vendor.js';

export interface PassboltResource {
  readonly id: string;
  readonly name: string;
  readonly password: string;
  readonly username: string;
  readonly uri: string;
  readonly description: string;
  readonly folder: string;
  /** It cannot be decrypted; or it is of a kind that the program does not know. */
  readonly is?: 'unreadable' | 'of an unknown kind';
}
export interface PassboltAccount {
  /** What its own configuration has besides the key: where it is, and the passphrase. */
  server: string;
  key: string;
  passphrase: string;
  asksForCode: boolean;
  resources: PassboltResource[];
}

export const SERVER = 'https://passbolt.test';
const KEY = '-----BEGIN PGP PRIVATE KEY BLOCK-----\ncanary-key\n-----END PGP PRIVATE KEY BLOCK-----';

export const vendor: VendorFake<PassboltAccount> = {
  program: 'passbolt',
  empty: () => {
    const account = { server: SERVER, key: KEY, passphrase: 'canary-phrase', asksForCode: false, resources: [] };
    putResource(account, { name: 'tool/shop/default/DATABASE_PASSWORD', password: 'correct-horse' });
    putResource(account, { name: 'Payments', username: 'shop@payments.example', password: 'AAAA-BBBB' });
    return account;
  },
  // Without a prefix the program takes these for its own (root.go: viper.AutomaticEnv).
  variables: [
    'USERPRIVATEKEY',
    'USERPASSWORD',
    'DEBUG',
    'TIMEOUT',
    'TLSSKIPVERIFY',
    'SERVERADDRESS',
    'TOOL_PASSBOLT_PASSPHRASE',
  ],
  run: (asked, account) => signedIn(asked, account) ?? ran(asked, account),
};

export function putResource(
  account: PassboltAccount,
  resource: Partial<PassboltResource> & { readonly name: string },
): PassboltResource {
  const number = String(account.resources.length).padStart(12, '0');
  const made = {
    id: `a1b2c3d4-0000-4000-8000-${number}`,
    password: '',
    username: '',
    uri: '',
    description: '',
    folder: '',
    ...resource,
  };
  account.resources.push(made);
  return made;
}

/** client.go */
function signedIn({ words, variable }: Asked, account: PassboltAccount): FakeEnd | null {
  const server = optionOf(words, '--serverAddress') ?? variable('SERVERADDRESS') ?? account.server;
  if (server === '') return failed('serverAddress is not defined');
  const file = optionOf(words, '--userPrivateKeyFile');
  // root.go ends the process by itself.
  if (file !== null && !file.endsWith('key.asc'))
    return { status: 1, stderr: `Error Loading File:  open ${file}: no such file or directory\n` };
  if ((file ?? variable('USERPRIVATEKEY') ?? account.key) === '') return failed('userPrivateKey is not defined');
  const passphrase = variable('USERPASSWORD') ?? account.passphrase;
  // The prompt puts a newline on its output before it fails.
  if (passphrase === '') return { stdout: '\n', ...failed('reading Password: EOF') };
  if (passphrase !== 'canary-phrase')
    return failed('creating Client: get Private Key: unlock Key: gopenpgp: error in unlocking key');
  if (account.asksForCode) return { stdout: '\n', ...failed('logging in: doing MFA challenge: reading TOTP: EOF') };
  return null;
}

function ran({ words }: Asked, account: PassboltAccount): FakeEnd {
  // Its own options come before the command; each has a value.
  const [command, kind] = words.slice(words.findIndex((word, at) => at % 2 === 0 && !word.startsWith('--')));
  if (kind !== 'resource') return failed(`unknown command "${kind}" for "passbolt ${command}"`);
  if (command === 'list') return listed(words, account);
  if (command === 'get') return got(optionOf(words, '--id') ?? '', account);
  return failed(`unknown command "${command}" for "passbolt"`);
}

/** list.go */
function listed(words: readonly string[], { resources }: PassboltAccount): FakeEnd {
  const columns = words.flatMap((word, at) => (words[at - 1] === '--column' ? word.toLowerCase() : []));
  const folder = optionOf(words, '--folder');
  const seen = resources.filter((resource) => folder === null || resource.folder === folder);
  const needsSecrets = columns.some((column) => column === 'password' || column === 'description');
  if (needsSecrets && seen.some(({ is }) => is === 'unreadable'))
    return failed('get Resource decrypting secret data: gopenpgp: error in reading message');
  const unknown = seen.filter(({ is }) => is === 'of an unknown kind').length;
  const printed = seen
    .filter(({ is }) => is !== 'of an unknown kind')
    .map((resource) => Object.fromEntries(columns.map((column) => [column, columnOf(resource, column, needsSecrets)])));
  const stderr = `Warning: ${unknown} resource(s) skipped due to unsupported types:\n  - v6-thing: ${unknown}\n`;
  return { stdout: `${JSON.stringify(printed, null, 2)}\n`, stderr: unknown === 0 ? '' : stderr };
}

function columnOf(resource: PassboltResource, column: string, hasSecrets: boolean): string {
  if (column === 'password' && !hasSecrets) return '';
  return String({ ...resource }[column as keyof PassboltResource] ?? '');
}

/** get.go prints no id. */
function got(id: string, { resources }: PassboltAccount): FakeEnd {
  const resource = resources.find((each) => each.id === id);
  if (resource === undefined)
    return failed(
      'getting resource: api error (code 404): The resource does not exist. (The resource does not exist.)',
    );
  if (resource.is === 'unreadable') return failed('decrypting resource: gopenpgp: error in reading message');
  const { name, username, uri, password, description, folder } = resource;
  return {
    stdout: `${JSON.stringify({ folder_parent_id: folder, name, username, uri, password, description }, null, 2)}\n`,
  };
}

function optionOf(words: readonly string[], name: string): string | null {
  const at = words.indexOf(name);
  return at < 0 ? null : (words[at + 1] ?? '');
}

/** cobra prints the error; the status is always 1. */
function failed(error: string): { readonly status: number; readonly stderr: string } {
  return { status: 1, stderr: `Error: ${error}\n` };
}
