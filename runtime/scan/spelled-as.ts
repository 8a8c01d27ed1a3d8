/** What to call the way in which a value is written somewhere. */
import type { ScanForm } from '#schemas/scan-report.js';
import { type ByteString, byteStringOf, textOf } from '../values/byte-string.js';
import type { SoughtForm, Spelling } from './sought.js';

/** `found`: the bytes of the occurrence. */
export function spelledAs({ bytes, spelling }: SoughtForm, found: Uint8Array): ScanForm {
  const text = byteStringOf(found);
  return text === bytes || !isText(spelling) ? spelling : escapedAs(text, bytes);
}

function isText(spelling: Spelling): boolean {
  return spelling === 'plain' || spelling === 'line';
}

function escapedAs(text: ByteString, bytes: ByteString): ScanForm {
  if (isJson(text, bytes)) return 'json';
  if (/[%=][0-9A-Fa-f]{2}|%u/u.test(text) && !text.includes('\\')) return 'url';
  return /&[#A-Za-z]/u.test(text) && !text.includes('\\') ? 'html' : 'shell';
}

function isJson(text: ByteString, bytes: ByteString): boolean {
  try {
    const value: unknown = JSON.parse(`"${textOf(text) ?? ''}"`);
    return typeof value === 'string' && byteStringOf(value) === bytes;
  } catch {
    return false;
  }
}
