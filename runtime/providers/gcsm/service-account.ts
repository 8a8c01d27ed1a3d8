/** A service account by its key: it signs its tokens here, without a request (providers-cloud, errata of 3.3). */
import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { type Failed, failed } from '../store-failure.js';
import { type CredentialFields, textIn } from './credential-fields.js';
import { type TokenSource, tokenFor } from './token.js';

/** The longest that Google accepts. */
const SECONDS = 3600;
/** Clocks differ a little. */
const EARLIER_SECONDS = 10;

export function serviceAccount(fields: CredentialFields): TokenSource | Failed {
  const [email, keyId] = [textIn(fields, 'client_email'), textIn(fields, 'private_key_id')];
  const key = keyIn(textIn(fields, 'private_key'));
  if (email === '' || key === null)
    return failed(
      'unsupported',
      'the credential file of the service account has no `client_email` or no RSA `private_key`',
    );
  return async ({ audience, now }) => {
    const from = Math.floor(now / 1000) - EARLIER_SECONDS;
    const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== '' && { kid: keyId }) };
    const claims = { iss: email, sub: email, aud: audience, iat: from, exp: from + SECONDS };
    const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
    const signature = sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url');
    return tokenFor(`${signed}.${signature}`, SECONDS - EARLIER_SECONDS, Date.now());
  };
}

function keyIn(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' ? key : null;
  } catch {
    return null;
  }
}
