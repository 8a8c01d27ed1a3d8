/** Bindings of Google Cloud, for Secret Manager: roles on single secrets. */
import { byName } from '#schemas/named.js';
import type { ContactAccess } from '#schemas/plan-contacts.js';
import type { PolicyStatement } from '#schemas/plan-policy.js';
import { secretsIn } from './needs.js';
import { type CoveredNeed, type Drafted, grouped, type Target, withAccess } from './target.js';

export const gcpTarget: Target = {
  title: 'Google Cloud',
  serverOf: ({ scheme }) => (scheme === 'gcsm' ? '' : null),
  document,
};

/**
 * A binding belongs to a secret that exists, so no right to create one is needed: a first version is added to it. Nor is there one to
 * delete a copy that is out of date: that would delete the bindings.
 */
const ROLES: readonly (readonly [ContactAccess, string])[] = [
  ['read', 'roles/secretmanager.secretAccessor'],
  ['write', 'roles/secretmanager.secretVersionAdder'],
];

function document(needs: readonly CoveredNeed[]): Drafted {
  const statements = grouped(needs, resourceOf).flatMap(([resource, group]) =>
    ROLES.flatMap(([access, role]): readonly PolicyStatement[] => {
      const used = withAccess(group, access);
      if (used.length === 0) return [];
      return [{ statement: { resource, role }, access: [access], secrets: secretsIn(used, access) }];
    }),
  );
  const written = withAccess(needs, 'write').map(({ known }) => known.entry.name);
  const toCreate = [...new Set(written)].sort(byName).join(', ');
  const notes = toCreate === '' ? [] : [`create these secrets first, without a version: ${toCreate}`];
  return { statements, policy: { bindings: statements.map(({ statement }) => statement) }, notes };
}

function resourceOf({ known: { uri, entry } }: CoveredNeed): string {
  return `projects/${uri.authority}/secrets/${entry.name}`;
}
