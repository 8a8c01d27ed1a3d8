/** Plans over stores in memory, asked of the executor and of the simulation: both answers in the same words. */
import { type Model, modelOf, type ReadStep } from '#compiler/analyses/simulate/model.js';
import { simulate } from '#compiler/analyses/simulate/simulate.js';
import type { Question, SimulatedSecret } from '#compiler/analyses/simulate/simulation.js';
import { encode } from '#runtime/decode/encoding.js';
import { CHECK, type Mode, REPORT, RUN } from '#runtime/execute/mode.js';
import type { ExecuteResult, ResolvedSecret } from '#runtime/execute/resolution.js';
import { link } from '#runtime/link/link.js';
import type { LinkedPlan } from '#runtime/link/linked-plan.js';
import { secretTypeModule } from '#runtime/secret-types/index.js';
import { isSatisfied } from '#runtime/session/resolve.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { named } from '#schemas/named.js';
import type { Plan, PlanSecret, StoredSource } from '#schemas/plan.js';
import type { SimulatedMode } from '#schemas/plan-simulation.js';
import { fillDefaults } from '#schemas/secret-types/index.js';
import { generatorPorts } from '../runtime/secret-types/made.js';
import { executeOver, type FaultyWorld, uriOfUsers } from './faulty-stores.js';
import { choice, leaf, user } from './plan.js';

/** What every entry without a type holds: each way to cut a part out of it finds one. */
const JSON_TEXT = JSON.stringify({ a: '1', 'a/b': JSON.stringify({ a: '1' }) });
const INI_TEXT = `[a]\nb = ${JSON.stringify({ a: '1' })}\n`;

/** Every name that the generated manifests may leave open, as an alias of the user. */
const USER = user({
  provider: uriOfUsers(''),
  aliases: Object.fromEntries(['one', 'two', 'team', 'slow'].map((name) => [name, leaf(uriOfUsers(name))])),
});

/** A profile and scope of a plan, prepared for both sides. */
export interface Subject {
  readonly plan: Plan;
  readonly model: Model;
  readonly linked: LinkedPlan;
  /** With every entry, and without copies in caches. */
  readonly entries: ReadonlyMap<string, Uint8Array>;
  readonly warm: ReadonlyMap<string, Uint8Array>;
  readonly stores: readonly string[];
}

/** Null where the two sides cannot be compared: it does not link, or one entry would have to be two values. */
export async function subjectOf(plan: Plan, profile: string, scope: string | null): Promise<Subject | null> {
  const result = link(plan, choice({ profile, scope }), USER);
  const model = modelOf(plan, profile, scope);
  identities ??= await newIdentities();
  const entries = entriesOf(model, identities);
  if (result.kind === 'refused' || entries === null) return null;
  const warmed = new Map(entries);
  const filled = await executeOver({ entries: warmed, down: new Set(), answer: JSON_TEXT }, result.plan, RUN);
  // A cache and what it caches are one store.
  if (filled.kind === 'failed' && filled.diagnostics.some(({ code }) => code === 'E1119')) return null;
  const stores = new Set(
    model.reads.flatMap(({ chain, cache }) => {
      const points = [...chain, ...(cache === null ? [] : [cache])].map(({ point }) => point);
      return points.flatMap(({ id, credentials }) => [id, ...credentials.map(({ point }) => point.id)]);
    }),
  );
  return { plan, model, linked: result.plan, entries, warm: warmed, stores: [...stores].sort() };
}

function entriesOf({ reads }: Model, typed: Identities): Map<string, Uint8Array> | null {
  const entries = new Map<string, Uint8Array>();
  const shapes = new Map<string, string>();
  for (const step of reads) {
    const { chain, meaning } = step;
    const { decode, extract, whenMissing } = meaning.source as StoredSource;
    const isGenerated = whenMissing.kind === 'generate';
    const shape = JSON.stringify([decode, extract, meaning.type === 'x509_identity', meaning.roles !== undefined]);
    for (const { point, entry } of chain) {
      for (const one of point.credentials) {
        if (!entries.has(one.entry)) entries.set(one.entry, Buffer.from('token'));
      }
      if ((shapes.get(entry) ?? shape) !== shape) return null;
      shapes.set(entry, shape);
      entries.set(entry, contentOf(step, typed));
    }
    if (isGenerated && meaning.type === 'x509_identity') return null;
  }
  return entries;
}

function contentOf({ meaning: { source, type, roles } }: ReadStep, typed: Identities): Uint8Array {
  const { decode, extract } = source as StoredSource;
  const text = extract?.format === 'ini' ? INI_TEXT : JSON_TEXT;
  const content = type === 'x509_identity' ? typed[roles === undefined ? 'open' : 'closed'] : Buffer.from(text);
  return decode === undefined ? content : Buffer.from(encode(content, decode));
}

const MODES: Readonly<Record<SimulatedMode, Mode>> = { run: RUN, check: CHECK, report: REPORT };

function worldOf({ entries, warm }: Subject, { mode, isWarm, down, missing }: Question): FaultyWorld {
  const left = [...(isWarm ? warm : entries)].filter(([entry]) => !missing.has(entry));
  return { entries: new Map(left), down, answer: mode === 'run' ? JSON_TEXT : null };
}

