/** The recipients file: everyone a file is encrypted for. */
import { type KeyFile, readKeyFile } from '../bases/key-file.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { keyLines, keyText } from './key-file.js';
import type { OwnKeys } from './own-keys.js';
import { recipientProblem, spelledRecipient } from './recipient.js';

/** `keys`: of the writer, who must be among the recipients; none for a writer without an identity. */
export async function rosterOf(
  file: KeyFile,
  keys: OwnKeys,
  ports: ProviderPorts,
): Promise<readonly string[] | Failed> {
  const bytes = await readKeyFile(file, ports);
  const text = bytes instanceof Uint8Array ? keyText(bytes, file.name) : bytes;
  if (typeof text !== 'string') return text;
  const lines = keyLines(text);
  for (const [recipient, line] of lines) {
    const problem = recipientProblem(recipient);
    if (problem !== null) return refusal(`line ${line} of ${file.name} ${problem.detail}`, problem);
  }
  const roster = [...new Set(lines.map(([recipient]) => spelledRecipient(recipient)))];
  if (roster.length === 0) return failed('failed', `${file.name} contains no recipient`);
  return isReader(keys, roster)
    ? roster
    : failed('unsupported', `${file.name} does not include your own identity`, LOCKED_OUT);
}

const LOCKED_OUT = 'add its recipient, which `age-keygen -y` prints, or you could no longer decrypt the file';

/** Of an identity of a plugin only the plugin knows the recipient: another one of the same plugin is taken for it. */
function isReader({ own, plugins }: OwnKeys, roster: readonly string[]): boolean {
  if (own.length === 0 && plugins.length === 0) return true;
  if (own.some(({ recipient }) => roster.includes(recipient))) return true;
  const starts = plugins.map((identity) => `age1${pluginOf(identity)}1`);
  return roster.some((recipient) => starts.some((start) => recipient.startsWith(start)));
}

function pluginOf(identity: string): string {
  return /^AGE-PLUGIN-(.+)-1/.exec(identity)?.[1]?.toLowerCase() ?? '';
}

function refusal(
  detail: string,
  { kind, help }: { readonly kind: 'failed' | 'unsupported'; readonly help: string },
): Failed {
  return failed(kind, detail, help);
}
