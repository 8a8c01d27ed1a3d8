/** Rules about the stores of chains and their caches. A store that only the user's machine knows could be any, and breaks every rule. */
import type { Label, Place } from '#schemas/diagnostics/diagnostic.js';
import { listed } from '#schemas/diagnostics/list-names.js';
import type { StoreRef } from '#schemas/plan.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { BoundProject } from '../../tree/effective.js';
import { below } from '../../warnings/chains.js';
import type { Breach } from '../breaches.js';
import { isMeant, type MetStore, type StoreWord, storesMet, storeWord } from '../store-words.js';
import type { JudgeSubject } from './subject.js';
import { type UsedChain, usedChains } from './used-chains.js';

export const judgeStores: JudgeSubject<'stores'> = ({ only, forbid, demand }, groups, { project }, breaches) => {
  const words = { only: wordsOf(only), forbid: wordsOf(forbid), demand: wordsOf(demand) };
  for (const chain of usedChains(groups, project)) {
    for (const breach of [...brokenBy(chain, words, project)])
      for (const { profiles, secrets } of chain.users) breaches.add(breach, profiles, secrets);
  }
};

type Words = readonly { readonly written: string; readonly word: StoreWord }[];
interface Clauses {
  readonly only: Words | null;
  readonly forbid: Words | null;
  readonly demand: Words | null;
}

function wordsOf(written: readonly string[] | null): Words | null {
  return written?.map((text) => ({ written: text, word: storeWord(text) })) ?? null;
}

function* brokenBy({ route, at }: UsedChain, clauses: Clauses, project: BoundProject): Generator<Breach> {
  if (route === null) {
    yield { at, problem: 'the default store of a user could be any store' };
    return;
  }
  let hasDemanded = clauses.demand === null;
  for (const [index, ref] of route.entries()) {
    const stores = storesMet(ref, project);
    hasDemanded ||= stores.some((store) => clauses.demand?.some(({ word }) => isMeant(store, word)) === true);
    for (const store of stores) {
      const problem = problemOf(store, clauses);
      if (problem !== null) yield { at: below(at, [index]), problem, labels: labelsOf(ref, project) };
    }
  }
  const open = route.find((ref) => storesMet(ref, project).some(({ known }) => known === null));
  if (hasDemanded || clauses.demand === null) return;
  const missing = `${listed(clauses.demand.map(({ written }) => withoutCredentials(written)))} ${clauses.demand.length === 1 ? 'is' : 'are'} missing`;
  yield {
    at: keyOf(at),
    problem: open === undefined ? missing : `${missing}, and \`${nameOf(open)}\` could be any store`,
  };
}

function problemOf(store: MetStore, { only, forbid }: Clauses): string | null {
  const shown = `\`${withoutCredentials(store.spec)}\``;
  const meets = (words: Words) => words.find(({ word }) => isMeant(store, word));
  const forbidden = forbid === null ? undefined : meets(forbid);
  if (forbidden !== undefined) return `${shown} is forbidden`;
  if (only !== null && meets(only) === undefined)
    return store.known === null
      ? `${shown} could be any store`
      : `${shown} is not among ${listed(only.map(({ written }) => withoutCredentials(written)))}`;
  return forbid !== null && store.known === null ? `${shown} could be any store` : null;
}

function nameOf(ref: StoreRef): string {
  return withoutCredentials(ref.kind === 'uri' ? ref.uri : ref.name);
}

function labelsOf(ref: StoreRef, { stores }: BoundProject): readonly Label[] {
  const alias = ref.kind === 'uri' ? undefined : stores.get(ref.name);
  return alias === undefined ? [] : [{ at: alias.at, text: 'the alias is here' }];
}

function keyOf(at: Place): Place {
  return { ...at, part: 'key' };
}
