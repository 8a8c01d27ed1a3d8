/** JWTs with a signature, as a CI system or a cluster makes them. */
import { generateKeyPairSync, sign } from 'node:crypto';

export function jwtKey() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }),
    /** Valid for a few minutes. */
    jwt: (claims) => {
      const now = Math.floor(Date.now() / 1000);
      const body = { iat: now, nbf: now, exp: now + 300, ...claims };
      const text = [{ alg: 'ES256', typ: 'JWT' }, body].map((part) => base64url(JSON.stringify(part))).join('.');
      const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return `${text}.${signature.toString('base64url')}`;
    },
  };
}

function base64url(text) {
  return Buffer.from(text).toString('base64url');
}
