/** `$NAME` in a template stays text; if a secret has that name, a reference was probably meant. */
import { syntax } from '#schemas/diagnostics/E01-syntax.js';
import { bareReferences } from '../template/bare-references.js';
import { fieldPlace } from '../tree/effective.js';
import type { Warning } from './warning.js';

export const referenceHasBraces: Warning = ({ project }, report) => {
  for (const secret of project.secrets) {
    const { source } = secret;
    if (source.kind !== 'composed' || source.template === null) continue;
    for (const { text, start, end } of bareReferences(source.text)) {
      if (!project.declared.has(text.slice(1))) continue;
      const at = { ...fieldPlace(secret, 'composed', 'value'), span: { start, end } };
      report(syntax.W0101({ secret: secret.name, text }, { at }));
    }
  }
};
