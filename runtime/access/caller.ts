/** Who is calling: the program that says so, the user, and whether an agent acts for a person. */
import { isSuspect } from '../values/utf8.js';
import { AGENT_PRODUCTS, type AgentKind } from './agents.js';

type Variables = Readonly<Record<string, string | undefined>>;

/** What a program that calls the tool says of itself: for the audit log only, it never satisfies a policy. */
export interface Caller {
  readonly name: string;
  readonly version?: string;
  readonly operation?: string;
  readonly resource?: string;
}

/** Who acts, as the environment tells. */
export interface Acting {
  /** The first product that was recognized. */
  readonly product: { readonly id: string; readonly kind: AgentKind } | null;
  /** Whether `TOOL_AGENT` is set, to anything: an explicit opt-in, which only adds to what is recognized (spec 5.3, rule 3). */
  readonly isDeclared: boolean;
}

/** What the audit log and the reason policy need to know of a call. */
export interface CallerAccess {
  /** Trimmed; null if none is given. */
  readonly reason: string | null;
  readonly caller: Caller | null;
  readonly acting: Acting;
}

export function actingIn(variables: Variables): Acting {
  const holds = (test: string) => {
    const end = test.indexOf('=');
    const value = variables[end === -1 ? test : test.slice(0, end)];
    // A variable that is not UTF-8 does not count.
    if (value === undefined || value === '' || isSuspect(value)) return false;
    return end === -1 || value === test.slice(end + 1);
  };
  const product = AGENT_PRODUCTS.find(({ signals }) => signals.some((tests) => tests.every(holds))) ?? null;
  return { product, isDeclared: (variables['TOOL_AGENT'] ?? '') !== '' };
}

/** For the policy an agent is one that acts by itself, at least at times. */
export function needsReason({ product, isDeclared }: Acting): boolean {
  return isDeclared || (product !== null && product.kind !== 'interactive');
}
