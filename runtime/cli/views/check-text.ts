/** The report of `check` for people (semantics 6.3). No values. */
import { violationWords } from '#schemas/diagnostics/E10-resolution.js';
import type { Resolution, ResolvedSecret } from '../../execute/resolution.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging } from './wrap.js';

/** Printed before anything is looked up, so that a failure shows what it belongs to. */
export function checkHeader(project: string, profile: string): string {
  return `Checking secrets in ${escapeForTerminal(project)} (profile: ${escapeForTerminal(profile)})...\n`;
}

/** Of a report that makes and stores nothing. */
export function reportHeader(profile: string): string {
  return `Checking secrets (profile: ${escapeForTerminal(profile)}), storing nothing...\n`;
}

export function checkText({ secrets, violations }: Resolution, width: number): string {
  const lines = secrets.map((secret) => secretLine(secret, width));
  const failed = violations.map((violation) => fitted('Constraint failed: ', violationWords(violation), width));
  return `\n${lines.join('')}\n${summary(secrets)}${failed.join('')}`;
}

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
      return { mark: '✗', remark: ` (not known: ${secret.store} failed)` };
  }
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
