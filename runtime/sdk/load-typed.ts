/** Loads secrets for generated types, if the manifest is still the one that they were generated from. */
import type { Plan } from '#schemas/plan.js';
import { typedSecrets } from '#schemas/typed-secrets.js';
import { requireAgreement } from './agreement.js';
import { printsAs } from './inspected.js';
import { registerFiles } from './keep-temp-files.js';
import { once } from './load.js';
import type { Resolved } from './resolved.js';
import type { Settings } from './settings.js';
import type { GeneratedFrom } from './typed.js';

export function loadTyped(settings: Settings, generated: GeneratedFrom | null): Promise<object> {
  return once(settings, async (local) => {
    const { plan, profile } = await local.plan();
    const named = settings.profile === null ? null : profile;
    if (generated !== null) requireAgreement(generated, plan, { profile, isNamed: named !== null });
    const resolved = await local.load();
    return resultOf(resolved, generated === null ? namesIn(plan, named) : namesOf(generated, named));
  });
}

/** Those of a profile; of all, where any may be active. */
function namesIn(plan: Plan, profile: string | null): readonly string[] {
  return typedSecrets(plan, profile === null ? Object.keys(plan.profiles) : [profile]).map(({ name }) => name);
}

function namesOf({ profiles, secrets }: GeneratedFrom, profile: string | null): readonly string[] {
  const at = profile === null ? null : profiles.indexOf(profile);
  return secrets.flatMap(([name, marks]) => (at !== null && marks[at] === '-' ? [] : [name]));
}

/**
 * Without a prototype, so that every name is free; and its members are not enumerable, so that what copies or prints an object does not
 * read them.
 */
function resultOf(resolved: Resolved, names: readonly string[]): object {
  const result: object = Object.create(null);
  for (const name of names) Object.defineProperty(result, name, { get: () => resolved.secrets[name]?.get() ?? null });
  define(result, Symbol.dispose, () => resolved.dispose());
  define(result, Symbol.asyncDispose, async () => resolved.dispose());
  define(result, Symbol.toPrimitive, () => `[secrets of profile ${resolved.profile}]`);
  printsAs('Secrets', result, () => names);
  registerFiles(result, { keep: () => resolved.keepTempFiles() });
  return Object.freeze(result);
}

/** Contexts that programs make have no symbols for disposal on Node 20. */
function define(result: object, name: symbol | undefined, value: () => unknown): void {
  if (name !== undefined) Object.defineProperty(result, name, { value });
}
