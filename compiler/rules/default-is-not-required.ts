/** One declaration does not both require a value and have a default (spec 2.5, constraint 1). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { placeOf } from '../tree/written.js';
import { aboutSecrets } from './rule.js';

export const defaultIsNotRequired = aboutSecrets((secret, report) => {
  for (const declaration of secret.declarations) {
    if (declaration.fields.required !== true || declaration.fields.default === undefined) continue;
    const labels = [{ at: placeOf(declaration, 'default', 'key'), text: 'the default is here' }];
    report(declarations.E0401({ secret: secret.name }, { at: placeOf(declaration, 'required', 'key'), labels }));
  }
});
