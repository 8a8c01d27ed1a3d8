/** What a reviewer sees of a change besides its kind: whole chains with aliases resolved, and what a new secret means. */

import { coordinatesOf } from '#schemas/addresses/address.js';
import { listPhrase, type Phrase, separated } from '#schemas/phrase.js';
import type { Coordinates, Derivation, PlanSecret, Presence, StoredSource, WhenMissing } from '#schemas/plan.js';
import type { AddedMeaning, ChainPair, ReviewedChange, ReviewedStore } from '#schemas/plan-review.js';
import { templateText } from '#schemas/template-text.js';
import { detailPhrase } from './plan-change-words.js';
import { durationWords, optionWords, pointerWords, quotedUnlessPlain, storeWords } from './plan-words.js';

export function reviewPhrase({ change, chains, added }: ReviewedChange): Phrase {
  if (added.length > 0) return joined(added.map(addedPhrase));
  return chains.length > 0 ? joined(chains.map(pairPhrase)) : detailPhrase(change);
}

function pairPhrase({ from, to }: ChainPair): Phrase {
  return [...chainPhrase(from), { ours: ' → ' }, ...chainPhrase(to)];
}

function chainPhrase(chain: readonly ReviewedStore[]): Phrase {
  if (chain.length === 0) return [{ ours: 'nothing' }];
  const rest = chain.length - MOST_STORES;
  const shown = separated(chain.slice(0, MOST_STORES).map(storePhrase), ', ');
  return rest > 0 ? [...shown, { ours: ` and ${rest} more` }] : shown;
}

const MOST_STORES = 10;

/** `fast` (`vault://prod`, cached in `dotenv://.c` for `1h`). */
function storePhrase({ store, means, cache }: ReviewedStore): Phrase {
  if (store.kind === 'default') return [{ ours: 'your default store' }];
  const name: Phrase = [{ theirs: storeWords(store) }];
  const cached: Phrase =
    cache === null
      ? []
      : [{ ours: 'cached in ' }, { theirs: cache.store }, { ours: ` for ${durationWords(cache.maxAgeSeconds)}` }];
  const about = [listPhrase(means), cached].filter((phrase) => phrase.length > 0);
  return about.length === 0 ? name : [...name, { ours: ' (' }, ...separated(about, ', '), { ours: ')' }];
}

/** `required, from keyring, seen by web`. */
function addedPhrase({ meaning, chain, scopes }: AddedMeaning): Phrase {
  const seen: Phrase =
    scopes.length === 0 ? [{ ours: 'seen by no scope' }] : [{ ours: 'seen by ' }, ...listPhrase(scopes)];
  return separated([presencePhrase(meaning), sourcePhrase(meaning, chain), seen], ', ');
}

function presencePhrase({ source, presence }: PlanSecret): Phrase {
  if (source.kind === 'stored' && source.whenMissing.kind === 'default')
    return [
      { ours: presence === 'required' ? 'required, but with the default ' : 'default ' },
      { theirs: JSON.stringify(source.whenMissing.text) },
    ];
  return typeof presence === 'string'
    ? [{ ours: presence }]
    : [{ ours: 'in group ' }, ...listPhrase(groupsOf(presence))];
}

function groupsOf(presence: Exclude<Presence, string>): readonly string[] {
  return [...presence.atLeastOne, ...presence.exactlyOne];
}

function sourcePhrase(meaning: PlanSecret, chain: readonly ReviewedStore[]): Phrase {
  switch (meaning.source.kind) {
    case 'stored':
      return [
        { ours: 'from ' },
        ...chainPhrase(chain),
        ...addressPhrase(meaning.source),
        ...filePhrase(meaning),
        ...otherwisePhrase(meaning.source.whenMissing),
      ];
    case 'composed':
      return [
        { ours: 'composed as ' },
        { theirs: JSON.stringify(templateText(meaning.source.parts)) },
        ...filePhrase(meaning),
      ];
    case 'derived':
      return [
        { ours: 'derived from ' },
        { theirs: meaning.source.from },
        { ours: ' (' },
        { theirs: selectionWords(meaning.source.how) },
        { ours: ')' },
        ...filePhrase(meaning),
      ];
  }
}

/** Where it is in its stores, unless by convention, and what is taken out of it there. */
function addressPhrase({ naming, extract }: StoredSource): Phrase {
  const addresses: readonly Phrase[] =
    naming.kind === 'refs'
      ? Object.entries(naming.by).map(([store, at]) => [
          { theirs: store },
          { ours: ' at ' },
          { theirs: coordinateWords(at) },
        ])
      : naming.kind === 'ref'
        ? [[{ ours: 'at ' }, { theirs: coordinateWords(naming.at) }]]
        : [];
  const taken: readonly Phrase[] =
    extract === undefined ? [] : [[{ ours: 'taking ' }, { theirs: pointerWords(extract) }]];
  return [...addresses, ...taken].flatMap((phrase) => [{ ours: ', ' }, ...phrase]);
}

function filePhrase({ deliver }: PlanSecret): Phrase {
  return deliver === 'path' ? [{ ours: ', as a file' }] : [];
}

function coordinateWords(at: Coordinates): string {
  return coordinatesOf(at)
    .map(([name, text]) => `${name} ${quotedUnlessPlain(text)}`)
    .join(', ');
}

function selectionWords(how: Derivation): string {
  if (how.kind === 'select') return pointerWords(how.extract);
  return how.format === null ? how.type : `${how.type} as ${how.format}`;
}

/** A default is shown with what is required. */
function otherwisePhrase(whenMissing: WhenMissing): Phrase {
  switch (whenMissing.kind) {
    case 'nothing':
    case 'default':
      return [];
    case 'prompt':
      return [{ ours: ', else prompted for' }];
    case 'generate':
      return [{ ours: ', else generated: ' }, { theirs: `${whenMissing.type}${optionWords(whenMissing.options)}` }];
  }
}

/** Several where profiles differ. */
function joined(phrases: readonly Phrase[]): Phrase {
  return separated(phrases, '; ');
}
