/**
 * Whether a plan of the right shape makes sense. Plans of the compiler do; one made by hand may refer to what is not
 * there, go in circles, or use names that no environment can hold. Linear in the plan.
 */
import { dependencyOrder } from '#schemas/dependency-order.js';
import { holdsIn, inputsOf } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Chain, Plan, PlanSecret, StoreRef } from '#schemas/plan.js';
import { secretTypeOf, typeCan } from '#schemas/secret-types/index.js';
import { judgeOptions } from '#schemas/secret-types/judge-options.js';
import { storesNamedBy } from '#schemas/stores/stores-behind.js';

const SECRET_NAME = /^[\p{L}_][\p{L}\p{Nd}_]*$/u;

/** The first thing that makes no sense, as a clause after the name of the file; null where all does. */
export function unsoundness(plan: Plan): string | null {
  for (const problem of problemsOf(plan)) return problem;
  return null;
}

function* problemsOf(plan: Plan): Generator<string> {
  for (const [name, meanings] of Object.entries(plan.secrets)) {
    if (!SECRET_NAME.test(name))
      yield `has a secret with the name \`${name.slice(0, 100)}\`, which is not a valid name`;
    yield* extentProblems(plan, name, meanings);
    for (const meaning of meanings) yield* meaningProblems(plan, name, meaning);
  }
  for (const names of Object.values(plan.scopes))
    yield* names.filter((name) => own(plan.secrets, name) === undefined).map(undeclared);
  for (const { route } of Object.values(plan.profiles)) yield* chainProblems(plan, route ?? []);
  for (const store of Object.values(plan.stores)) {
    const refs = storesNamedBy(store).map(({ ref }) => ref);
    yield* chainProblems(plan, refs);
  }
  yield* circles(plan);
}

/** Every profile has at most one meaning, and every meaning a profile. */
function* extentProblems(plan: Plan, secret: string, meanings: readonly PlanSecret[]): Generator<string> {
  const taken = new Set<string>();
  for (const { in: extent } of meanings) {
    const held = heldProfiles(plan, extent);
    if (held === null || held.size === 0) yield `gives \`${secret}\` a meaning in profiles that it does not have`;
    for (const profile of held ?? []) {
      if (taken.has(profile)) yield `gives \`${secret}\` two meanings in profile \`${profile}\``;
      taken.add(profile);
    }
  }
  if (meanings.length === 0) yield `gives \`${secret}\` no meaning`;
}

/** Null where a profile is named that does not exist, or one twice. */
function heldProfiles(plan: Plan, extent: PlanSecret['in']): ReadonlySet<string> | null {
  const all = Object.keys(plan.profiles);
  if (extent === 'all') return new Set(all);
  const listed = 'only' in extent ? extent.only : extent.except;
  const given = new Set(listed);
  if (given.size !== listed.length || listed.some((name) => own(plan.profiles, name) === undefined)) return null;
  return 'only' in extent ? given : new Set(all.filter((name) => !given.has(name)));
}

function* meaningProblems(plan: Plan, secret: string, meaning: PlanSecret): Generator<string> {
  yield* inputsOf(meaning)
    .filter((input) => own(plan.secrets, input) === undefined)
    .map(undeclared);
  if (meaning.type !== undefined && secretTypeOf(meaning.type) === null) yield unknownType(secret);
  const { source } = meaning;
  if (source.kind === 'derived' && source.how.kind === 'export' && !typeCan(source.how.type, 'convert'))
    yield unknownType(secret);
  if (source.kind !== 'stored') return;
  if (source.route !== 'profile') yield* chainProblems(plan, source.route);
  const { whenMissing } = source;
  if (whenMissing.kind !== 'generate') return;
  if (secretTypeOf(whenMissing.type) === null) yield unknownType(secret);
  if (judgeOptions(whenMissing.type, whenMissing.options).length > 0)
    yield `generates \`${secret}\` with options that its type does not accept`;
}

function chainProblems(plan: Plan, route: Chain | readonly StoreRef[]): readonly string[] {
  return route.flatMap((ref) =>
    ref.kind === 'alias' && own(plan.stores, ref.name) === undefined
      ? [`names the alias \`${ref.name}\`, which it does not define`]
      : [],
  );
}

/** Composed, derived and role references are judged together: a value cannot depend on itself, in any way. */
function* circles(plan: Plan): Generator<string> {
  if (hasCircle(plan, null))
    for (const profile of Object.keys(plan.profiles))
      if (hasCircle(plan, profile)) yield `has secrets that depend on each other in profile \`${profile}\``;
}

/** Null: all profiles as if they were one. */
function hasCircle({ secrets }: Plan, profile: string | null): boolean {
  const inputsIn = (secret: string) => {
    const held = (own(secrets, secret) ?? []).filter((meaning) => profile === null || holdsIn(meaning, profile));
    return held.flatMap(inputsOf);
  };
  return dependencyOrder(Object.keys(secrets), inputsIn).cycles.length > 0;
}

function undeclared(name: string): string {
  return `refers to the secret \`${name.slice(0, 100)}\`, which it does not declare`;
}

function unknownType(secret: string): string {
  return `gives \`${secret}\` a type that this version does not know`;
}
