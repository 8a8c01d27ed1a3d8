/**
 * Every store with what can go wrong with it. A world is a folder with two manifests, one for the store and one for what is moved
 * out of it; each case gets a copy of it. A fault gives how to bring it about and the codes that it may be reported with.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { boxed, PRIVATE_KEY, PUBLIC_KEY } from '../../../dist/test/runtime/providers/ejson/ejson-files.js';
import { builtProgram } from '../../stores/go-program.mjs';

const AGE_IDENTITY = 'AGE-SECRET-KEY-1GFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPYYSJZGFPQ4EGAEX';
const AGE_RECIPIENT = 'age1zvkyg2lqzraa2lnjvqej32nkuu0ues2s82hzrye869xeexvn73equnujwj';
const isRoot = process.getuid?.() === 0;
/** The store has its own folder, so that a fault of the folder is one of the store. */
const STORE = 'store';

export const VALUES = { ONE: 'canary-one', TWO: 'canary-two' };
/** Reported before anything is tried, where the folder itself says that it may not be written. */
const REFUSED = ['E1102', 'E1114', 'E1120'];
/** Needs no room. */
export const REMOVING = ['delete', 'import from it --delete-source'];
const NOTHING_STORED = ['E1001', 'E1003'];

/** Faults of the folder of a store that is made of files. `file`: that which contains ONE. `mayWork`: what needs no call that fails, where each
 * value is a file of its own: only who writes the same one waits for its lock. */
function ofFiles(file, mayWork = []) {
  const at = (world) => join(world.place, STORE, file);
  return {
    denial: { needsUser: true, bring: (world) => chmodSync(at(world), 0), codes: REFUSED },
    'vanished file': { bring: (world) => rmSync(at(world)), codes: NOTHING_STORED, isGone: true },
    'vanished while it is written': {
      calls: '/^(rename|link)',
      answer: 'ENOENT',
      codes: ['E1101'],
      onlyWrites: true,
      mayWork,
    },
    'input/output error': { calls: 'fsync', answer: 'EIO', codes: ['E1101'], onlyWrites: true, mayWork },
    'read-only folder': {
      needsUser: true,
      bring: (world) => {
        for (const path of foldersOf(join(world.place, STORE))) chmodSync(path, 0o555);
      },
      codes: REFUSED,
      onlyWrites: true,
    },
    'full disk': { needsUser: true, isFull: true, codes: ['E1101'], onlyWrites: true, mayWork: REMOVING },
    'another writer holds the lock': {
      isLocked: true,
      only: mayWork.length === 0 ? null : ['set'],
      codes: ['E1106'],
      onlyWrites: true,
      seconds: 31,
    },
  };
}

function foldersOf(folder) {
  const below = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return [...below.flatMap(({ name }) => foldersOf(join(folder, name))), folder];
}

const halved = (file) => (world) => {
  const path = join(world.place, STORE, file);
  truncateSync(path, Math.floor(readFileSync(path).length / 2));
};

export const LOCAL_STORES = {
  dotenv: {
    uri: () => `dotenv://${STORE}/.env`,
    file: '.env',
    faults: {
      ...ofFiles('.env'),
      'truncated file': {
        bring: (world) => writeFileSync(join(world.place, STORE, '.env'), 'ONE="canary-o', { mode: 0o600 }),
        codes: ['E1107'],
      },
    },
  },
  file: {
    uri: () => `file:./${STORE}`,
    file: 'faults/default/ONE',
    faults: { ...ofFiles('faults/default/ONE', ['delete']), 'another writer holds the lock': { only: [], codes: [] } },
  },
  age: {
    uri: () => `age:${STORE}/secrets.age?identity=~/own.key`,
    file: 'secrets.age',
    prepare: (world) => writeFileSync(join(world.home, 'own.key'), AGE_IDENTITY, { mode: 0o600 }),
    faults: {
      ...ofFiles('secrets.age'),
      'truncated file': { bring: halved('secrets.age'), codes: ['E1107', 'E1101'] },
      'identity of someone else': {
        bring: (world) => rmSync(join(world.home, 'own.key')),
        codes: ['E1101', 'E1102', 'E1112'],
      },
    },
  },
};

/** One key derivation each time, which takes a while on purpose. */
LOCAL_STORES.kdbx = {
  uri: () => `kdbx:${STORE}/team.kdbx`,
  file: 'team.kdbx',
  neverRemoves: true,
  variables: { TOOL_KDBX_PASSWORD: 'open sesame' },
  faults: {
    ...ofFiles('team.kdbx'),
    'truncated file': { bring: halved('team.kdbx'), codes: ['E1107', 'E1101'] },
    'wrong password': { variables: { TOOL_KDBX_PASSWORD: 'another' }, codes: ['E1102', 'E1103', 'E1112', 'E1101'] },
    'no password': { variables: { TOOL_KDBX_PASSWORD: undefined }, codes: ['E1112', 'E1103', 'E1101'] },
  },
};

