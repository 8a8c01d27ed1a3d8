/** Values of many secrets in few requests: a folder at a time, and one at a time where that is not allowed (providers-cloud 3.8 (4)). */
import type { Answer, Call } from '../provider.js';
import { type Failed, UNANSWERED } from '../store-failure.js';
import type { InfisicalApi, Nowhere } from './infisical-api.js';
import { keyOf, type Place } from './infisical-place.js';

type Outcomes = ReadonlyMap<string, Answer | Nowhere>;

/** The answers by key of a place. */
export async function readSecrets(
  api: InfisicalApi,
  places: readonly Place[],
  call: Call,
): Promise<ReadonlyMap<string, Answer>> {
  const batches = batchesOf(places);
  const read = (batch: readonly Place[]) => readBatch(api, batch, call);
  const replies = await api.http.inBatch<readonly Place[], Outcomes>(batches, read);
  const outcomes = batches.flatMap((batch, index) =>
    batch.map((place) => ({ place, outcome: outcomeIn(replies[index], place) })),
  );
  const problems = new Map<string, Failed>();
  for (const environment of new Set(places.map((place) => place.environment))) {
    const ofIt = outcomes.filter(({ place }) => place.environment === environment);
    // A project or an environment that does not exist is an error, not a missing secret. A failure elsewhere does not show that it exists.
    const kinds = new Set(ofIt.map(({ outcome }) => outcome.kind));
    const isInDoubt = kinds.has('nowhere') && !kinds.has('found') && !kinds.has('absent');
    const problem = isInDoubt ? await api.missesEnvironment(environment, call) : null;
    if (problem !== null) problems.set(environment, problem);
  }
  return new Map(
    outcomes.map(({ place, outcome }) => [
      keyOf(place),
      outcome.kind === 'nowhere' ? (problems.get(place.environment) ?? { kind: 'absent' }) : outcome,
    ]),
  );
}

/** Those of one folder together; a pinned version is a request of its own. */
function batchesOf(places: readonly Place[]): readonly (readonly Place[])[] {
  const batches = new Map<string, Map<string, Place>>();
  for (const place of places) {
    const key = place.version === null ? JSON.stringify([place.environment, place.folder]) : keyOf(place);
    batches.set(key, (batches.get(key) ?? new Map()).set(keyOf(place), place));
  }
  return [...batches.values()].map((batch) => [...batch.values()]);
}

/** A single secret is requested by itself: no other value is sent, and whether it is denied is certain. */
async function readBatch(api: InfisicalApi, batch: readonly Place[], call: Call): Promise<Outcomes | Failed> {
  const [first] = batch;
  if (first === undefined) return new Map();
  if (batch.length === 1) return new Map([[keyOf(first), await api.get(first, call)]]);
  const listing = await api.list(first, call);
  if (listing.kind === 'forbidden') return eachOf(api, batch, call);
  if (listing.kind === 'failed') return listing;
  if (listing.kind === 'nowhere') return new Map(batch.map((place) => [keyOf(place), listing]));
  return new Map(batch.map((place) => [keyOf(place), listing.answers.get(place.key) ?? { kind: 'absent' }]));
}

async function eachOf(api: InfisicalApi, batch: readonly Place[], call: Call): Promise<Outcomes> {
  const answers = await api.http.inBatch<Place, Answer | Nowhere>(batch, (place) => api.get(place, call));
  return new Map(batch.map((place, index) => [keyOf(place), answers[index] ?? UNANSWERED]));
}

function outcomeIn(reply: Outcomes | Failed | undefined, place: Place): Answer | Nowhere {
  if (reply === undefined) return UNANSWERED;
  return 'kind' in reply ? reply : (reply.get(keyOf(place)) ?? UNANSWERED);
}
