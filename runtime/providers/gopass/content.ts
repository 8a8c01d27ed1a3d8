/** The value in an entry: its first line, or the bytes of the binary form that `gopass cat` writes (providers-local 9.6, 9.9). */
import { SecretValue } from '../../values/secret-value.js';
import { decodeUtf8 } from '../../values/utf8.js';
import { valueInBase64 } from '../bases/base64.js';
import { type Failed, failed } from '../store-failure.js';

const BINARY = /^content-transfer-encoding: *base64$/i;
/** What gopass reads as something else than a password: a reference, an older format, a document. */
const SPECIAL = /^(?:gopass:\/\/|GOPASS-SECRET-|---)/;

export function valueIn(content: Buffer): SecretValue | Failed {
  const end = content.indexOf('\n');
  const line = content.subarray(0, end === -1 ? content.length : end);
  const text = decodeUtf8(line);
  if (text === null) return SecretValue.fromBytes(line);
  if (text.trim() !== '') return SecretValue.fromText(text.trim());
  const [, ...lines] = content.toString('latin1').split(/\r?\n/);
  if (lines.some((each) => BINARY.test(each))) return bytesIn(lines);
  return failed('malformed', 'the entry has no password in its first line', 'look at it with `gopass edit`');
}

/** The lines that are no headers. */
function bytesIn(lines: readonly string[]): SecretValue | Failed {
  const body = lines.filter((line) => !line.includes(': ')).join('');
  return valueInBase64(body) ?? failed('malformed', 'the content of the binary entry is not Base64');
}

/** Whether an entry of gopass gives this value back from its first line; otherwise it is stored as binary. */
export function isPassword(value: SecretValue): boolean {
  const text = value.revealText();
  if (text === null || text === '' || SPECIAL.test(text)) return false;
  return text === text.trim() && !/[\n\r\0]/.test(text);
}
