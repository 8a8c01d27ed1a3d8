/** Rules about single settings of secrets, each judged at the key that is in force. */
import type { Place } from '#schemas/diagnostics/diagnostic.js';
import { fitsPattern } from '#schemas/name-pattern.js';
import { fieldPlace, generates, type Secret, secretPlace } from '../../tree/effective.js';
import type { Breach } from '../breaches.js';
import type { ChosenGroup } from '../chosen.js';
import type { JudgeSubject } from './subject.js';

export const judgeDefault: JudgeSubject<'default'> = (_subject, groups, _judged, breaches) => {
  each(groups, breaches, ({ default: inForce }) =>
    inForce === null ? null : { at: keyOf(inForce.at), problem: 'a default is in force' },
  );
};

export const judgeGenerate: JudgeSubject<'generate'> = ({ only, forbid }, groups, _judged, breaches) => {
  each(groups, breaches, (secret) => {
    const { type } = secret.fields;
    if (!generates(secret) || type === undefined) return null;
    const isForbidden = forbid?.includes(type) === true || only?.includes(type) === false;
    const labels = [{ at: fieldPlace(secret, 'type'), text: 'the type is here' }];
    return isForbidden
      ? { at: fieldPlace(secret, 'generate'), problem: `type \`${type}\` is generated`, labels }
      : null;
  });
};

export const judgeDescription: JudgeSubject<'description'> = ({ pattern }, groups, _judged, breaches) => {
  each(groups, breaches, (secret) =>
    fitsPattern(secret.fields.description ?? '', pattern)
      ? null
      : { at: fieldPlace(secret, 'description'), problem: `a description that fits \`${pattern}\` is missing` },
  );
};

/** What makes a secret optional, where nothing says so, is its default. */
export const judgeRequired: JudgeSubject<'required'> = (_subject, groups, _judged, breaches) => {
  each(groups, breaches, (secret) => {
    if (secret.presence === 'required') return null;
    const problem =
      secret.presence === 'optional' ? 'a value is optional' : 'a presence group decides whether a value is required';
    return {
      at: secret.presenceAt ?? (secret.default === null ? secretPlace(secret) : keyOf(secret.default.at)),
      problem,
    };
  });
};

/** Its declaration in `default` is where it would be noticed first. */
export const judgeScope: JudgeSubject<'scope'> = (_subject, groups, { project }, breaches) => {
  const listed = new Set([...project.scopes.values()].flatMap(({ value }) => value));
  const places = new Map<string, Place>();
  each(groups, breaches, (secret) => {
    if (listed.has(secret.name)) return null;
    const at = places.get(secret.name) ?? firstPlace(secret);
    places.set(secret.name, at);
    return { at, problem: 'no scope has an entry' };
  });
};

function firstPlace(secret: Secret): Place {
  const declaration = secret.declarations.at(-1) ?? secret.declarations[0];
  return secretPlace({ ...secret, declarations: [declaration] });
}

function each(
  groups: readonly ChosenGroup[],
  breaches: { add(breach: Breach, profiles: readonly string[], secrets: readonly string[]): void },
  judge: (secret: Secret) => Breach | null,
): void {
  for (const { profiles, secrets } of groups) {
    for (const secret of secrets) {
      const breach = judge(secret);
      if (breach !== null) breaches.add(breach, profiles, [secret.name]);
    }
  }
}

function keyOf(at: Place): Place {
  return { ...at, part: 'key' };
}
