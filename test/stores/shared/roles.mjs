/** Roles of vendors that limit nothing themselves in these suites: recorded from their documentation, with where they are applied. */
import { ok, strictEqual } from 'node:assert';

/** `*` is any text, as in definitions of Azure. */
export function grants(permissions, permission) {
  return permissions.some((granted) => {
    const parts = granted.split('*').map((part) => part.replace(/[.\\/]/gu, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`, 'u').test(permission);
  });
}

/**
 * What a run may do with these assignments, each `{ at, role }`, and what it does: `allows` is asked for each request.
 * `roles`: permissions by the name of a role; `isBelow`: whether a resource is one that an assignment is for.
 */
export function assigned(roles, assignments, isBelow = (at, resource) => at === resource) {
  const used = new Map(assignments.map((one) => [one, new Set()]));
  return {
    used,
    allows(permission, resource) {
      const granting = assignments.filter(({ at, role }) => isBelow(at, resource) && grants(roles[role], permission));
      for (const one of granting) used.get(one).add(permission);
      return granting.length > 0;
    },
  };
}

/** No role that is recorded grants less and has what was used. */
export function areSmallest(roles, { used }) {
  for (const [{ at, role }, permissions] of used) {
    ok(permissions.size > 0, `nothing of ${role} is used at ${at}`);
    const enough = Object.keys(roles).filter((name) => [...permissions].every((one) => grants(roles[name], one)));
    strictEqual(enough.toSorted((one, other) => weight(roles[one]) - weight(roles[other]))[0], role, at);
  }
}

/** A wildcard is more than any number of permissions that are named, and the more, the less is written beside it. */
function weight(permissions) {
  return permissions.reduce((sum, one) => sum + (one.includes('*') ? 1000 - one.length : 1), 0);
}
