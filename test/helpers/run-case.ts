/** Executes a golden case over fake stores, and spells out what came of it. */
import { childEnvironment } from '#runtime/child/environment.js';
import { execute } from '#runtime/execute/execute.js';
import { unsatisfied } from '#runtime/execute/explaining/unsatisfied.js';
import { type Mode, READ_ONLY, REPORT, RESOLVE, RUN } from '#runtime/execute/mode.js';
import type { ExecuteResult, Resolution, ResolvedSecret } from '#runtime/execute/resolution.js';
import { variablesOf } from '#runtime/inputs/environment.js';
import type { LinkedPlan } from '#runtime/link/linked-plan.js';
import { byteStringOf } from '#runtime/values/byte-string.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { prettyJson } from '#schemas/canonical.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { type FakeStore, type FakeWorld, urisOf } from './fake-store.js';
import { type CaseChoice, type CaseFiles, linkCase, readChoice } from './linked-case.js';
import { shownDiagnostics } from './shown-diagnostics.js';
import { openWorld, readWorld, storesOf, type World } from './world.js';

const MODES: Readonly<Record<NonNullable<CaseChoice['mode']>, Mode>> = {
  run: RUN,
  resolve: RESOLVE,
  report: REPORT,
  'read only': READ_ONLY,
};

interface Ran extends FakeWorld {
  readonly linked: LinkedPlan;
  readonly result: ExecuteResult;
  readonly stores: ReadonlyMap<string, FakeStore>;
}

/** What the case gives, by file name. */
export async function runCase(files: CaseFiles): Promise<Readonly<Record<string, string>>> {
  const first = files['first.toml'];
  const kept = first === undefined ? new Map() : (await runIn(readWorld(first), files, new Map())).stores;
  const world = readWorld(files['world.toml'] ?? '');
  const ran = await runIn(world, files, kept);
  const texts = { ...contactsOf(ran), ...(await outcomeOf(ran, world, files)) };
  return withoutGenerated(texts, ran);
}

async function runIn(world: World, files: CaseFiles, kept: ReadonlyMap<string, FakeStore>): Promise<Ran> {
  const link = await linkCase(files);
  if (link.kind === 'refused') throw new Error(link.diagnostics.map(({ message }) => message).join('\n'));
  const linked = link.plan;
  const stores = storesOf(
    world,
    urisOf(linked).filter((uri) => uri !== 'broken'),
    kept,
  );
  const fake = openWorld(world, stores);
  const result = await execute(linked, MODES[readChoice(files).mode ?? 'run'], fake.portsFor(linked));
  return { ...fake, linked, result, stores };
}

/** What stores, terminal and people were asked and told. */
function contactsOf({ stores, questions, notices }: Ran): Readonly<Record<string, string>> {
  const reads = [...stores].filter(([, store]) => store.reads.length > 0).map(([uri, store]) => [uri, store.reads]);
  const writes = [...stores].flatMap(([uri, store]) => {
    const { writes: wrote, removals: removed } = store;
    if (wrote.length === 0 && removed.length === 0) return [];
    const entries = wrote.map((names) =>
      Object.fromEntries(names.map((name) => [name, shown(store.entries.get(name))])),
    );
    return [[uri, { ...(wrote.length > 0 && { wrote: entries }), ...(removed.length > 0 && { removed }) }]];
  });
  return {
    'reads.json': prettyJson(Object.fromEntries(reads)),
    ...(writes.length > 0 && { 'writes.json': prettyJson(Object.fromEntries(writes)) }),
    ...(questions.length > 0 && { 'questions.json': prettyJson(questions) }),
    ...(notices.length > 0 && { 'notices.txt': `${notices.join('\n')}\n` }),
  };
}

async function outcomeOf(ran: Ran, world: World, files: CaseFiles): Promise<Readonly<Record<string, string>>> {
  const { result, linked } = ran;
  const mode = readChoice(files).mode ?? 'run';
  const problems = await problemsOf(ran, mode);
  // Warnings are printed without places: to find these takes a compiler, and all went well.
  const warnings = await shownDiagnostics(files, result.warnings, true);
  const errors = await shownDiagnostics(files, problems, linked.scope !== null);
  const diagnostics = [warnings, errors].filter((text) => text !== '').join('\n');
  return {
    ...(diagnostics !== '' && { 'diagnostics.txt': diagnostics }),
    ...(result.kind === 'resolved' && { 'resolution.json': prettyJson(resolutionOf(result.resolution, ran)) }),
    ...(result.kind === 'resolved' &&
      problems.length === 0 &&
      mode === 'run' && { 'environment.json': prettyJson(environmentOf(result.resolution, linked, world)) }),
  };
}

