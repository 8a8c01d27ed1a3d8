/** The text that an editor gets: a line for each secret, as in a dotenv file, and what a person should know of it. */
import { shortened } from '#schemas/shortened.js';
import { escapedDotenvValue, renderDotenvValue } from '../providers/dotenv/render-dotenv.js';
import type { EditedSecret, Editing, UneditedSecret } from '../session/operations/edit.js';
import type { SecretValue } from '../values/secret-value.js';

/** Before a value that is not text. It means base64 only for a secret whose value was shown so. */
export const BINARY_MARK = 'base64:';

/** Longer ones would hide the values. */
const LONGEST_DESCRIPTION = 200;

const WHY: Readonly<Record<UneditedSecret['why'], string>> = {
  composed: 'is composed of other secrets',
  derived: 'is derived from another secret',
  extracted: 'is a part of a document',
  'not written': 'has a store that is not written',
  'store failed': 'could not be read now',
};

export function editedText({ project, profile, secrets, others }: Editing): string {
  const head = [
    `Secrets of ${project} (profile: ${profile}).`,
    'Change values, save, and close the editor: what has changed is stored.',
    '',
    'A line that you remove, or begin with #, leaves its secret as it is; `tool delete NAME` deletes a value.',
    'A value with line breaks, # or quotes needs quotes around it: \' or ".',
    'If nothing is changed, or the editor ends with an error (:cq in Vim), nothing is stored.',
  ];
  const left = others.map(({ secret, why }) => `  ${secret} ${WHY[why]}`);
  const tail = left.length === 0 ? [] : ['', comments(['Not in this file:', ...left])];
  return `${[comments(head), ...secrets.flatMap((one) => ['', ...linesOf(one)]), ...tail].join('\n')}\n`;
}

/** Whether it can only be shown in another spelling: its bytes are not text, or a text that no dotenv file can hold. */
export function isBinary(value: SecretValue): boolean {
  return value.hasNul || value.revealText() === null;
}

function linesOf(secret: EditedSecret): readonly string[] {
  const { description, defaultText, value } = secret;
  const about = comments([
    ...(description === '' ? [] : [shortened(description, LONGEST_DESCRIPTION)]),
    factsOf(secret),
  ]);
  if (value !== null) return [about, `${secret.secret}=${spelled(value)}`];
  if (defaultText === null) return [about, `${secret.secret}=`];
  const shown = /[\r\n\0]/u.test(defaultText) ? '' : renderDotenvValue(defaultText);
  return [about, `#${secret.secret}=${shown}`];
}

function factsOf({ required, type, value, isWriteOnly, defaultText, store, target }: EditedSecret): string {
  const state = isWriteOnly
    ? 'the stored value cannot be read; a new one replaces it'
    : value !== null
      ? null
      : defaultText === null
        ? 'no value yet'
        : 'no value yet, so the default below is used';
  const facts = [
    required ? 'required' : 'optional',
    type,
    value !== null && isBinary(value) ? `not text: shown as ${BINARY_MARK}…` : null,
    state,
    `${store} (${target})`,
  ];
  return facts.filter((fact) => fact !== null).join(', ');
}

/**
 * Texts of a manifest are put on one line, and so that no editor takes them for its own settings: Vim reads `vim:` at the ends of a file,
 * Emacs `-*-` and `Local Variables:`.
 */
function comments(lines: readonly string[]): string {
  return lines.map((line) => `# ${harmless(line)}`.trimEnd()).join('\n');
}

function harmless(line: string): string {
  return line
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/\b(?<word>vi|vim|ex)(?<version>[<=>]?\d*):/giu, '$<word>$<version> :')
    .replace(/-\*-/gu, '- * -')
    .replace(/Local Variables:/giu, 'Local Variables :');
}

function spelled(value: SecretValue): string {
  if (isBinary(value)) return BINARY_MARK + Buffer.from(value.reveal()).toString('base64');
  const text = value.revealText() ?? '';
  if (isOfLines(text)) return `'${text.replaceAll(/[\\']/gu, '\\$&')}'`;
  return text.includes('\n') ? escapedDotenvValue(text) : renderDotenvValue(text);
}

/** Line by line, as it is meant to be read, unless a character is in it that editors change or do not show: some remove blanks before line ends. */
function isOfLines(text: string): boolean {
  return text.includes('\n') && !/[^\S\n]\n|[\0-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]/u.test(text);
}
