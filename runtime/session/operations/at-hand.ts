/** `hook`: the values that a shell can have at its prompt, and the names of those that it cannot. */
import { execute } from '../../execute/execute.js';
import { inputsOf, isComputed } from '../../execute/inputs-of.js';
import { AT_HAND } from '../../execute/mode.js';
import type { ResolvedSecret } from '../../execute/resolution.js';
import { fail } from '../../failure.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import type { SecretValue } from '../../values/secret-value.js';
import type { Operation } from '../operation.js';
import { providerOf } from '../resolve.js';

export interface AtHand {
  readonly profile: string;
  readonly scope: string | null;
  /** By name. */
  readonly found: readonly { readonly secret: string; readonly value: SecretValue }[];
  /** Visible secrets that are required or whose stores failed. */
  readonly missing: readonly string[];
  /** Those of which receivers get a file, or a text with the path of one: nobody would remove it if the shell is killed. */
  readonly files: readonly string[];
}

export async function atHand<T>(operation: Operation, use: (found: AtHand) => Promise<T>): Promise<T> {
  const { linked, files } = withoutFiles(await operation.link());
  const result = await execute(linked, AT_HAND, await operation.ports(linked));
  if (result.kind === 'failed') {
    operation.addFacts(providerOf(result));
    return fail(...result.diagnostics);
  }
  const { resolution } = result;
  // What was given up did not fail.
  if (resolution.failures.length > 0) operation.throwIfAborted();
  const found = resolution.secrets.flatMap(valueIn);
  operation.addFacts({ ...providerOf(resolution), keys: found.map(({ secret }) => secret), outcome: 'found' });
  const missing = resolution.secrets.filter(({ status }) => status === 'missing_required' || status === 'error');
  const { profile, scope } = resolution;
  return use({ profile, scope, found, missing: missing.map(({ secret }) => secret), files });
}

function valueIn(resolved: ResolvedSecret): AtHand['found'] {
  if (resolved.status !== 'found' || resolved.delivered.kind !== 'value') return [];
  const { value, text } = resolved.delivered;
  return [{ secret: resolved.secret, value: text ?? value }];
}

/** The plan without what would be written to a file, and the visible names of that. What only others are made of is still read. */
function withoutFiles(linked: LinkedPlan): { readonly linked: LinkedPlan; readonly files: readonly string[] } {
  const steps = [...linked.reads, ...linked.finish.filter(isComputed)];
  const paths = new Set(steps.flatMap(({ deliver, secret }) => (deliver === 'path' ? secret : [])));
  if (paths.size === 0) return { linked, files: [] };
  // A template has the path of such an input, and what is made of that has it as well; a conversion uses its value.
  const embedding = new Set<string>();
  for (const step of linked.finish) {
    const inputs = step.kind === 'compose' ? inputsOf(step) : [];
    const embeds = inputs.some((name) => paths.has(name)) || inputsOf(step).some((name) => embedding.has(name));
    if (embeds && isComputed(step)) embedding.add(step.secret);
  }
  const hidden = <Step extends { readonly secret: string; readonly visible: boolean }>(step: Step): Step =>
    paths.has(step.secret) ? { ...step, visible: false } : step;
  const isOut = (name: string) => paths.has(name) || embedding.has(name);
  return {
    linked: {
      ...linked,
      reads: linked.reads.map(hidden),
      finish: linked.finish
        .filter(({ secret }) => !embedding.has(secret))
        .map((step) => (isComputed(step) ? hidden(step) : step)),
    },
    files: steps.flatMap(({ secret, visible }) => (visible && isOut(secret) ? secret : [])).sort(),
  };
}
