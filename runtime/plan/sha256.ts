/** Content hashes. */
import { createHash } from 'node:crypto';

/** 64 hex digits. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

/** As plans and plan files spell it. */
export function taggedSha256(content: string | Uint8Array): string {
  return `sha256:${sha256(content)}`;
}
