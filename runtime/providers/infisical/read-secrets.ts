/** Values of many secrets in few requests: a folder at a time, and one at a time where that is not allowed (providers-cloud 3.8 (4)). */
import type { Answer, Call } from '../provider.js';
import { type Failed, UNANSWERED } from '../store-failure.js';
import type { InfisicalApi, Nowhere } from './infisical-api.js';
import { type InfisicalSecret, keyOf } from './infisical-secret.js';

type Outcomes = ReadonlyMap<string, Answer | Nowhere>;

/** The answers by `keyOf` of the secret. */
export async function readSecrets(
  api: InfisicalApi,
  secrets: readonly InfisicalSecret[],
  call: Call,
): Promise<ReadonlyMap<string, Answer>> {
  const batches = batchesOf(secrets);
  const read = (batch: readonly InfisicalSecret[]) => readBatch(api, batch, call);
  const replies = await api.http.inBatch<readonly InfisicalSecret[], Outcomes>(batches, read);
  const outcomes = batches.flatMap((batch, index) =>
    batch.map((secret) => ({ secret, outcome: outcomeIn(replies[index], secret) })),
  );
  const problems = new Map<string, Failed>();
  for (const environment of new Set(secrets.map((secret) => secret.environment))) {
    const ofIt = outcomes.filter(({ secret }) => secret.environment === environment);
    // A project or an environment that does not exist is an error, not a missing secret. A failure elsewhere does not show that it exists.
    const kinds = new Set(ofIt.map(({ outcome }) => outcome.kind));
    const isInDoubt = kinds.has('nowhere') && !kinds.has('found') && !kinds.has('absent');
    const problem = isInDoubt ? await api.missesEnvironment(environment, call) : null;
    if (problem !== null) problems.set(environment, problem);
  }
  return new Map(
    outcomes.map(({ secret, outcome }) => [
      keyOf(secret),
      outcome.kind === 'nowhere' ? (problems.get(secret.environment) ?? { kind: 'absent' }) : outcome,
    ]),
  );
}

/** Those of one folder together; a pinned version is a request of its own. */
function batchesOf(secrets: readonly InfisicalSecret[]): readonly (readonly InfisicalSecret[])[] {
  const batches = new Map<string, Map<string, InfisicalSecret>>();
  for (const secret of secrets) {
    const key = secret.version === null ? JSON.stringify([secret.environment, secret.folder]) : keyOf(secret);
    batches.set(key, (batches.get(key) ?? new Map()).set(keyOf(secret), secret));
  }
  return [...batches.values()].map((batch) => [...batch.values()]);
}

/** A single secret is requested by itself: no other value is sent, and whether it is denied is certain. */
async function readBatch(api: InfisicalApi, batch: readonly InfisicalSecret[], call: Call): Promise<Outcomes | Failed> {
  const [first] = batch;
  if (first === undefined) return new Map();
  if (batch.length === 1) return new Map([[keyOf(first), await api.get(first, call)]]);
  const listing = await api.list(first, call);
  if (listing.kind === 'forbidden') return eachOf(api, batch, call);
  if (listing.kind === 'failed') return listing;
  if (listing.kind === 'nowhere') return new Map(batch.map((secret) => [keyOf(secret), listing]));
  return new Map(batch.map((secret) => [keyOf(secret), listing.answers.get(secret.key) ?? { kind: 'absent' }]));
}

async function eachOf(api: InfisicalApi, batch: readonly InfisicalSecret[], call: Call): Promise<Outcomes> {
  const answers = await api.http.inBatch<InfisicalSecret, Answer | Nowhere>(batch, (secret) => api.get(secret, call));
  return new Map(batch.map((secret, index) => [keyOf(secret), answers[index] ?? UNANSWERED]));
}

function outcomeIn(reply: Outcomes | Failed | undefined, secret: InfisicalSecret): Answer | Nowhere {
  if (reply === undefined) return UNANSWERED;
  return 'kind' in reply ? reply : (reply.get(keyOf(secret)) ?? UNANSWERED);
}
