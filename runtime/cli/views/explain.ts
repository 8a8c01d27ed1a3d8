/** The trace of `check --explain`: where each secret comes from, without values (semantics 6.3). */
import { violationWords } from '#schemas/diagnostics/E10-resolution.js';
import { HIDDEN_INPUT } from '#schemas/diagnostics/list-names.js';
import type { Origin, Resolution, ResolvedSecret } from '../../execute/resolution.js';
import { escapeForTerminal } from './terminal-text.js';
import { hanging } from './wrap.js';

export function explainText({ profile, provider, scope, secrets, violations }: Resolution, terminal: number): string {
  const head = [`profile:  ${profile}`, `provider: ${provider}`, ...(scope === null ? [] : [`scope:    ${scope}`])];
  const width = Math.max(0, ...secrets.map(({ secret }) => secret.length));
  const row = (lead: string, text: string) => hanging(escapeForTerminal(lead), escapeForTerminal(text), terminal);
  const lines = secrets.flatMap((secret) => {
    const { status, detail } = traceOf(secret);
    return row(`  ${secret.secret.padEnd(width)}  ${status.padEnd(8)}  `, detail);
  });
  const failed = violations.flatMap((violation) => row('  CONSTRAINT  FAILED    ', violationWords(violation)));
  return [...head.map(escapeForTerminal), ...lines, ...failed].map((line) => `${line.trimEnd()}\n`).join('');
}

function traceOf(secret: ResolvedSecret): { readonly status: string; readonly detail: string } {
  const asPath = secret.asPath ? '  (as path)' : '';
  switch (secret.status) {
    case 'found':
      return { status: 'ok', detail: `${detailOf(secret.origin)}${asPath}` };
    case 'will_generate':
      return { status: 'ok', detail: `will generate${asPath}` };
    case 'missing':
      return { status: 'missing', detail: `optional${asPath}` };
    case 'missing_required':
      return { status: 'MISSING', detail: `required${asPath}` };
    case 'error':
      return { status: 'ERROR', detail: `${secret.store} failed${asPath}` };
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
      return `${origin.how} from ${origin.from ?? HIDDEN_INPUT}`;
  }
}
