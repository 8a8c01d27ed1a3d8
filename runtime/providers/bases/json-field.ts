/** A member of a value that is a JSON object, for stores whose `field` means one (providers-cloud 2.3). */
import { jsonDocument, renderJsonValue } from '../../decode/json-document.js';
import { cleaned } from '../../values/cleaned.js';
import { SecretValue } from '../../values/secret-value.js';
import { failed } from '../store-failure.js';
import type { EntryAnswer } from './entry-store.js';

export type JsonField =
  | { readonly kind: 'found'; readonly text: string }
  /** No such member, or null. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'not an object' };

/** A text as it is; everything else as it is written, without blanks. */
function jsonField(text: string, name: string): JsonField {
  if (!/^\s*\{/u.test(text)) return { kind: 'not an object' };
  const found = jsonDocument(text, () => true).find([name]);
  if (found.kind === 'invalid') return { kind: 'not an object' };
  if (found.kind === 'unmatched' || found.raw.trim() === 'null') return { kind: 'absent' };
  return { kind: 'found', text: renderJsonValue(found.raw) };
}

/** The member of a secret's value as an answer of its own; without a field the whole value. `secret`: its name in messages. */
export function valueOfField(value: SecretValue, field: string | undefined, secret: string): EntryAnswer {
  if (field === undefined) return { kind: 'found', value };
  const text = value.revealText();
  const found = text === null ? ({ kind: 'not an object' } as const) : jsonField(text, field);
  if (found.kind === 'found') return { kind: 'found', value: SecretValue.fromText(found.text) };
  if (found.kind === 'absent') return { kind: 'no field' };
  const detail = `secret \`${cleaned(secret)}\` is not a JSON object, so that it has no field \`${cleaned(field)}\``;
  return failed('malformed', detail, 'leave out `field` to get the whole secret');
}
