/** Secrets of a shown plan: what each means and where, where it is looked for, what happens when it is missing. */

import { membershipsOf } from '#schemas/groups.js';
import { pointerText } from '#schemas/json-pointer.js';
import { isRequiredWithDefault } from '#schemas/meaning.js';
import type { Derivation, Extraction, PlanSecret, Presence, StoredSource } from '#schemas/plan.js';
import type { Hop, OutlineChain, OutlineMeaning, OutlineSecret, Some } from '#schemas/plan-outline.js';
import { templateText } from '#schemas/template-text.js';
import { type PlanLines, labelled } from './plan-lines.js';
import {
  addressWords,
  durationWords,
  extentWords,
  MODE_WORDS,
  moreWords,
  optionWords,
  profileWords,
  quotedUnlessPlain,
  storeWords,
} from './plan-words.js';

export function secretLines(secrets: readonly OutlineSecret[]): PlanLines {
  return secrets.flatMap((secret, index) => [...(index === 0 ? [] : ['']), ...oneSecret(secret)]);
}

function oneSecret({ name, isHiddenInput, meanings }: OutlineSecret): PlanLines {
  const [first] = meanings;
  const shared = meanings.every(({ meaning }) => meaning.description === first?.meaning.description);
  const described = shared && first !== undefined ? ` – ${first.meaning.description}` : '';
  const head = `  ${name}${described}${isHiddenInput ? ' (hidden input)' : ''}`;
  return [
    head,
    ...meanings.flatMap((meaning) => [
      ...(shared ? [] : [labelled('says', meaning.meaning.description)]),
      ...meaningLines(meaning),
    ]),
  ];
}

function meaningLines(outline: OutlineMeaning): PlanLines {
  const { meaning } = outline;
  const { source } = meaning;
  const inForce = isRequiredWithDefault(meaning) ? '; the default is in force' : '';
  const head = labelled(
    'is',
    `${presenceWords(meaning.presence)} in ${extentWords(outline.in)}${deliveryWords(meaning)}${inForce}`,
  );
  switch (source.kind) {
    case 'stored':
      return [head, ...roleLines(meaning), ...storedLines(source, outline)];
    case 'composed':
      return [head, labelled('composed', templateText(source.parts)), labelled('missing', 'when one of its inputs is')];
    case 'derived':
      return [
        head,
        ...roleLines(meaning),
        labelled('derived', derivationWords(source.from, source.how)),
        labelled('missing', 'when its source is'),
      ];
  }
}

function presenceWords(presence: Presence): string {
  if (typeof presence === 'string') return presence;
  const words = membershipsOf(presence).map(({ group, mode }) => `${group} (${MODE_WORDS[mode]})`);
  return `member of ${words.join(' and ')}`;
}

function deliveryWords({ type, deliver, text }: PlanSecret): string {
  const words = [
    type === undefined ? undefined : `of type ${type}`,
    deliver === 'path' ? 'delivered as the path of a file' : undefined,
    text === undefined ? undefined : `as text in ${text}`,
  ];
  return words
    .filter((word) => word !== undefined)
    .map((word) => `, ${word}`)
    .join('');
}

function roleLines({ roles }: PlanSecret): PlanLines {
  return Object.entries(roles ?? {}).map(([role, secret]) => labelled('with', `${role} from ${secret}`));
}

function storedLines(source: StoredSource, { chains, importOnly, meaning }: OutlineMeaning): PlanLines {
  return [
    ...chains.shown.flatMap(chainLines),
    ...moreLines(chains, 'chains of other profiles'),
    ...importOnly.shown.map((hop) => labelled('import', `${hopWords(hop)} (never read otherwise)`)),
    ...moreLines(importOnly, 'addresses for `import`'),
    ...decodeLines(source),
    labelled('missing', missingWords(source, meaning.presence, chains.shown)),
  ];
}

function chainLines({ in: held, through, hops, written, cache }: OutlineChain): PlanLines {
  const where = held === null ? '' : ` (in ${profileWords(held)})`;
  const via = through === null ? '' : ` (through ${through})`;
  const lines = [
    ...hops.shown.map((hop, index) =>
      labelled(index === 0 ? 'from' : 'then', `${hopWords(hop)}${index === 0 ? via + where : ''}`),
    ),
    ...moreLines(hops, 'stores'),
    ...(written === null ? [] : [labelled('written', `to ${storeWords(written)}`)]),
  ];
  return cache === null
    ? lines
    : [...lines, labelled('cached', `${durationWords(cache.maxAgeSeconds)} in ${hopWords(cache)}`)];
}

function moreLines({ more }: Some<unknown>, what: string): PlanLines {
  return more === 0 ? [] : [labelled('', `${moreWords(more)} ${what}`)];
}

function hopWords({ store, address }: Hop): string {
  return `${storeWords(store)}: ${addressWords(address)}`;
}

function decodeLines({ decode, extract }: StoredSource): PlanLines {
  const steps = [
    ...(decode === undefined ? [] : [`decoded from ${decode}`]),
    ...(extract === undefined ? [] : [extractionWords(extract)]),
  ];
  return steps.length === 0 ? [] : [labelled('read', steps.join(', then '))];
}

function extractionWords({ format, pointer }: Extraction): string {
  const path = pointerText(pointer);
  return path === '' ? `the whole ${format} document` : `${quotedUnlessPlain(path)} of a ${format} document`;
}

function derivationWords(from: string, how: Derivation): string {
  if (how.kind === 'select') return `${extractionWords(how.extract)} in ${from}`;
  return `${how.type} of ${from}${how.format === null ? '' : `, ${how.format}`}`;
}

function missingWords({ whenMissing }: StoredSource, presence: Presence, chains: readonly OutlineChain[]): string {
  const isKept = !chains.every(({ keeps }) => keeps === false);
  switch (whenMissing.kind) {
    case 'nothing':
      return presence === 'required' ? 'an error' : 'left out';
    case 'default':
      return `default ${JSON.stringify(whenMissing.text)}`;
    case 'generate':
      return `generated${isKept ? ' and stored' : ' each time'}: ${whenMissing.type}${optionWords(whenMissing.options)}`;
    case 'prompt':
      return `\`run\` prompts for it${isKept ? ' and stores it' : ' each time'}`;
  }
}
