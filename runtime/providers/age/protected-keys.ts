/** Identities in a file that `age` has encrypted with a passphrase. */
import { type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { armor, Decrypter, type Identity, type Stanza } from 'age-encryption';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { isArmor } from '../../recipients/age-armor.js';

/** Prompts for the passphrase of each content once; after a failure again. */
export class ProtectedKeys {
  readonly #ports: ProviderPorts;
  #opened: { readonly bytes: Uint8Array; readonly plain: Promise<Uint8Array | Failed> } | null = null;

  constructor(ports: ProviderPorts) {
    this.#ports = ports;
  }

  /** `name`: what messages and the prompt call the identities. */
  async open(bytes: Uint8Array, name: string): Promise<Uint8Array | Failed> {
    if (this.#opened === null || Buffer.compare(this.#opened.bytes, bytes) !== 0) {
      this.#opened = { bytes, plain: this.#decrypted(bytes, name) };
    }
    const plain = await this.#opened.plain;
    if (!(plain instanceof Uint8Array)) this.#opened = null;
    return plain;
  }

  async #decrypted(bytes: Uint8Array, name: string): Promise<Uint8Array | Failed> {
    const passphrase = new Passphrase(() => this.#ports.passphrase(name.replaceAll('`', '')));
    try {
      const decrypter = new Decrypter();
      decrypter.addIdentity(passphrase);
      return await decrypter.decrypt(isArmor(bytes) ? armor.decode(Buffer.from(bytes).toString('latin1')) : bytes);
    } catch {
      return failureOf(passphrase.problem, name);
    }
  }
}

type Problem = 'no passphrase' | 'too much work' | 'no one' | 'wrong' | null;

function failureOf(problem: Problem, name: string): Failed {
  switch (problem) {
    case 'no passphrase':
      return failed('unsupported', `${name} is encrypted, but not with a passphrase`);
    case 'too much work':
      return failed(
        'unsupported',
        `${name} asks for more work than a passphrase may cost`,
        'encrypt it again with `age --passphrase`',
      );
    case 'no one':
      return failed('locked', `${name} is protected by a passphrase, and no one can be prompted for it`, UNATTENDED);
    case 'wrong':
      return failed('denied', `the passphrase of ${name} is not correct`);
    case null:
      return failed('malformed', `${name} is damaged or cut off`);
  }
}
const UNATTENDED = 'run the command on a terminal, or keep an identity without a passphrase in a keyring';

/** Prompts only if the file is encrypted with a passphrase, and the work is bounded. */
class Passphrase implements Identity {
  problem: Problem = null;
  readonly #ask: () => ReturnType<ProviderPorts['passphrase']>;

  constructor(ask: () => ReturnType<ProviderPorts['passphrase']>) {
    this.#ask = ask;
  }

  async unwrapFileKey(stanzas: readonly Stanza[]): Promise<Uint8Array | null> {
    const [stanza] = stanzas;
    const [kind, salt = '', work = ''] = stanza?.args ?? [];
    if (stanza === undefined || stanzas.length !== 1 || kind !== 'scrypt') return this.#stop('no passphrase');
    if (!/^[1-9]\d?$/.test(work) || stanza.body.length !== BODY_BYTES) return null;
    if (Number(work) > MOST_WORK) return this.#stop('too much work');
    const passphrase = await this.#ask();
    if (passphrase === null) return this.#stop('no one');
    const key = await scryptKey(passphrase.reveal(), Buffer.concat([LABEL, Buffer.from(salt, 'base64')]), Number(work));
    try {
      return chacha20poly1305(key, new Uint8Array(NONCE_BYTES)).decrypt(stanza.body);
    } catch {
      return this.#stop('wrong');
    }
  }

  #stop(problem: Problem): null {
    this.problem = problem;
    return null;
  }
}

const LABEL = Buffer.from('age-encryption.org/v1/scrypt');
const BODY_BYTES = 32;
const NONCE_BYTES = 12;
const BLOCK = 8;
/** 18 is usual, and takes a second and 256 MB; each more doubles both. */
const MOST_WORK = 20;

/** Without an error, Node passes null and Bun undefined: `promisify` takes both for none. */
const derive = promisify<Uint8Array, Uint8Array, number, ScryptOptions, Buffer>(scrypt);

async function scryptKey(passphrase: Uint8Array, salt: Uint8Array, work: number): Promise<Uint8Array> {
  const N = 2 ** work;
  return new Uint8Array(await derive(passphrase, salt, 32, { N, r: BLOCK, p: 1, maxmem: 256 * N * BLOCK }));
}
