/** The recipients file: everyone a file is encrypted for. */
import { Encrypter } from 'age-encryption';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type KeyFile, keyLines, readKeyFile } from './key-file.js';
import type { OwnKey } from './own-keys.js';

/** `keys`: of the writer, who must be among the recipients; none for a writer without an identity. */
export async function rosterOf(
  file: KeyFile,
  keys: readonly OwnKey[],
  ports: ProviderPorts,
): Promise<readonly string[] | Failed> {
  const text = await readKeyFile(file, ports);
  if (typeof text !== 'string') return text;
  const lines = keyLines(text);
  for (const [recipient, line] of lines) {
    const refusal = refusalOf(recipient, `line ${line} of ${file.name}`);
    if (refusal !== null) return refusal;
  }
  const roster = lines.map(([recipient]) => recipient);
  if (roster.length === 0) return failed('failed', `${file.name} contains no recipient`);
  const isReader = keys.length === 0 || keys.some(({ recipient }) => roster.includes(recipient));
  return isReader ? roster : failed('unsupported', `${file.name} does not include your own identity`, LOCKED_OUT);
}

const LOCKED_OUT = 'add its recipient, which `age-keygen -y` prints, or you could no longer decrypt the file';

/** Never quotes the line: it might be an identity. */
function refusalOf(recipient: string, where: string): Failed | null {
  if (/^age-secret-key-/iu.test(recipient)) {
    return failed('failed', `${where} is an identity, which must stay secret`, 'write its recipient instead');
  }
  if (/^(?:ssh-|age1(?!pq1|tag1|tagpq1).*1)/u.test(recipient)) {
    return failed('unsupported', `${where} is an SSH key or the recipient of a plugin, which are not supported`);
  }
  try {
    new Encrypter().addRecipient(recipient);
    return null;
  } catch {
    return failed('failed', `${where} is not a valid age recipient`, 'a recipient starts with `age1`');
  }
}
