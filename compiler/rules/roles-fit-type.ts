/** `credentials` of a typed secret bind roles that its type has, to secrets that can play them (semantics 9.5). */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { references } from '#schemas/diagnostics/E05-references.js';
import { secretTypeOf } from '#schemas/secret-types/index.js';
import { fieldPlace, generates, inputFinder, isBinary, type Secret } from '../tree/effective.js';
import type { Rule } from './rule.js';
import { secretsMeet } from './secrets-meet.js';
import { settingsMeet } from './settings-meet.js';

export const rolesFitType: Rule = ({ project }, report) => {
  const playersOf = inputFinder(project);
  for (const secret of project.secrets) {
    if (secret.fields.credentials === undefined || secret.source.kind === 'composed') continue;
    judgeRoles(secret, report);
    judgePlayers(secret, playersOf, report);
  }
};

function judgeRoles(secret: Secret, report: Report): void {
  const { type, credentials = {} } = secret.fields;
  const roles = (type === undefined ? null : secretTypeOf(type))?.roles ?? [];
  for (const role of Object.keys(credentials)) {
    const isKnown = roles.includes(role);
    if (isKnown && !generates(secret)) continue;
    const fault = { secret: secret.name, role, roles, isGenerated: isKnown };
    const finding = declarations.E0412(fault, { at: rolePlace(secret, role, 'key') });
    report(settingsMeet(finding, secret, ['credentials', isKnown ? 'generate' : 'type']));
  }
}

/** A secret that plays a role is text, not the path of a file. */
function judgePlayers(secret: Secret, playersOf: ReturnType<typeof inputFinder>, report: Report): void {
  for (const [role, target] of Object.entries(secret.fields.credentials ?? {})) {
    for (const player of playersOf(secret, target)) {
      const isPath = player.fields.as_path === true;
      if (!isPath && !isBinary(player)) continue;
      const unfit = { secret: secret.name, target, isPath };
      const finding = references.E0509(unfit, { at: rolePlace(secret, role, 'value') });
      report(secretsMeet(finding, secret, player, isPath ? ['as_path'] : ['type', 'format']));
    }
  }
}

function rolePlace(secret: Secret, role: string, part: 'key' | 'value') {
  const at = fieldPlace(secret, 'credentials', part);
  return { ...at, path: [...at.path, role] };
}
