/** Loads through a session that gives one secret at a time: which there are, the manifest says here. */
import { byName } from '#schemas/named.js';
import { nodePorts } from '../session/node-ports.js';
import type { Visible } from '../session/operations/visible.js';
import { Session } from '../session/session.js';
import { callOf } from './call.js';
import { keepTempFiles } from './keep-temp-files.js';
import { Found, type NamedResult } from './named-result.js';
import { Resolved } from './resolved.js';
import type { Settings } from './settings.js';
import { unusableAsVariables } from './unusable-values.js';
import { understood } from './understood.js';
import { Warnings } from './warning.js';

export async function loadThrough(settings: Settings, get: (name: string) => Promise<NamedResult>): Promise<Resolved> {
  const warnings = new Warnings();
  const { warn, notice } = warnings;
  const visible = await understood(settings.signal, () =>
    new Session(callOf(settings), nodePorts({ warn, notice })).visible(),
  );
  const names = visible.secrets.map(({ secret }) => secret).sort(byName);
  const answers = new Map(await Promise.all(names.map(async (name) => [name, await get(name)] as const)));
  const found = [...answers.values()].filter((answer) => answer instanceof Found);
  const missing = names.filter((name) => answers.get(name)?.status !== 'resolved');
  await requireSatisfied(visible, missing, found);
  const secrets = found.map(({ secret }) => secret);
  const facts = {
    ...{ provider: '', profile: visible.profile, scope: visible.scope },
    ...{ missingOptional: missing, warnings: warnings.all },
  };
  const files = {
    keep: () => found.flatMap((one) => keepTempFiles(one)),
    remove: () => {
      for (const one of found) one.dispose();
    },
  };
  return new Resolved(facts, secrets, await unusableAsVariables(secrets), files);
}

async function requireSatisfied(
  { profile, secrets, violations }: Visible,
  missing: readonly string[],
  found: readonly Found[],
): Promise<void> {
  const isMissing = new Set(missing);
  const required = secrets.flatMap((one) => (one.required && isMissing.has(one.secret) ? [one.secret] : [])).sort();
  const violated = violations((secret) => !isMissing.has(secret));
  if (required.length + violated.length === 0) return;
  for (const one of found) one.dispose();
  const [{ resolution }, { ofDiagnostics }] = await Promise.all([
    import('#schemas/diagnostics/E10-resolution.js'),
    import('./failed.js'),
  ]);
  const groups = violated.map((violation) => resolution.E1002({ ...violation, explained: [], profile }));
  const rest = required.length === 0 ? [] : [resolution.E1001({ missing: required, explained: [], profile })];
  throw ofDiagnostics([...groups, ...rest], violated.length > 0 ? {} : { missing: required });
}
