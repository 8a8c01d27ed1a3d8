/** Profile, scope and store override of this call: flags, then environment (semantics 2.1, 3.1, 5.2). `link` adds the user configuration. */
import type { Choice, Narrowing } from '../link/linked-plan.js';
import { given } from './given.js';

export interface ChoiceInputs {
  readonly profile: string | null;
  readonly provider: string | null;
  /** Null if the flag was not given; a blank one clears that of the environment. */
  readonly scope: string | null;
  readonly narrowing?: Narrowing;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** What operations on many secrets want: everything the scope shows. */
export function chooseAll({ profile, provider, scope, narrowing, variables }: ChoiceInputs): Choice {
  return {
    profile: given(profile) ?? given(variables['TOOL_PROFILE']),
    override: given(provider) ?? given(variables['TOOL_PROVIDER']),
    scope: given(scope ?? variables['TOOL_SCOPE']),
    only: null,
    ...(narrowing !== undefined && { narrowing }),
  };
}

/** What `get`, `set` and `delete` want: these secrets, regardless of the scope (spec 4.2, rule 15). */
export function chooseNamed({ profile, override }: Choice, names: readonly string[]): Choice {
  return { profile, override, scope: null, only: names };
}
