/** The recipients file: everyone a file is encrypted for. */
import { cleaned } from '../../values/cleaned.js';
import { type KeyFile, readKeyFile } from '../bases/key-file.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { keyLines } from '../../recipients/key-lines.js';
import { keyText } from './key-file.js';
import type { OwnKeys } from './own-keys.js';
import { recipientProblem, skippedKind, spelledRecipient } from './recipient.js';

export interface Roster {
  readonly kind: 'roster';
  readonly recipients: readonly string[];
  /** About lines that age skips with a warning, so that a list of keys from elsewhere can be used as it is. */
  readonly notes: readonly string[];
}

/** `keys`: of the writer, who must be among the recipients; none for a writer without an identity. */
export async function rosterOf(file: KeyFile, keys: OwnKeys, ports: ProviderPorts): Promise<Roster | Failed> {
  const bytes = await readKeyFile(file, ports);
  const text = bytes instanceof Uint8Array ? keyText(bytes, file.name) : bytes;
  if (typeof text !== 'string') return text;
  const all = keyLines(text);
  const lines = all.filter(([recipient]) => skippedKind(recipient) === null);
  for (const [recipient, line] of lines) {
    const problem = recipientProblem(recipient);
    if (problem !== null) return refusal(`line ${line} of ${file.name} ${problem.detail}`, problem);
  }
  const roster = [...new Set(lines.map(([recipient]) => spelledRecipient(recipient)))];
  if (roster.length === 0) return failed('failed', `${file.name} contains no recipient`);
  const notes = all.flatMap(([recipient, line]) => noteOn(recipient, `line ${line} of ${file.name}`));
  return isReader(keys, roster)
    ? { kind: 'roster', recipients: roster, notes }
    : failed('unsupported', `${file.name} does not include your own identity`, LOCKED_OUT);
}

function noteOn(recipient: string, line: string): readonly string[] {
  const kind = skippedKind(recipient);
  return kind === null ? [] : [`${line} is skipped: age does not encrypt for this key of type \`${cleaned(kind)}\``];
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
