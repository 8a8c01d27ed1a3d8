/** The environment this process was started with: text where it is text, bytes where it is not. */
import { readFileSync } from 'node:fs';
import type { Environment } from '../providers/provider.js';
import { decodeUtf8 } from '../values/utf8.js';

/** Variables as text where they are UTF-8, as bytes where they are not; a name is in one of the two. */
export interface Variables {
  readonly texts: Readonly<Record<string, string>>;
  readonly raw: Environment;
}

/** What Node and Bun put in place of bytes that are not UTF-8; also a character that a text may hold. */
const REPLACEMENT = '\uFFFD';

/**
 * A copy of this process's environment. Where it shows signs of bytes that are not UTF-8, they are read from
 * `/proc/self/environ`; on systems without it, and in a name, such bytes stay as the runtime re-encoded them.
 */
export function processEnvironment(): Variables {
  const texts: Record<string, string> = Object.assign(Object.create(null), process.env);
  const suspects = Object.keys(texts).filter((name) => texts[name]?.includes(REPLACEMENT));
  const raw = new Map<string, Uint8Array>();
  if (suspects.length === 0) return { texts, raw };
  const started = parseEnvironment(initialEnvironment());
  for (const name of suspects) {
    const bytes = started.get(name);
    if (bytes === undefined || decodeUtf8(bytes) !== null) continue;
    raw.set(name, bytes);
    delete texts[name];
  }
  return { texts, raw };
}

/** All variables as bytes, as the providers want them. */
export function bytesOf({ texts, raw }: Variables): Environment {
  const bytes = new Map<string, Uint8Array>(raw);
  for (const name in texts) bytes.set(name, Buffer.from(texts[name] ?? '', 'utf8'));
  return bytes;
}

/** `NAME=value` entries, each ended by NUL; of two with one name the first counts, as for `getenv`. */
export function parseEnvironment(block: Uint8Array): Environment {
  const variables = new Map<string, Uint8Array>();
  for (let start = 0; start < block.length; ) {
    const nul = block.indexOf(0, start);
    const end = nul === -1 ? block.length : nul;
    const equals = block.indexOf(0x3d, start);
    const name = equals === -1 || equals > end ? null : decodeUtf8(block.subarray(start, equals));
    if (name !== null && !variables.has(name)) variables.set(name, block.subarray(equals + 1, end));
    start = end + 1;
  }
  return variables;
}

function initialEnvironment(): Uint8Array {
  try {
    return readFileSync('/proc/self/environ');
  } catch {
    return new Uint8Array();
  }
}
