/** Whether a value that is about to be stored is what the type of its secret says, where that can be decided (spec 2.8). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { resolution } from '#schemas/diagnostics/E10-resolution.js';
import { type Named, named } from '#schemas/named.js';
import { typeCan } from '#schemas/secret-types/index.js';
import { execute } from '../../execute/execute.js';
import { READ } from '../../execute/mode.js';
import type { ExecutePorts } from '../../execute/ports.js';
import { fail } from '../../failure.js';
import type { LinkedPlan } from '../../link/linked-plan.js';
import { guarded } from '../../secret-types/guarded.js';
import { secretTypeModule } from '../../secret-types/index.js';
import type { SecretValue } from '../../values/secret-value.js';

/** Null if it is, or if it cannot be decided: no value is stored yet for a credential that would open it. */
export async function typeFault(
  linked: LinkedPlan,
  ports: ExecutePorts,
  secret: string,
  value: SecretValue,
  /** Values that are stored together with it. */
  together: ReadonlyMap<string, SecretValue> = new Map(),
): Promise<Diagnostic | null> {
  const type = linked.reads.find((step) => step.secret === secret)?.type;
  if (type === undefined || !typeCan(type, 'check')) return null;
  const check = (await secretTypeModule(type))?.check;
  const roles = await storedRoles(linked, ports, secret, together);
  if (check === undefined || roles === null) return null;
  const checked = await guarded('check', () => check(value, roles, ports.now()));
  if (checked.kind === 'sound') return null;
  const { reason, quote = null } = checked;
  const { profile } = linked;
  const problem = { secret, type, reason, profile, remedy: 'force' } as const;
  return resolution.E1017(problem, { about: { profile, secret, field: 'type' }, quote });
}

/** The values of the secrets that play the roles of this one. Stops if their stores fail; null if one has no value. */
async function storedRoles(
  linked: LinkedPlan,
  ports: ExecutePorts,
  secret: string,
  together: ReadonlyMap<string, SecretValue>,
): Promise<Named<SecretValue> | null> {
  const step = linked.finish.find((one) => one.kind === 'check identity' && one.secret === secret);
  const roles = step?.kind === 'check identity' ? Object.entries(step.roles) : [];
  if (roles.length === 0) return named([]);
  const others = <Step extends { readonly secret: string }>(steps: readonly Step[]) =>
    steps.filter((one) => one.secret !== secret).map((one) => ({ ...one, visible: true }));
  const plan = { ...linked, reads: others(linked.reads), finish: others(linked.finish) };
  const result = await execute(plan, READ, ports);
  if (result.kind === 'failed') return fail(...result.diagnostics);
  const values = new Map<string, SecretValue>();
  for (const found of result.resolution.secrets) {
    if (found.status === 'found' && found.delivered.kind === 'value') values.set(found.secret, found.delivered.value);
  }
  const played = roles.flatMap(([role, player]): [string, SecretValue][] => {
    const known = together.get(player) ?? values.get(player);
    return known === undefined ? [] : [[role, known]];
  });
  return played.length < roles.length ? null : named(played);
}
