/** The trace of `check --explain`: where each secret comes from, without values (semantics 6.3). */
import { violationWords } from '#schemas/diagnostics/E10-resolution.js';
import type { Origin, Resolution, ResolvedSecret } from '../../execute/resolution.js';
import { escapeForTerminal } from './terminal-text.js';

export function explainText({ profile, provider, scope, secrets, violations }: Resolution): string {
  const head = [`profile:  ${profile}`, `provider: ${provider}`, ...(scope === null ? [] : [`scope:    ${scope}`])];
  const width = Math.max(0, ...secrets.map(({ secret }) => secret.length));
  const lines = secrets.map((secret) => `  ${secret.secret.padEnd(width)}  ${traceOf(secret)}`);
  const failed = violations.map((violation) => `  CONSTRAINT  FAILED    ${violationWords(violation)}`);
  return [...head, ...lines, ...failed].map((line) => `${escapeForTerminal(line.trimEnd())}\n`).join('');
}

function traceOf(secret: ResolvedSecret): string {
  const asPath = secret.asPath ? '  (as path)' : '';
  switch (secret.status) {
    case 'found':
      return `ok        ${detailOf(secret.origin)}${asPath}`;
    case 'will_generate':
      return `ok        will generate${asPath}`;
    case 'missing':
      return `missing   optional${asPath}`;
    case 'missing_required':
      return `MISSING   required${asPath}`;
  }
}

function detailOf(origin: Origin): string {
  switch (origin.kind) {
    case 'store':
      return `source ${origin.store}`;
    case 'default':
      return 'default value';
    case 'generated':
      return 'generated';
    case 'entered':
      return 'entered';
    case 'composed':
      return 'composed';
    case 'derived':
      return `selected from ${origin.from}`;
  }
}
