/**
 * Opens usual files of age, for X25519 and SSH keys, without the library, which takes longer to load than everything else in
 * a run (providers-local 10.10). Only what is certain counts: whatever else a file is, the library judges.
 */
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type FileStanza, type KeyedFile, readHeader } from '../../recipients/age-header.js';
import { openedChaCha } from '../chacha20-poly1305.js';
import type { OwnKey } from './own-keys.js';

const CHUNK_BYTES = 65_536;
const TAG_BYTES = 16;
const NONCE_BYTES = 16;
const COUNTER_BYTES = 12;

/** The text; null where the library must look. `file` is without armor. */
export async function quicklyOpened(file: Uint8Array, keys: readonly OwnKey[]): Promise<Uint8Array | null> {
  const header = readHeader(file);
  // A passphrase stands alone, which the library judges.
  if (header === null || header.stanzas.some(({ args }) => args[0] === 'scrypt')) return null;
  for (const { unwrap } of keys) {
    const fileKey = unwrap === null ? null : await unwrapped(unwrap, header.stanzas);
    if (fileKey !== null) return isAuthentic(header, fileKey) ? openedPayload(header.payload, fileKey) : null;
  }
  return null;
}

async function unwrapped(
  unwrap: NonNullable<OwnKey['unwrap']>,
  stanzas: readonly FileStanza[],
): Promise<Uint8Array | null> {
  try {
    return await unwrap(stanzas);
  } catch {
    return null;
  }
}

function isAuthentic({ signed, mac }: KeyedFile, fileKey: Uint8Array): boolean {
  const expected = createHmac('sha256', derived(fileKey, new Uint8Array(0), 'header'))
    .update(signed)
    .digest();
  return mac.length === expected.length && timingSafeEqual(mac, expected);
}

/** Chunks of 64 KiB; only the last may be shorter, and says that it is the last. */
async function openedPayload(payload: Uint8Array, fileKey: Uint8Array): Promise<Uint8Array | null> {
  const key = derived(fileKey, payload.subarray(0, NONCE_BYTES), 'payload');
  const body = payload.subarray(NONCE_BYTES);
  const chunks = Math.ceil(body.length / (CHUNK_BYTES + TAG_BYTES));
  const plain: Uint8Array[] = [];
  for (let index = 0; index < chunks; index++) {
    const start = index * (CHUNK_BYTES + TAG_BYTES);
    const sealed = body.subarray(start, start + CHUNK_BYTES + TAG_BYTES);
    const chunk = await openedChunk(key, sealed, { index, isLast: index === chunks - 1 });
    // Only a text without any bytes has an empty chunk.
    if (chunk === null || (chunk.length === 0 && chunks > 1)) return null;
    plain.push(chunk);
  }
  return chunks === 0 ? null : Buffer.concat(plain);
}

function openedChunk(
  key: Uint8Array,
  sealed: Uint8Array,
  { index, isLast }: { readonly index: number; readonly isLast: boolean },
): Promise<Uint8Array | null> {
  const nonce = Buffer.alloc(COUNTER_BYTES);
  nonce.writeUIntBE(index, COUNTER_BYTES - 7, 6);
  nonce[COUNTER_BYTES - 1] = isLast ? 1 : 0;
  return openedChaCha(key, nonce, sealed);
}

function derived(secret: Uint8Array, salt: Uint8Array, label: string): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', secret, salt, label, 32));
}
