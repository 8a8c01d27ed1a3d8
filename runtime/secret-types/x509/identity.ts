/** An X.509 identity: a key, its certificate, and the certificates of its issuers (semantics 9.5). */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { SecretValue } from '../../values/secret-value.js';
import { chainOf, readable } from './chain.js';
import { type Contents, readArchive } from './read-archive.js';

export interface Identity {
  readonly key: KeyObject;
  readonly certificate: X509Certificate;
  /** Each signed the one before it, the first one `certificate`. */
  readonly issuers: readonly X509Certificate[];
}

const MOST_BYTES = 10 * 2 ** 20;
const MOST_ISSUERS = 16;

/** Opening one derives keys from its password, so the conversions take what the check has opened. */
const opened = new WeakMap<SecretValue, Identity>();

/** Null if it can be used now, else why not. A password of null is an empty one. */
export async function faultOf(value: SecretValue, password: string | null, now: Date): Promise<string | null> {
  const bytes = value.reveal();
  if (bytes.length === 0) return 'it is empty';
  if (bytes.length > MOST_BYTES) return `it is larger than ${MOST_BYTES / 2 ** 20} MiB`;
  const contents = await readArchive(bytes, password);
  if (typeof contents === 'string') return contents;
  const identity = identityIn(contents);
  if (typeof identity === 'string') return identity;
  opened.set(value, identity);
  return timeFault(identity.certificate, now);
}

/** Every identity is checked before anything is made of it. */
export function checkedIdentity(value: SecretValue): Identity {
  const identity = opened.get(value);
  if (identity === undefined) throw new Error('the identity was not checked');
  return identity;
}

/** The identity, or why there is none. */
function identityIn({ keys, certificates: stored }: Contents): Identity | string {
  const [pkcs8, ...otherKeys] = keys;
  if (pkcs8 === undefined) return 'it has no private key';
  if (otherKeys.length > 0) return `it has ${keys.length} private keys`;
  const key = readable(() => createPrivateKey({ key: pkcs8, format: 'der', type: 'pkcs8' }));
  if (key === null) return 'its private key cannot be read';
  if (stored.length === 0) return 'it has no certificate';
  if (stored.length > MOST_ISSUERS + 1) return `it has more than ${MOST_ISSUERS} certificates of issuers`;
  const certificates = readable(() => stored.map((der) => new X509Certificate(der)));
  if (certificates === null) return 'one of its certificates cannot be read';
  const [certificate, ...others] = certificates.filter((one) => one.checkPrivateKey(key));
  if (certificate === undefined) return 'none of its certificates belongs to its private key';
  if (others.length > 0) return 'more than one of its certificates belongs to its private key';
  const issuers = chainOf(
    certificate,
    certificates.filter((one) => one !== certificate),
  );
  return typeof issuers === 'string' ? issuers : { key, certificate, issuers };
}

/** Only of the certificate itself: servers send expired certificates of issuers on purpose, for the sake of old clients. */
function timeFault({ validFrom, validTo }: X509Certificate, now: Date): string | null {
  if (now.getTime() < Date.parse(validFrom)) return `its certificate is valid only from ${timeOf(validFrom)}`;
  return now.getTime() > Date.parse(validTo) ? `its certificate expired at ${timeOf(validTo)}` : null;
}

/** `2026-01-31T09:00:00Z` */
function timeOf(text: string): string {
  return new Date(text).toISOString().replace('.000', '');
}