/** What the executor comes to, in the words of a simulation. */
export async function executed(subject: Subject, question: Question): Promise<unknown> {
  const mode = MODES[question.mode];
  const result = await executeOver(worldOf(subject, question), subject.linked, mode);
  const refused = refusedIn(result);
  if (refused !== null) return { outcome: 'fails', refused: refused.toSorted() };
  const whole =
    result.kind === 'resolved'
      ? result
      : await executeOver(worldOf(subject, question), subject.linked, { ...mode, reportsFailures: true });
  if (whole.kind === 'failed') return whole.diagnostics;
  const fails = result.kind === 'failed' || !isSatisfied(result.resolution);
  return {
    outcome: fails ? 'fails' : whole.warnings.length > 0 ? 'degraded' : 'ok',
    secrets: whole.resolution.secrets.map((secret) => wordOf(secret, subject)),
    violations: whole.resolution.violations,
  };
}

/** The secrets whose store takes no value. */
function refusedIn(result: ExecuteResult): readonly string[] | null {
  if (result.kind !== 'failed' || !result.diagnostics.every(({ code }) => code === 'E1114')) return null;
  return result.diagnostics.map(({ about }) => (about !== null && 'secret' in about ? about.secret : ''));
}

function wordOf(secret: ResolvedSecret, { model }: Subject): string {
  const { secret: name, status } = secret;
  const step = model.reads.find((read) => read.name === name);
  switch (status) {
    case 'missing':
      return `${name} omitted`;
    case 'missing_required':
      return `${name} missing`;
    case 'error':
      return `${name} failed`;
    case 'will_generate':
      return `${name} pending ${step === undefined ? 'composed' : 'made'}`;
    case 'found': {
      const { origin } = secret;
      if (origin.kind === 'store') return `${name} found in ${origin.store}`;
      if (origin.kind === 'entered') return `${name} prompted ${origin.store ?? ''}`;
      return `${name} ${origin.kind === 'derived' ? 'composed' : origin.kind}`;
    }
  }
}

export function simulated({ model }: Subject, question: Question): unknown {
  const { outcome, secrets, violations, refused } = simulate(model, question);
  // A refusal does not name what the scope hides.
  if (refused.length > 0)
    return {
      outcome,
      refused: refused.map((name) => (model.wanted.get(name)?.isVisible === true ? name : '')).toSorted(),
    };
  return { outcome, secrets: secrets.map((secret) => wordIn(secret, model)), violations };
}

function wordIn({ name, outcome, store, isPending }: SimulatedSecret, model: Model): string {
  if (outcome === 'failed' || outcome === 'missing' || outcome === 'omitted') return `${name} ${outcome}`;
  if (isPending) return `${name} pending ${model.reads.some((step) => step.name === name) ? 'made' : 'composed'}`;
  if (outcome === 'found') return `${name} found in ${idOf(model, store)}`;
  return outcome === 'prompted' ? `${name} prompted ${idOf(model, store)}` : `${name} ${outcome}`;
}

function idOf({ reads }: Model, row: SimulatedSecret['store']): string {
  for (const { chain, cache } of reads) {
    for (const { point } of cache === null ? chain : [...chain, cache]) if (point.row === row) return point.id;
  }
  return '';
}

/** The plan with texts that can be cut where something is cut out of them; null where that cannot be. */
export function sound(plan: Plan): Plan | null {
  const cut = new Set<string>();
  for (const meanings of Object.values(plan.secrets)) {
    for (const { source } of meanings)
      if (source.kind === 'derived' && source.how.kind === 'select') cut.add(source.from);
  }
  for (const name of cut) if (plan.secrets[name]?.some(({ source }) => source.kind !== 'stored')) return null;
  const secrets = Object.entries(plan.secrets).map(([name, meanings]): [string, readonly PlanSecret[]] => [
    name,
    cut.has(name) ? meanings.map(whole) : meanings,
  ]);
  return { ...plan, secrets: named(secrets) };
}

function whole(meaning: PlanSecret): PlanSecret {
  const { source } = meaning;
  if (source.kind !== 'stored') return meaning;
  const { kind } = source.whenMissing;
  if (kind === 'default') return { ...meaning, source: { ...source, whenMissing: { kind, text: JSON_TEXT } } };
  return kind === 'generate'
    ? { ...meaning, source: { ...source, whenMissing: { kind: 'prompt' } } as StoredSource }
    : meaning;
}

/** `closed`: its password is what every secret is. */
type Identities = Readonly<Record<'open' | 'closed', Uint8Array>>;
let identities: Identities | null = null;

/** Whether an archive has to be opened with a password, which is made to take long. */
export function isSlow({ secrets }: Plan): boolean {
  return Object.values(secrets).some((meanings) => meanings.some(({ roles }) => roles !== undefined));
}

async function newIdentities(): Promise<Identities> {
  const module = await secretTypeModule('x509_identity');
  const made = await module?.generate?.(fillDefaults('x509_identity', { san: ['dns:shop.example'] }), generatorPorts());
  if (made?.kind !== 'generated') throw new Error(made?.reason);
  // An identity is exported once it was checked.
  await module?.check?.(made.value, named([]), new Date());
  const roles = named([['password', SecretValue.fromText(JSON_TEXT)]]);
  const archive = await secretTypeModule('pkcs12');
  const closed = await archive?.convert?.(made.value, { from: 'x509_identity', format: null, roles });
  if (closed?.kind !== 'converted') throw new Error(closed?.reason);
  return { open: made.value.reveal(), closed: closed.value.reveal() };
}
