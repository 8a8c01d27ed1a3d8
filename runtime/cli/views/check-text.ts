/** The report of `check` for people (semantics 6.3). No values. */
import { violationWords } from '#schemas/diagnostics/E10-resolution.js';
import type { Resolution, ResolvedSecret, Unread } from '../../execute/resolution.js';
import { type Paint, painter, type Style } from './paint.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging } from './wrap.js';

/** Printed before anything is looked up, so that a failure shows what it belongs to. */
export function checkHeader(project: string, profile: string): string {
  return `Checking secrets in ${escapeForTerminal(project)} (profile: ${escapeForTerminal(profile)})...\n`;
}

/** The first line of a report that makes and stores nothing. */
export function reportHeader(profile: string): string {
  return `Checking secrets (profile: ${escapeForTerminal(profile)}), storing nothing...\n`;
}

export function checkText({ secrets, violations }: Resolution, width: number, paint: Paint = painter(false)): string {
  const lines = secrets.map((secret) => marked(secretLine(secret, width), paint));
  const failed = violations.map((violation) => fitted('Constraint failed: ', violationWords(violation), width));
  return `\n${lines.join('')}\n${summary(secrets)}${failed.join('')}`;
}

/** Only the mark has a colour: it is what the eye looks for. */
function marked(line: string, paint: Paint): string {
  const [mark = ''] = line;
  const style = MARKS.get(mark);
  return style === undefined ? line : paint(style, mark) + line.slice(mark.length);
}
const MARKS: ReadonlyMap<string, Style> = new Map([
  ['✓', 'success'],
  ['✗', 'error'],
  ['?', 'warning'],
]);

/** What does not fit the terminal continues below the name. */
function secretLine(secret: ResolvedSecret, width: number): string {
  const { secret: name, description } = secret;
  const described = description === '' ? name : `${name} - ${description}`;
  const { mark, remark } = verdict(secret);
  return fitted(`${mark} `, `${described}${remark}`, width);
}

function fitted(lead: string, text: string, width: number): string {
  return hanging(lead, escapeForTerminal(text), width)
    .map((line) => `${line}\n`)
    .join('');
}

function verdict(secret: ResolvedSecret): { readonly mark: string; readonly remark: string } {
  switch (secret.status) {
    case 'found':
      return secret.origin.kind === 'default' ? { mark: '○', remark: ' (has default)' } : { mark: '✓', remark: '' };
    case 'will_generate':
      return { mark: '?', remark: ' (would be generated)' };
    case 'missing':
      return { mark: '○', remark: ' (optional)' };
    case 'missing_required':
      return { mark: '✗', remark: ' (required)' };
    case 'error':
      return { mark: '✗', remark: ` (not known: ${whyUnread(secret)})` };
  }
}

/** Also of what is made of such a secret. */
function whyUnread({ store, cause }: Unread): string {
  return cause === 'store' ? `${store} failed` : `a value in ${store} cannot be decoded`;
}

/** Found includes defaulted and generated. The optional count appears only when it is above zero. */
function summary(secrets: readonly ResolvedSecret[]): string {
  const count = (...statuses: readonly ResolvedSecret['status'][]) =>
    secrets.filter(({ status }) => statuses.includes(status)).length;
  const optional = count('missing');
  const tail = optional === 0 ? '' : `, ${optional} optional`;
  const made = count('will_generate');
  const open = made === 0 ? '' : `, ${made} to be generated`;
  const failed = count('error');
  const unknown = failed === 0 ? '' : `, ${failed} not known`;
  return `Summary: ${count('found')} found, ${count('missing_required')} missing${unknown}${open}${tail}\n`;
}
