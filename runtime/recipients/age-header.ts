/** The header of a file of age: for whom it is encrypted. Read only as programs write it; anything else is null. */
import { bufferOver } from '../values/utf8.js';

export interface FileStanza {
  readonly args: string[];
  readonly body: Uint8Array;
}
export interface KeyedFile {
  readonly stanzas: readonly FileStanza[];
  /** All bytes that `mac` covers. */
  readonly signed: Uint8Array;
  readonly mac: Uint8Array;
  readonly payload: Uint8Array;
}

const VERSION = 'age-encryption.org/v1\n';
const END = '\n--- ';
const MAC_CHARACTERS = 43;
const LONGEST_LINE = 64;

export function readHeader(file: Uint8Array): KeyedFile | null {
  const bytes = bufferOver(file);
  const end = bytes.indexOf(END, 0, 'latin1');
  if (end === -1 || bytes.toString('latin1', 0, VERSION.length) !== VERSION) return null;
  const macStart = end + END.length;
  const mac = unpaddedBytes(bytes.toString('latin1', macStart, macStart + MAC_CHARACTERS));
  const payloadStart = macStart + MAC_CHARACTERS + 1;
  const stanzas = stanzasIn(bytes.toString('latin1', VERSION.length, end).split('\n'));
  if (mac === null || stanzas === null || bytes.toString('latin1', payloadStart - 1, payloadStart) !== '\n')
    return null;
  return { stanzas, signed: bytes.subarray(0, macStart - 1), mac, payload: bytes.subarray(payloadStart) };
}

function stanzasIn(lines: readonly string[]): readonly FileStanza[] | null {
  const stanzas: FileStanza[] = [];
  for (let next = 0; next < lines.length; ) {
    const [mark, ...args] = (lines[next++] ?? '').split(' ');
    if (mark !== '->' || args.length === 0 || args.some((arg) => !/^[!-~]+$/.test(arg))) return null;
    // A body ends with the first line that is not full.
    let text = '';
    let line: string;
    do {
      line = lines[next++] ?? '-';
      text += line;
    } while (line.length === LONGEST_LINE);
    const body = line.length > LONGEST_LINE ? null : unpaddedBytes(text);
    if (body === null) return null;
    stanzas.push({ args, body });
  }
  return stanzas;
}

/** Null for text that is not base64 without padding, in the one way to write it. */
export function unpaddedBytes(text: string): Uint8Array | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64').replace(/=+$/, '') === text ? new Uint8Array(bytes) : null;
}
