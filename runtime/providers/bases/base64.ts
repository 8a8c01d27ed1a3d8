/** Values and bytes that come as base64: anything else is not decoded in part. */
import { SecretValue } from '../../values/secret-value.js';

/** Null if it is not base64. */
export function valueInBase64(text: unknown): SecretValue | null {
  const bytes = typeof text === 'string' ? bytesInBase64(text) : null;
  return bytes === null ? null : SecretValue.fromBytes(bytes);
}

/** Null if it is not base64. */
export function bytesInBase64(text: string): Buffer | null {
  return WHOLE.test(text) ? Buffer.from(text, 'base64') : null;
}

const WHOLE = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
