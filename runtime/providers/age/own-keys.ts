/** The identities that decrypt a store's file: of its credential, of the environment, or in a file. */
import type { Identity } from 'age-encryption';
import { type KeyFile, readKeyFile } from '../bases/key-file.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { isEncrypted } from '../../recipients/age-armor.js';
import type { FileStanza } from '../../recipients/age-header.js';
import { keyLines } from '../../recipients/key-lines.js';
import { keyText } from './key-file.js';
import type { ProtectedKeys } from './protected-keys.js';
import { recipientLine, type SshKeyProblem, sshPrivateKey } from './ssh-key.js';
import { sshUnwrap } from './ssh-open.js';
import { x25519Key } from './x25519-key.js';

export interface OwnKey {
  /** As the library reads it, or one of ours. */
  readonly identity: string | Identity;
  /** Its public half, as a list of recipients spells it. */
  readonly recipient: string;
  /** The file's key, without the library; null if only the library knows this kind. */
  readonly unwrap: ((stanzas: readonly FileStanza[]) => Promise<Uint8Array | null>) | null;
}
export interface OwnKeys {
  readonly kind: 'keys';
  readonly own: readonly OwnKey[];
  /** Identities of plugins, as `age` reads them. Only the plugin knows their recipients. */
  readonly plugins: readonly string[];
}

/** Reads them again each time, but prompts only once for the same protected ones. */
export class OwnKeysOfStore {
  readonly #file: KeyFile | null;
  readonly #ports: ProviderPorts;
  #protected: ProtectedKeys | null = null;

  constructor(file: KeyFile | null, ports: ProviderPorts) {
    this.#file = file;
    this.#ports = ports;
  }

  /** Each once; none if no identity is configured and none is in the usual files. Text that is not one is an error, and never repeated. */
  async read(): Promise<OwnKeys | Failed> {
    const credential = await this.#ports.credential('identity');
    if (credential !== null) return this.#in(credential.reveal(), 'the credential `identity`');
    if (this.#file === null) return this.#usual();
    const bytes = await readKeyFile(this.#file, this.#ports);
    return bytes instanceof Uint8Array ? this.#in(bytes, this.#file.name) : bytes;
  }

  /** Of the usual files those that are there. What is no identity in them is passed over: no one has named them. */
  async #usual(): Promise<OwnKeys> {
    const { usualKeyFiles, usualSshKeys } = await import('./usual-identities.js');
    const found = new Map<string, OwnKey>();
    const plugins = new Set<string>();
    for (const path of [...usualKeyFiles(this.#ports), ...usualSshKeys(this.#ports)]) {
      const bytes = await this.#ports.files.read(path).catch(() => null);
      const keys = bytes === null || isEncrypted(bytes) ? null : await this.#in(bytes, path);
      if (keys === null || keys.kind === 'failed') continue;
      for (const key of keys.own) found.set(key.recipient, key);
      for (const plugin of keys.plugins) plugins.add(plugin);
    }
    return { kind: 'keys', own: [...found.values()], plugins: [...plugins] };
  }

  async #in(bytes: Uint8Array, name: string): Promise<OwnKeys | Failed> {
    const open = isEncrypted(bytes) ? await (await this.#protectedKeys()).open(bytes, name) : bytes;
    const text = open instanceof Uint8Array ? keyText(open, name) : open;
    if (typeof text !== 'string') return text;
    return PEM.test(text) ? sshKeyIn(text, name) : keysIn(text, name);
  }

  async #protectedKeys(): Promise<ProtectedKeys> {
    const module = await import('./protected-keys.js');
    this.#protected ??= new module.ProtectedKeys(this.#ports);
    return this.#protected;
  }
}

const PEM = /^\s*-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/;

function sshKeyIn(text: string, name: string): OwnKeys | Failed {
  const key = sshPrivateKey(text);
  if (typeof key === 'string') return SSH_PROBLEMS[key](name);
  const unwrap = sshUnwrap(key);
  const own = { identity: { unwrapFileKey: unwrap }, recipient: recipientLine(key), unwrap };
  return { kind: 'keys', own: [own], plugins: [] };
}

const SSH_PROBLEMS: Readonly<Record<SshKeyProblem, (name: string) => Failed>> = {
  protected: (name) =>
    failed(
      'unsupported',
      `${name} is an SSH key that is protected by a passphrase`,
      `use a key without one, or ${ANOTHER}`,
    ),
  'of another kind': (name) =>
    failed(
      'unsupported',
      `${name} is an SSH key of a kind that age does not support`,
      'use an `ssh-ed25519` or `ssh-rsa` key',
    ),
  'too short': (name) => failed('unsupported', `${name} is an RSA key of less than 2048 bits`, ANOTHER),
  'not valid': (name) => failed('failed', `${name} is not a valid SSH key`, ANOTHER),
};

async function keysIn(text: string, name: string): Promise<OwnKeys | Failed> {
  const keys = new Map<string, OwnKey>();
  const plugins = new Set<string>();
  for (const [identity, line] of keyLines(text)) {
    const isPlugin = PLUGIN.test(identity);
    const key = isPlugin ? null : await keyOf(identity);
    if (isPlugin) plugins.add(identity);
    else if (key !== null) keys.set(key.recipient, key);
    else return failed('failed', `line ${line} of ${name} is not a valid age identity`, ANOTHER);
  }
  if (keys.size + plugins.size === 0) return failed('failed', `${name} contains no age identity`, ANOTHER);
  return { kind: 'keys', own: [...keys.values()], plugins: [...plugins] };
}

/** The checksum at its end is checked by `age`. */
const PLUGIN = /^AGE-PLUGIN-[A-Z0-9+._-]+-1[02-9AC-HJ-NP-Z]+$/;
const ANOTHER = 'use an identity as `age-keygen` writes it: a line that starts with `AGE-SECRET-KEY-1`';

/** Null for text that is no identity. Only keys of the newest kind need the library. */
export async function keyOf(identity: string): Promise<OwnKey | null> {
  try {
    if (!POST_QUANTUM.test(identity)) return x25519Key(identity);
    const { identityToRecipient } = await import('age-encryption');
    return { identity, recipient: await identityToRecipient(identity), unwrap: null };
  } catch {
    return null;
  }
}
const POST_QUANTUM = /^AGE-SECRET-KEY-PQ-1/;
