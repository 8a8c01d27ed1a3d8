/** The door of delivering: files for values that are delivered as one, groups, and the resolution. */

import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { LinkedPlan, Wanted } from '../../link/linked-plan.js';
import type { Stores } from '../../stores/stores.js';
import type { SecretValue } from '../../values/secret-value.js';
import { judgeGroups } from '../judge-groups.js';
import { MAXIMUM_TOGETHER_BYTES } from '../made-room.js';
import type { Mode } from '../mode.js';
import type { Delivered, Resolution, ResolvedSecret } from '../resolution.js';
import type { ValueFiles } from '../value-files.js';
import { isPresent, type Values } from '../value-state.js';
import { asText } from '../as-text.js';

export type Delivery =
  | { readonly kind: 'delivered'; readonly resolution: Resolution }
  | { readonly kind: 'failed'; readonly errors: readonly Diagnostic[] };

/** What became of each visible secret, by name. Where something required is missing, nothing is handed out, unless the mode delivers a part. */
export async function deliver(
  linked: LinkedPlan,
  steps: readonly Wanted[],
  values: Values,
  files: ValueFiles,
  stores: Stores,
  mode: Pick<Mode, 'partial'> = {},
): Promise<Delivery> {
  const partial = mode.partial === true;
  const visible = steps.filter((step) => step.visible);
  const violations = partial ? [] : judgeGroups(linked.groups, (secret) => isPresent(values, secret));
  const isComplete = visible.every((step) => !step.required || isPresent(values, step.secret));
  const mayDeliver = partial || (isComplete && violations.length === 0);
  const errors = mayDeliver ? await prepared(linked, visible, values, files) : [];
  if (errors.length > 0) return { kind: 'failed', errors };
  if (!mayDeliver) files.withdraw();
  const paths = mayDeliver ? files.paths : null;
  const secrets = visible.map((step) => concluded(step, values, paths));
  const { profile, scope } = linked;
  const hidden = mayDeliver ? hiddenIn(steps, values) : [];
  const missing = missingIn(steps, values);
  const written = [...files.paths.values()];
  const access = namesAccessed(linked, steps, stores);
  const about = { profile, scope, secrets, violations, failures: [], missing, hidden };
  return { kind: 'delivered', resolution: { ...about, files: written, ...access } };
}

/** What the audit log records: every name that was looked for, hidden inputs included, and where. */
export function namesAccessed(
  { primaryStore }: LinkedPlan,
  steps: readonly Wanted[],
  stores: Stores,
): Pick<Resolution, 'accessed' | 'provider'> {
  const provider = providerOf(primaryStore, stores);
  return { accessed: steps.map(({ secret }) => secret), provider };
}

function providerOf(primaryStore: LinkedPlan['primaryStore'], stores: Stores): string {
  if (primaryStore === null) return '';
  return 'text' in primaryStore ? primaryStore.text : stores.shown(primaryStore.store);
}

/** Writes the files of all found secrets that are delivered as one, unless the other values are too large together. */
async function prepared(
  linked: LinkedPlan,
  steps: readonly Wanted[],
  values: Values,
  files: ValueFiles,
): Promise<readonly Diagnostic[]> {
  const over = firstBeyondLimit(steps, values);
  if (over !== null) {
    const { tooMuchToDeliver } = await import('./too-much.js');
    return [tooMuchToDeliver(linked, over)];
  }
  const errors: Diagnostic[] = [];
  for (const step of steps) {
    const known = step.deliver === 'path' ? values.get(step.secret) : undefined;
    if (known?.kind !== 'found' || known.value === null) continue;
    const file = await files.pathOf(step, known.value);
    if (file.kind === 'failed') errors.push(file.diagnostic);
  }
  return errors;
}

/** The secret with which the values that are not delivered as files are too large together; null where they are not. */
function firstBeyondLimit(steps: readonly Wanted[], values: Values): Wanted | null {
  let left = MAXIMUM_TOGETHER_BYTES;
  for (const step of steps) {
    const found = step.deliver === 'value' ? values.get(step.secret) : undefined;
    if (found?.kind === 'found') left -= found.value?.length ?? 0;
    if (left < 0) return step;
  }
  return null;
}

/** `paths` is null where nothing is handed out. Spelled out, because there is one per secret and a spread costs many times as much. */
function concluded(step: Wanted, values: Values, paths: ValueFiles['paths'] | null): ResolvedSecret {
  const { secret, description, required, type = null } = step;
  const asPath = step.deliver === 'path';
  const known = values.get(secret) ?? { kind: 'missing' };
  switch (known.kind) {
    case 'missing':
      return { secret, description, required, asPath, type, status: required ? 'missing_required' : 'missing' };
    case 'will generate':
      return { secret, description, required, asPath, type, status: 'will_generate' };
    case 'found': {
      const { value, origin } = known;
      const delivered = value === null || paths === null ? WITHHELD : handedOut(step, value, paths);
      const isEmpty = value?.isEmpty === true;
      return { secret, description, required, asPath, type, status: 'found', origin, isEmpty, delivered };
    }
  }
}

const WITHHELD: Delivered = { kind: 'withheld' };

/** A found value as its receiver gets it. */
function handedOut({ secret, deliver: how, text }: Wanted, value: SecretValue, paths: ValueFiles['paths']): Delivered {
  if (how === 'value')
    return text === undefined ? { kind: 'value', value } : { kind: 'value', value, text: asText(value, text) };
  const path = paths.get(secret);
  return path === undefined ? WITHHELD : { kind: 'path', value, path };
}

function hiddenIn(steps: readonly Wanted[], values: Values): readonly SecretValue[] {
  const hidden: SecretValue[] = [];
  for (const { secret, visible } of steps) {
    const known = visible ? undefined : values.get(secret);
    if (known?.kind !== 'found' || known.value === null || known.origin.kind === 'default') continue;
    hidden.push(known.value);
  }
  return hidden;
}

function missingIn(steps: readonly Wanted[], values: Values): readonly string[] {
  const missing: string[] = [];
  for (const { secret } of steps) if ((values.get(secret)?.kind ?? 'missing') === 'missing') missing.push(secret);
  return missing;
}
