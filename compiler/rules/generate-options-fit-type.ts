/** Options of `generate` are those of the type, within its limits (spec 2.8, 8). */
import { optionDiagnostic } from '#schemas/diagnostics/E07-generation.js';
import { judgeOptions } from '#schemas/secret-types/judge-options.js';
import { fieldPlace, generates } from '../tree/effective.js';
import { aboutSecrets } from './rule.js';

export const generateOptionsFitType = aboutSecrets((secret, report) => {
  const { type, generate, composed, from } = secret.fields;
  if (!generates(secret) || type === undefined || composed !== undefined || from !== undefined) return;
  const at = fieldPlace(secret, 'generate');
  for (const fault of judgeOptions(type, typeof generate === 'object' ? generate : true)) {
    const isWritten = fault.option !== null && fault.kind !== 'missing';
    const place = isWritten ? { ...at, path: [...at.path, fault.option] } : at;
    const worded = optionDiagnostic(fault)({ fault }, { at: place });
    report({ ...worded, message: `${worded.message} (in \`${secret.name}\`)` });
  }
});
