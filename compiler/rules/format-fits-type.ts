/** `format` is one of those that the type lists (semantics 9.5). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { secretTypeOf } from '#schemas/secret-types/index.js';
import { fieldPlace } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';
import { settingsMeet } from './settings-meet.js';

export const formatFitsType = aboutSecrets((secret, report) => {
  const { type, format } = secret.fields;
  if (format === undefined || secret.source.kind === 'composed') return;
  const formats: readonly string[] = (type === undefined ? null : secretTypeOf(type))?.formats ?? [];
  if (formats.includes(format)) return;
  const finding = declarations.E0411({ secret: secret.name, formats }, { at: fieldPlace(secret, 'format', 'value') });
  const [usual] = formats;
  const remedy = usual === undefined ? null : `write \`format = "${usual}"\` on \`${secret.name}\``;
  report(settingsMeet(finding, secret, ['format', 'type'], remedy));
});
