/** `credentials` of a typed secret bind roles that its type has, to secrets that can play them (semantics 9.5). */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import { declarations } from '#schemas/diagnostics/E04-declarations.js';
import { references } from '#schemas/diagnostics/E05-references.js';
import { secretTypeOf } from '#schemas/secret-types/index.js';
import { fieldPlace, generates, inputFinder, isBinary, type Secret } from '../tree/effective.js';
import type { Rule } from './rule.js';

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
    const problem = problemOf(role, roles, secret);
    if (problem === null) continue;
    report(declarations.E0412({ secret: secret.name, role, problem }, { at: rolePlace(secret, role, 'key') }));
  }
}

function problemOf(role: string, roles: readonly string[], secret: Secret): string | null {
  if (roles.length === 0) return 'is unknown; the type has no roles';
  if (!roles.includes(role)) return `is unknown; the type has ${roles.map((one) => `\`${one}\``).join(', ')}`;
  return generates(secret) ? 'cannot be bound: a generated archive has an empty password' : null;
}

/** A secret that plays a role is text, not the path of a file. */
function judgePlayers(secret: Secret, playersOf: ReturnType<typeof inputFinder>, report: Report): void {
  for (const [role, target] of Object.entries(secret.fields.credentials ?? {})) {
    for (const player of playersOf(secret, target)) {
      const problem = unfit(player);
      if (problem !== null)
        report(references.E0509({ secret: secret.name, target, problem }, { at: rolePlace(secret, role, 'value') }));
    }
  }
}

function unfit(player: Secret): string | null {
  if (player.fields.as_path === true) return 'which is delivered as a file path';
  return isBinary(player) ? 'which is binary' : null;
}

function rolePlace(secret: Secret, role: string, part: 'key' | 'value') {
  const at = fieldPlace(secret, 'credentials', part);
  return { ...at, path: [...at.path, role] };
}
