/** The errors of a KV server that mean the same for every request. */
import { objectIn, type Reply } from '../bases/http-reply.js';
import { type Failed, failed } from '../store-failure.js';

/** The messages in the body of an error. Null: the server did not send it; objects in place of texts are what gateways send. */
export function messageOf(body: unknown): string | null {
  const errors = objectIn(body)?.['errors'];
  return Array.isArray(errors) && errors.every((error) => typeof error === 'string') ? errors.join('; ') : null;
}

/** The token has expired or was revoked, or there never was such a token; not all servers say more than `permission denied`. */
export function isInvalidToken({ status, body }: Reply): boolean {
  return status === 403 && messageOf(body)?.includes('invalid token') === true;
}

/** Why the server does nothing at all: it is sealed, or has no such namespace, which OpenBao reports as status 404. */
export function failureOfServer({ status, body }: Reply): Failed | null {
  const message = messageOf(body) ?? '';
  if (status === 503 && message.includes('sealed'))
    return failed('locked', 'the server is sealed', 'unseal it, then try again');
  if (status === 404 && message.includes('namespace not found'))
    return failed('unsupported', 'the namespace does not exist', 'check the namespace: it is written before the `@`');
  return null;
}
