/** SSH keys: public ones as a line of `authorized_keys`, private ones as PEM or in the format of OpenSSH (PROTOCOL.key). */
import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { field, integerField } from '../../secret-types/openssh-format.js';

/** The two kinds that age encrypts for. */
export interface SshKey {
  readonly algorithm: 'ssh-ed25519' | 'ssh-rsa';
  /** The public key as SSH transmits it. */
  readonly wire: Buffer;
  readonly key: KeyObject;
}
export type SshKeyProblem = 'protected' | 'of another kind' | 'too short' | 'not valid';

const SHORTEST_RSA_BYTES = 256;

/** `ssh-ed25519 AAAA… comment` */
export function sshPublicKey(line: string): SshKey | SshKeyProblem {
  const [algorithm, base64 = ''] = line.split(/[ \t]+/);
  if (algorithm !== 'ssh-ed25519' && algorithm !== 'ssh-rsa') return 'of another kind';
  return orNotValid(() => {
    const wire = Buffer.from(base64, 'base64');
    const fields = new SshFields(wire);
    if (fields.text() !== algorithm || wire.toString('base64') !== base64) return 'not valid';
    return withPublic(createPublicKey({ key: publicJwk(algorithm, fields), format: 'jwk' }));
  });
}

/** A whole file with one private key. */
export function sshPrivateKey(text: string): SshKey | SshKeyProblem {
  if (/^-----BEGIN ENCRYPTED |^Proc-Type: 4,ENCRYPTED/m.test(text)) return 'protected';
  return orNotValid(() => {
    const body = /-----BEGIN OPENSSH PRIVATE KEY-----([A-Za-z0-9+/=\s]*)-----END OPENSSH PRIVATE KEY-----/.exec(
      text,
    )?.[1];
    const jwk = body === undefined ? null : opensshJwk(new SshFields(Buffer.from(body, 'base64')));
    if (typeof jwk === 'string') return jwk;
    return withPublic(jwk === null ? createPrivateKey(text) : createPrivateKey({ key: jwk, format: 'jwk' }));
  });
}

/** The line that stands for the key in a list of recipients: without its comment. */
export function recipientLine({ algorithm, wire }: SshKey): string {
  return `${algorithm} ${wire.toString('base64')}`;
}

function orNotValid<T>(read: () => T): T | 'not valid' {
  try {
    return read();
  } catch {
    return 'not valid';
  }
}

/** The key with its public half as SSH transmits it. */
function withPublic(key: KeyObject): SshKey | SshKeyProblem {
  const { n, e, x } = key.export({ format: 'jwk' });
  if (key.asymmetricKeyType === 'ed25519') {
    return { algorithm: 'ssh-ed25519', wire: Buffer.concat([field('ssh-ed25519'), field(bytes(x))]), key };
  }
  if (key.asymmetricKeyType !== 'rsa') return 'of another kind';
  if (bytes(n).length < SHORTEST_RSA_BYTES) return 'too short';
  return {
    algorithm: 'ssh-rsa',
    wire: Buffer.concat([field('ssh-rsa'), integerField(bytes(e)), integerField(bytes(n))]),
    key,
  };
}

function publicJwk(algorithm: SshKey['algorithm'], fields: SshFields): JsonWebKey {
  if (algorithm === 'ssh-ed25519') return { kty: 'OKP', crv: 'Ed25519', x: fields.bytes().toString('base64url') };
  const [e, n] = [fields.integer(), fields.integer()];
  return { kty: 'RSA', n: base64url(n), e: base64url(e) };
}

function opensshJwk(file: SshFields): JsonWebKey | SshKeyProblem {
  file.skip('openssh-key-v1\0');
  const cipher = file.text();
  file.bytes();
  file.bytes();
  if (file.number() !== 1) return 'not valid';
  file.bytes();
  if (cipher !== 'none') return 'protected';
  const secret = new SshFields(file.bytes());
  const [check, again] = [secret.number(), secret.number()];
  if (check !== again) return 'not valid';
  const algorithm = secret.text();
  if (algorithm === 'ssh-ed25519') return ed25519Jwk(secret);
  return algorithm === 'ssh-rsa' ? rsaJwk(secret) : 'of another kind';
}

function ed25519Jwk(secret: SshFields): JsonWebKey {
  const [x, seedAndPublic] = [secret.bytes(), secret.bytes()];
  const d = seedAndPublic.subarray(0, SEED_BYTES);
  return { kty: 'OKP', crv: 'Ed25519', x: x.toString('base64url'), d: d.toString('base64url') };
}
const SEED_BYTES = 32;

function rsaJwk(secret: SshFields): JsonWebKey {
  const [n, e, d, qi, p, q] = [0, 1, 2, 3, 4, 5].map(() => secret.integer()) as [
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
    bigint,
  ];
  const numbers = { n, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi };
  const jwk = Object.entries(numbers).map(([name, number]) => [name, base64url(number)] as const);
  return { kty: 'RSA', ...Object.fromEntries(jwk) };
}

function bytes(base64: string | undefined): Buffer {
  return Buffer.from(base64 ?? '', 'base64url');
}

function base64url(number: bigint): string {
  const hex = number.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex').toString('base64url');
}

/** The fields of SSH's binary formats, one after another (RFC 4251). Throws where one is cut off. */
class SshFields {
  #rest: Buffer;

  constructor(all: Buffer) {
    this.#rest = all;
  }

  skip(text: string): void {
    if (this.#take(text.length).toString('latin1') !== text) throw new RangeError('not this format');
  }

  number(): number {
    return this.#take(4).readUInt32BE();
  }

  bytes(): Buffer {
    return this.#take(this.number());
  }

  text(): string {
    return this.bytes().toString('latin1');
  }

  integer(): bigint {
    return BigInt(`0x0${this.bytes().toString('hex')}`);
  }

  #take(length: number): Buffer {
    if (length > this.#rest.length) throw new RangeError('cut off');
    const taken = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    return taken;
  }
}
