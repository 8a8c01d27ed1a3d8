/** What commands do first that need more than a linked plan: the plan, from the manifest or a plan file, and the user configuration. */
import type { Plan } from '#schemas/plan.js';
import type { UserConfig } from '#schemas/user-config.js';
import { fail } from '../failure.js';
import { cacheFolder } from '../inputs/cache-folder.js';
import { type ChoiceInputs, chooseAll, chooseNamed } from '../inputs/choice.js';
import { configFile } from '../inputs/folders.js';
import { obtainUserConfig } from '../inputs/user-config.js';
import { link } from '../link/link.js';
import type { Choice, LinkedPlan } from '../link/linked-plan.js';
import { keepLinked, type Linking } from '../plan/linked-cache.js';
import { obtainPlan } from '../plan/obtain-plan.js';
import type { ObtainedPlan } from '../plan/plan-cache.js';
import type { SourceFile } from '../plan/private-cache.js';
import type { Arguments } from './arguments.js';
import { choiceInputsOf, expectedHash, expectHash, reasonOf } from './call-policy.js';
import { baseFolderOf, type NamedPlan, namedPlan } from './named-plan.js';
import { obtainPlanFile } from './obtain-plan-file.js';
import type { LinkedSession, Session } from './session.js';

export interface PlanSession extends Session {
  readonly plan: Plan;
  readonly hash: string;
  readonly user: UserConfig;
  readonly inputs: ChoiceInputs;
  /** What plan and user configuration were made of; null where nothing made of it is to be kept. */
  readonly sources: readonly SourceFile[] | null;
}

/** Plan, user configuration and reason of this call. The reason is asked for before any profile or store is looked at. */
export async function openSession(args: Arguments): Promise<PlanSession> {
  const expected = expectedHash(args);
  const named = await namedPlan(args);
  const { plan, hash, read } = await obtain(named);
  await expectHash(expected, hash);
  const baseFolder = baseFolderOf(named);
  const { user, source, mayBeKept } = await obtainUserConfig(
    configFile(process.env),
    cacheFolder(process.env, baseFolder),
  );
  const reason = reasonOf(args, plan.project.requireReason);
  const sources = mayBeKept ? [...read, ...source] : null;
  return { plan, user, reason, baseFolder, inputs: choiceInputsOf(args), sources, hash };
}

/** Everything that the scope shows, and kept for the next call where `linking` is given. */
export async function linkNow(args: Arguments, linking: Linking | null): Promise<LinkedSession> {
  const session = await openSession(args);
  const linked = linkAll(session);
  const { sources, hash, plan } = session;
  if (linking !== null && sources !== null) {
    const cache = cacheFolder(process.env, session.baseFolder);
    keepLinked(cache, linking, sources, { hash, requireReason: plan.project.requireReason, linked });
  }
  return { session, linked };
}

/** Everything the scope shows. */
export function linkAll(session: PlanSession): LinkedPlan {
  return linkChoice(session, chooseAll(session.inputs));
}

/** These secrets and what they are made of, whatever the scope. */
export function linkNamed(session: PlanSession, names: readonly string[]): LinkedPlan {
  return linkChoice(session, chooseNamed(session.inputs, names));
}

function linkChoice({ plan, user }: PlanSession, choice: Choice): LinkedPlan {
  const linked = link(plan, choice, user);
  return linked.kind === 'linked' ? linked.plan : fail(...linked.diagnostics);
}

/** The plan that is named, found fit to be executed. */
function obtain(named: NamedPlan): Promise<ObtainedPlan> {
  const folder = cacheFolder(process.env, baseFolderOf(named));
  return named.kind === 'file' ? obtainPlanFile(folder, named) : obtainPlan(folder, named.manifest);
}
