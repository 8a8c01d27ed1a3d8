/** Which values stores refuse, and how files get into the folder of a store. */
import { mkdirSync, writeFileSync } from 'node:fs';

/** Whether a store of text that can contain NUL refuses these bytes. */
export function isNotText(bytes: Uint8Array): boolean {
  return !Buffer.from(Buffer.from(bytes).toString('utf8')).equals(bytes);
}

export function laidOut(at: string, name: string, content: string | Uint8Array): Record<string, string> {
  mkdirSync(at, { recursive: true });
  writeFileSync(`${at}/${name}`, content);
  return {};
}
