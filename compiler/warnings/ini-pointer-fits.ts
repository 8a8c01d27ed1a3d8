/** A pointer into INI is `/key` or `/section/key`; any other fails when the document is read (spec 2.11). */
import { shape } from '#schemas/diagnostics/E02-shape.js';
import { pointerSegments } from '#schemas/json-pointer.js';
import { fieldPlace } from '../tree/effective.js';
import type { Warning } from './warning.js';

const DEEPEST = 2;

export const iniPointerFits: Warning = ({ project }, report) => {
  for (const secret of project.secrets) {
    const { extract } = secret.fields;
    if (extract?.format !== 'ini') continue;
    const depth = pointerSegments(extract.pointer).length;
    if (depth > 0 && depth <= DEEPEST) continue;
    const at = fieldPlace(secret, 'extract', 'value');
    report(
      shape.W0201({ secret: secret.name, pointer: extract.pointer }, { at: { ...at, path: [...at.path, 'pointer'] } }),
    );
  }
};
