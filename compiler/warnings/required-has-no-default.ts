/** `required = true` asks for a value; with a default of another declaration it gets that instead (spec 2.5, constraint 1). */
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { declarationOf, fieldPlace } from '../tree/effective.js';
import type { Warning } from './warning.js';

export const requiredHasNoDefault: Warning = ({ project }, report) => {
  // The default of a profile is one finding, however many secrets it affects.
  const told = new Set<string>();
  for (const secret of project.secrets) {
    const { fields, default: inForce, source, isDefaultOfProfile, profiles } = secret;
    if (fields.required !== true || inForce === null || source.kind !== 'stored') continue;
    // In one declaration both are an error already.
    if (declarationOf(secret, 'required')?.fields.default !== undefined) continue;
    const [profile = ''] = profiles;
    if (isDefaultOfProfile && told.has(profile)) continue;
    if (isDefaultOfProfile) told.add(profile);
    const labels = [{ at: { ...inForce.at, part: 'key' as const }, text: 'the default is here' }];
    report(declarations.W0402({ secret: secret.name, profile }, { at: fieldPlace(secret, 'required'), labels }));
  }
};
