/** Content hashes. */
import { digestSmall } from './sha256-small.js';

/** Loading node:crypto costs 3 ms of a start; below this size our own code is faster. */
const SMALL_BYTES = 8192;

/** 64 hex digits. */
export function sha256(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content;
  if (bytes.length <= SMALL_BYTES) return digestSmall(bytes);
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');
}

/** As plans and plan files spell it. */
export function taggedSha256(content: string | Uint8Array): string {
  return `sha256:${sha256(content)}`;
}
