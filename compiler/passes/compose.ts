/**
 * Pass 6: what secrets are made of. Targets of templates, `from` and roles must be declared in every profile in which
 * the secret holds; cycles are found over all three together (spec 2.7). Afterwards an order exists.
 */

import { dependencyOrder } from '#schemas/dependency-order.js';
import type { Diagnostic, Label, Place, Report } from '#schemas/diagnostics/diagnostic.js';
import { references } from '#schemas/diagnostics/E05-references.js';
import { chained } from '#schemas/diagnostics/list-names.js';
import { metInProfiles } from '#schemas/diagnostics/met-in-profile.js';
import { nearest } from '#schemas/nearest.js';
import {
  type BoundProject,
  fieldPlace,
  inputsIn,
  type Profile,
  type Secret,
  type SecretInput,
  secretPlace,
} from '../tree/effective.js';
import { placeOf } from '../tree/written.js';

/** One name that a secret is made of, and the finding if it is not declared. */
interface Input {
  readonly target: string;
  readonly at: Place;
  readonly unknown: (profile: string, near: string | null) => Diagnostic;
}

export function compose(project: BoundProject, report: Report): void {
  const inputs = new Map<Secret, readonly Input[]>();
  for (const secret of project.secrets) {
    const made = inputsOf(secret);
    if (made.length > 0) inputs.set(secret, made);
  }
  if (inputs.size === 0) return;
  const known = new Set<string>();
  const told = new Set<Input>();
  const base = project.profiles.find(({ name }) => name === 'default');
  for (const profile of project.profiles) {
    reportUnknown(profile, inputs, told, base, report);
    reportCycles(profile, inputs, known, report);
  }
}

function inputsOf(secret: Secret): readonly Input[] {
  return inputsIn(secret).map((made) => {
    const at = inputPlace(secret, made);
    return { target: made.target, at, unknown: (profile, near) => unknownInput(secret, made, at, profile, near) };
  });
}

function inputPlace(secret: Secret, made: SecretInput): Place {
  switch (made.as) {
    case 'reference':
      return { ...fieldPlace(secret, 'composed', 'value'), span: made.span };
    case 'source':
      return fieldPlace(secret, 'from', 'value');
    case 'role': {
      const at = fieldPlace(secret, 'credentials', 'value');
      return { ...at, path: [...at.path, made.role] };
    }
  }
}

function unknownInput(
  { name: secret }: Secret,
  made: SecretInput,
  at: Place,
  profile: string,
  near: string | null,
): Diagnostic {
  const { target } = made;
  const unknown = { secret, target, profile, nearest: near };
  switch (made.as) {
    case 'reference':
      return references.E0501(unknown, { at });
    case 'source':
      return references.E0506(unknown, { at });
    case 'role':
      return references.E0507({ ...unknown, role: made.role }, { at });
  }
}

/** Each error is reported once, for the first profile it affects; a declared but broken target is not reported again. */
function reportUnknown(
  profile: Profile,
  inputs: ReadonlyMap<Secret, readonly Input[]>,
  told: Set<Input>,
  base: Profile | undefined,
  report: Report,
): void {
  const isDeclared = (name: string) => profile.secrets.has(name) || profile.broken.has(name);
  for (const secret of profile.secrets.values()) {
    for (const input of inputs.get(secret) ?? []) {
      if (told.has(input) || isDeclared(input.target)) continue;
      told.add(input);
      const finding = input.unknown(
        profile.name,
        told.size > MOST_SUGGESTIONS ? null : nearestIn(profile, input.target),
      );
      report({ ...finding, labels: notInherited(input.target, base) });
    }
  }
}

/** The declaration in `default` that the profile does not inherit. */
function notInherited(target: string, base: Profile | undefined): readonly Label[] {
  const declared = base?.secrets.get(target)?.declarations[0];
  if (declared === undefined) return [];
  const at = declared.fields.inherit === false ? placeOf(declared, 'inherit', 'key') : placeOf(declared);
  return [{ at, text: `\`${target}\` is declared in profile \`default\`, and not inherited` }];
}

/** The search for a near name takes time for each declared name; more suggestions than these would not be read. */
const MOST_SUGGESTIONS = 100;

function nearestIn({ secrets, broken }: Profile, name: string): string | null {
  return nearest(name, [...secrets.keys(), ...broken]);
}

function reportCycles(
  profile: Profile,
  inputs: ReadonlyMap<Secret, readonly Input[]>,
  known: Set<string>,
  report: Report,
): void {
  const namesOf = (name: string) => {
    const secret = profile.secrets.get(name);
    return secret === undefined ? [] : (inputs.get(secret) ?? []).map(({ target }) => target);
  };
  for (const cycle of dependencyOrder(profile.secrets.keys(), namesOf).cycles) {
    const chain = [...cycle, cycle[0] ?? ''].join(' -> ');
    if (known.has(chain)) continue;
    known.add(chain);
    report(cycleFinding(profile, cycle, inputs));
  }
}

function cycleFinding(
  profile: Profile,
  cycle: readonly string[],
  inputs: ReadonlyMap<Secret, readonly Input[]>,
): Diagnostic {
  const places = cycle.flatMap((name, index) => {
    const secret = profile.secrets.get(name);
    const target = cycle[(index + 1) % cycle.length];
    if (secret === undefined) return [];
    const input = inputs.get(secret)?.find((made) => made.target === target);
    return [{ at: input?.at ?? secretPlace(secret), text: `\`${name}\` needs \`${target}\`` }];
  });
  const [first, ...others] = places;
  const finding = references.E0502(
    { chain: chained([...cycle, cycle[0] ?? '']) },
    { at: first?.at ?? null, labels: others },
  );
  const isOneProfile = others.every(({ at }) => at.path[1] === first?.at.path[1]);
  return isOneProfile ? finding : metInProfiles(finding, [profile.name], finding.help);
}
