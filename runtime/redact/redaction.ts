/** What the output of a command is searched for: all forms of its values, up to a limit. */
import type { ByteString } from '../values/byte-string.js';
import type { SecretValue } from '../values/secret-value.js';
import { automatonOf } from './automaton.js';
import { type Breaks, breakableForms } from './forms.js';
import { piecesOf } from './pieces.js';
import { Redactor } from './redactor.js';

/** Bytes of all forms together, each of which can take 30 bytes of memory. Enough for about 100 KB of text. */
const MOST_FORM_BYTES = 4 * 1024 * 1024;

/** `secret` is null for an input of a composed secret: its name may be hidden by a scope. */
export interface Redactable {
  readonly secret: string | null;
  readonly value: SecretValue;
}

export type Redaction =
  | {
      readonly kind: 'redaction';
      /** One for each stream. */
      readonly redactor: () => Redactor;
      /** Values that are so short that they would be found by chance: they are not looked for. */
      readonly tooShort: readonly (string | null)[];
    }
  /** With this one, the forms are too large together. */
  | { readonly kind: 'too large'; readonly secret: string | null };

/** Of values that are the same, the first counts. */
export function redactionOf(values: readonly Redactable[]): Redaction {
  const forms = new Map<ByteString, number>();
  const breaks = new Map<ByteString, Breaks>();
  const tooShort: (string | null)[] = [];
  let room = MOST_FORM_BYTES;
  for (const [owner, { secret, value }] of values.entries()) {
    if (value.length > room) return { kind: 'too large', secret };
    const pieces = piecesOf(value);
    if (pieces.kind === 'too short') tooShort.push(secret);
    if (pieces.kind !== 'pieces') continue;
    for (const [form, kind] of breakableForms(pieces)) {
      if (forms.has(form)) continue;
      forms.set(form, owner);
      breaks.set(form, kind);
      room -= form.length;
    }
    if (room < 0) return { kind: 'too large', secret };
  }
  const automaton = automatonOf(forms, breaks);
  const names = values.map(({ secret }) => Buffer.from(`[${secret ?? 'redacted'}]`, 'utf8'));
  return { kind: 'redaction', redactor: () => new Redactor(automaton, names), tooShort };
}