const READ_ONLY = { codes: ['E1102', 'E1114', 'E1120'], onlyWrites: true };
const { denial, 'vanished file': vanished } = ofFiles('ONE');

/** Values come from elsewhere, or from nowhere. `aliases`: of the manifest, where an address alone is not enough. */
export const READ_ONLY_STORES = {
  ejson: {
    uri: () => 'sealed',
    aliases: `sealed = { uri = "ejson:${STORE}/ONE", credentials = { private_key = "dotenv:key.env" } }`,
    prepare: ({ place }) => {
      const entries = Object.entries(VALUES).map(([name, value]) => [name, boxed(value)]);
      const document = { _public_key: PUBLIC_KEY, faults: { default: Object.fromEntries(entries) } };
      writeFileSync(join(place, STORE, 'ONE'), JSON.stringify(document), { mode: 0o600 });
      writeFileSync(join(place, 'key.env'), `private_key=${PRIVATE_KEY}\n`, { mode: 0o600 });
    },
    faults: {
      denial: { ...denial, onlyReads: true },
      'vanished file': vanished,
      'truncated file': { bring: halved('ONE'), codes: ['E1107', 'E1101'], onlyReads: true },
      'vanished key': {
        bring: ({ place }) => rmSync(join(place, 'key.env')),
        codes: ['E1112', 'E1103', 'E1101'],
        onlyReads: true,
      },
      'it is read-only': READ_ONLY,
    },
  },
  'systemd-credential': {
    uri: () => 'systemd-credential',
    variablesIn: ({ place }) => ({ CREDENTIALS_DIRECTORY: join(place, STORE) }),
    prepare: ({ place }) => {
      for (const [name, value] of Object.entries(VALUES)) {
        writeFileSync(join(place, STORE, name), value, { mode: 0o600 });
      }
    },
    faults: {
      denial: { ...denial, onlyReads: true },
      'vanished file': vanished,
      'vanished folder': {
        bring: ({ place }) => rmSync(join(place, STORE), { recursive: true }),
        codes: NOTHING_STORED,
        isGone: true,
      },
      'outside a unit': { variables: { CREDENTIALS_DIRECTORY: undefined }, codes: ['E1101'], onlyReads: true },
      'it is read-only': READ_ONLY,
    },
  },
  env: {
    uri: () => 'env',
    variables: VALUES,
    faults: {
      'vanished variable': { variables: { ONE: undefined, TWO: undefined }, codes: NOTHING_STORED, onlyReads: true },
      'it is read-only': { codes: ['E1114', 'E1120'], onlyWrites: true },
    },
  },
  null: {
    uri: () => 'null',
    variables: {},
    faults: {
      'it is always empty': { codes: NOTHING_STORED, onlyReads: true },
      'it is read-only': { codes: ['E1114', 'E1120'], onlyWrites: true },
    },
  },
  keyring: {
    uri: () => 'keyring',
    variables: {},
    faults: {
      'no bus': {
        variables: { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' },
        codes: ['E1104'],
      },
      'silent bus': { isSilentBus: true, codes: ['E1105', 'E1104'], seconds: 6 },
    },
  },
};

const ofServers = {
  // A policy is about a path, and the help names it: one error for each secret.
  denial: { server: 'denial', codes: ['E1102'], mostErrors: 3 },
  'no permission to write': { server: 'no writes', codes: ['E1102'], onlyWrites: true },
  'full disk of the server': { server: 'full disk', codes: ['E1101', 'E1104'], onlyWrites: true },
  sealed: { server: 'sealed', codes: ['E1103'] },
  'truncated answer': { server: 'cut answer', codes: ['E1101', 'E1104'] },
  'half an answer that looks whole': { server: 'half JSON', codes: ['E1107', 'E1101'], mayWork: ['delete'] },
  'vanished server': { server: 'closed', codes: ['E1104'] },
  silence: { server: 'silence', codes: ['E1105'], seconds: 31 },
};
export const SERVER_STORES = {
  vault: {
    uri: ({ port }) => `vault://127.0.0.1:${port}/secret?tls=false`,
    variables: { VAULT_TOKEN: 'root' },
    faults: ofServers,
  },
  openbao: {
    uri: ({ port }) => `openbao://127.0.0.1:${port}/secret?tls=false`,
    variables: { BAO_TOKEN: 'root' },
    faults: ofServers,
  },
};

/** Null if its program was not built by its own suite. `bin`: a folder for it that every user can read. */
export function sopsStore(bin) {
  if (!copyBuilt('sops', bin)) return null;
  const file = 'secrets.json';
  return {
    uri: () => `sops:${STORE}/${file}?age_key_file=~/own.key`,
    file,
    neverRemoves: true,
    variables: { PATH: `${bin}:${process.env.PATH}`, SOPS_AGE_RECIPIENTS: AGE_RECIPIENT },
    prepare: (world) => writeFileSync(join(world.home, 'own.key'), AGE_IDENTITY, { mode: 0o600 }),
    faults: {
      ...ofFiles(file),
      // What is delayed is its copy, which is made before the lock is taken.
      'another writer holds the lock': { only: [], codes: [] },
      'truncated file': { bring: halved(file), codes: ['E1107', 'E1114'] },
      'a key of someone else': { bring: (world) => rmSync(join(world.home, 'own.key')), codes: ['E1102'] },
      'missing program': { variables: { PATH: '/nonexistent' }, codes: ['E1111', 'E1114'], onlyWrites: true },
      'a program that fails': { program: 'echo "canary-one" >&2; exit 2', codes: ['E1101'], onlyWrites: true },
      'a program that changes nothing': { program: 'exit 0', codes: ['E1101'], onlyWrites: true },
      'a program that prints half': { program: 'printf cana; kill -9 $$', codes: ['E1101'], onlyWrites: true },
      'a silent program': { program: 'exec sleep 300', codes: ['E1105'], onlyWrites: true, seconds: 125 },
    },
  };
}

/** Its key opens what is encrypted for `faults@tool.test`; null if gpg is missing. `asUser`: a prefix that runs a command as the test user. */
export function gpgKey(folder, asUser) {
  if (spawnSync('gpg', ['--version']).error !== undefined) return null;
  const variables = { GNUPGHOME: folder };
  const gpg = (...words) => {
    const [program, ...all] = [...asUser, 'gpg', '--quiet', '--batch', '--pinentry-mode', 'loopback', ...words];
    return execFileSync(program, all, {
      env: { ...process.env, ...variables, HOME: folder },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  };
  gpg('--passphrase', '', '--quick-gen-key', 'faults@tool.test', 'ed25519', 'cert,sign', '0');
  const fingerprint = /^fpr:+([^:]+)/mu.exec(gpg('--list-keys', '--with-colons').toString())[1];
  gpg('--passphrase', '', '--quick-add-key', fingerprint, 'cv25519', 'encr', '0');
  const endAgent = () => spawnSync('gpgconf', ['--kill', 'gpg-agent'], { env: { ...process.env, ...variables } });
  return { variables, endAgent };
}

/** A tree of files that gpg encrypts, each for the key that a file of the tree names. */
const ENCRYPTED_TREE = {
  file: 'tool/faults/default/ONE.gpg',
  prepare: (world) => writeFileSync(join(world.place, STORE, '.gpg-id'), 'faults@tool.test\n', { mode: 0o600 }),
};
const ofEncryptedTree = {
  'truncated file': { bring: halved(ENCRYPTED_TREE.file), codes: ['E1107', 'E1101'], onlyReads: true },
  'missing program': { variables: { PATH: '/nonexistent' }, codes: ['E1111'] },
  'a program that denies': { program: 'echo "gpg: no luck" >&2; exit 2', codes: ['E1101', 'E1107'] },
  'a program that prints half': { program: 'printf cana; kill -9 $$', codes: ['E1101'] },
  'a silent program': { program: 'exec sleep 300', codes: ['E1105'], seconds: 125 },
};

/** Null if pass is missing. */
export function passStore({ variables }) {
  if (spawnSync('pass', ['--version']).error !== undefined) return null;
  return {
    ...ENCRYPTED_TREE,
    uri: () => `pass://?store_dir=./${STORE}`,
    variables,
    faults: { ...ofFiles(ENCRYPTED_TREE.file, ['delete']), ...ofEncryptedTree },
  };
}

const ofTree = ofFiles(ENCRYPTED_TREE.file);
/** gopass overwrites the file of an entry, removes without reading, and locks nothing in the store. */
const ofGopass = {
  denial: { ...ofTree.denial, mayWork: ['delete'] },
  'vanished file': ofTree['vanished file'],
  'read-only folder': { ...ofTree['read-only folder'], mayWork: ['set'] },
  'full disk': { ...ofTree['full disk'], mayWork: [...REMOVING, 'set'] },
};

/** Null if its program was not built by its own suite. `bin`: as for sops. */
export function gopassStore({ variables }, bin) {
  if (!copyBuilt('gopass', bin)) return null;
  return {
    ...ENCRYPTED_TREE,
    uri: () => 'gopass',
    variables: { ...variables, PATH: `${bin}:${process.env.PATH}` },
    variablesIn: ({ place }) => ({ PASSWORD_STORE_DIR: join(place, STORE) }),
    faults: { ...ofGopass, ...ofEncryptedTree },
  };
}

/** Copies the program into `bin`, where every user can start it; false if it was not built. */
function copyBuilt(name, bin) {
  const program = builtProgram(name);
  if (program === null) return false;
  copyFileSync(program, join(bin, name));
  chmodSync(join(bin, name), 0o755);
  return true;
}

export const canBecomeUser = () => isRoot && spawnSync('setpriv', ['--version']).error === undefined;
