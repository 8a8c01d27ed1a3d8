/** Puts values into a template: what is inserted is not looked at again. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { templates } from '#schemas/diagnostics/E16-templates.js';
import { fail } from '../failure.js';
import type { DocumentReference } from '../plan/front-end.js';
import { decodeUtf8 } from '../values/utf8.js';
import { AS_IT_IS, FORMS } from './forms.js';
import type { Template } from './template.js';

/** `values`: of every name that has one. `form`: for references without one of their own. Fails with all that cannot be inserted. */
export function fillTemplate(template: Template, values: ReadonlyMap<string, Uint8Array>, form: string): Buffer {
  const pieces: Uint8Array[] = [template.mark];
  const problems: Diagnostic[] = [];
  for (const part of template.parts) {
    if ('text' in part) {
      pieces.push(template.bytesOf(part.text));
      continue;
    }
    const value = values.get(part.secret);
    const at = { at: template.placeOf(part) };
    const written =
      value === undefined ? templates.E1603({ secret: part.secret }, at) : inserted(value, part, form, at);
    if (written instanceof Uint8Array) pieces.push(written);
    else problems.push(written);
  }
  return problems.length === 0 ? Buffer.concat(pieces) : fail(...problems);
}

function inserted(
  value: Uint8Array,
  { secret, forms }: DocumentReference,
  form: string,
  at: { readonly at: Diagnostic['at'] },
): Uint8Array | Diagnostic {
  const wanted = (forms.length === 0 ? [form] : forms).filter((name) => name !== AS_IT_IS);
  if (wanted.length === 0) return value;
  let text = decodeUtf8(value);
  for (const name of wanted) {
    if (text === null) return templates.E1605({ secret, form: name, has: 'is not UTF-8 text' }, at);
    const has = FORMS[name]?.unwritable?.(text) ?? null;
    if (has !== null) return templates.E1605({ secret, form: name, has }, at);
    text = FORMS[name]?.write(text) ?? text;
  }
  return Buffer.from(text ?? '', 'utf8');
}