/** A report only says what is missing, and which stores failed; everything else fails with it. */
async function problemsOf(
  { result, linked, storesOf, portsFor }: Ran,
  mode: CaseChoice['mode'],
): Promise<readonly Diagnostic[]> {
  if (result.kind === 'failed') return result.diagnostics;
  if (mode === 'report') return result.resolution.failures;
  const { environment } = portsFor(linked).generators;
  return unsatisfied(linked, result.resolution, { stores: storesOf(linked), environment });
}

function resolutionOf({ profile, scope, provider, secrets, violations, accessed }: Resolution, ran: Ran) {
  const described = Object.fromEntries(secrets.map((secret) => [secret.secret, secretOf(secret, ran)]));
  return { profile, scope, provider, secrets: described, violations, accessed };
}

function secretOf(secret: ResolvedSecret, { files }: Ran) {
  const { status, required } = secret;
  if (secret.status !== 'found') return { status, required };
  const { origin, delivered } = secret;
  const found = { status, required, origin };
  switch (delivered.kind) {
    case 'withheld':
      return found;
    case 'value':
      return { ...found, value: shown(delivered.value.reveal()) };
    case 'path':
      return { ...found, path: delivered.path, file: shown(files.get(delivered.path)) };
  }
}

function environmentOf({ secrets }: Resolution, linked: LinkedPlan, { environment }: World): unknown {
  const parent = Object.entries(environment).map(([name, value]) => byteStringOf(`${name}=${value}`));
  const made = childEnvironment(parent, linked.scrub, valuesOf(secrets));
  if (made.kind === 'refused') return { refused: made.secret };
  return Object.fromEntries([...variablesOf(made.entries)].map(([name, bytes]) => [name, shown(bytes)]));
}

function* valuesOf(secrets: readonly ResolvedSecret[]): Generator<readonly [string, SecretValue]> {
  for (const found of secrets) {
    if (found.status !== 'found' || found.delivered.kind === 'withheld') continue;
    const { secret, delivered } = found;
    const { value, text = value } =
      delivered.kind === 'path' ? { value: SecretValue.fromText(delivered.path) } : delivered;
    yield [secret, text];
  }
}

/** Text as it is, other bytes in Base64. */
function shown(value: string | Uint8Array | undefined): unknown {
  if (value === undefined || typeof value === 'string') return value ?? null;
  const bytes = Buffer.from(value);
  const text = bytes.toString('utf8');
  return Buffer.from(text).equals(bytes) ? text : { base64: bytes.toString('base64') };
}

/** Generated values differ from run to run: only their length is shown, and whether they are stored encoded. */
function withoutGenerated(texts: Readonly<Record<string, string>>, { result }: Ran): Readonly<Record<string, string>> {
  const made = result.kind === 'failed' ? [] : result.resolution.secrets.flatMap(generatedBytes);
  const hidden = (text: string) => made.reduce((rest, bytes) => withoutOne(rest, bytes), text);
  return Object.fromEntries(Object.entries(texts).map(([file, text]) => [file, hidden(text)]));
}

function generatedBytes(secret: ResolvedSecret): readonly Buffer[] {
  if (secret.status !== 'found' || secret.origin.kind !== 'generated') return [];
  const { delivered } = secret;
  return delivered.kind === 'withheld' || delivered.value.isEmpty ? [] : [Buffer.from(delivered.value.reveal())];
}

function withoutOne(text: string, bytes: Buffer): string {
  const length = `${bytes.length} bytes, generated`;
  return text
    .replaceAll(bytes.toString('utf8'), `(${length})`)
    .replaceAll(bytes.toString('base64'), `(${length}, in base64)`)
    .replaceAll(bytes.toString('base64url'), `(${length}, in base64url)`)
    .replaceAll(bytes.toString('hex'), `(${length}, in hex)`);
}
