/** The keys that may still be written in a table. */
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { secretTypeOf } from '#schemas/secret-types/index.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { Point, Setting } from '../../../plan/front-end.js';
import type { Editor } from '../editor.js';
import type { ManifestFile } from '../manifest-file.js';
import { meaningNear } from '../meaning-words.js';
import type { Offer } from './offer.js';

type KeyPoint = Extract<Point, { kind: 'key' }>;

export function keysAt(editor: Editor, file: ManifestFile, plan: Plan | null, point: KeyPoint): readonly Offer[] {
  const taken = new Set([...point.taken, ...takenElsewhere(file, point)]);
  const typed = file.text.slice(point.word.start, point.word.end);
  const kind = point.hasValue ? kindOfValue(file.text, point.word.end) : null;
  return [...settings(editor, file, plan, point, kind), ...names(plan, point)].filter(
    // What has its value is renamed, so that only what is like it fits.
    ({ label }) => !taken.has(label) && (!point.hasValue || typed === '' || label.startsWith(typed.slice(0, 1))),
  );
}

/** Keys of the same table in other statements. A header may repeat none but what leads to it. */
function takenElsewhere({ mentions }: ManifestFile, { table, word, isHeader }: KeyPoint): readonly string[] {
  if (isHeader) return [];
  return mentions.flatMap(({ kind, path, span }) => {
    const isOfTable =
      kind === 'key' && path.length === table.length + 1 && table.every((step, at) => step === path[at]);
    return isOfTable && span.start !== word.start ? [String(path.at(-1))] : [];
  });
}

function settings(
  { manifests }: Editor,
  file: ManifestFile,
  plan: Plan | null,
  { table, isHeader }: KeyPoint,
  kind: string | null,
): readonly Offer[] {
  const options = table.at(-1) === 'generate' && table.length === 4 ? optionsOf(file, plan, table) : null;
  return manifests.compiler
    .settingsIn(table)
    .filter(({ key, kinds }) => {
      if (options !== null && !options.includes(key)) return false;
      if (isHeader && !kinds.includes('table') && kinds.length > 0) return false;
      return kind === null || kinds.length === 0 || kinds.some((one) => one === kind);
    })
    .map(offerOf);
}

function offerOf({ key, meaning, kinds }: Setting): Offer {
  const [fill = 'table'] = kinds;
  return { label: key, kind: 'key', fill, ...(meaning !== null && { detail: meaning }) };
}

/** The options of the type that the secret has; null for a type that is not known, which may have any. */
function optionsOf(file: ManifestFile, plan: Plan | null, table: KeyPoint['table']): readonly string[] | null {
  const type = secretTypeOf(typeOfSecret(file, plan, table) ?? '');
  return type === null ? null : Object.keys(type.options);
}

/** As it is written here, in whatever state the statement is, else as the profile inherits it. */
function typeOfSecret({ text, mentions }: ManifestFile, plan: Plan | null, [, profile, secret]: KeyPoint['table']) {
  const here = mentions.find(
    ({ kind, path }) =>
      kind === 'value' && path.length === 4 && path[1] === profile && path[2] === secret && path[3] === 'type',
  );
  if (here !== undefined) return text.slice(here.span.start, here.span.end).replace(/^["']+|["']+$/gu, '');
  const line = text.split('\n').find((one) => one.trimStart().startsWith(String(secret)));
  const typed = /\btype[ \t]*=[ \t]*["']([a-z0-9_]+)["']/u.exec(line ?? '')?.[1];
  return typed ?? (plan && meaningNear(plan, String(profile), String(secret))?.meaning.type);
}

/** Names that an author chose, where they are keys. */
function names(plan: Plan | null, { table }: KeyPoint): readonly Offer[] {
  const [first, second, third, fourth] = table;
  const named = (labels: readonly string[], kind: Offer['kind'], fill: Offer['fill'] = 'table'): readonly Offer[] =>
    labels.map((label) => ({ label, kind, fill }));
  if (first === 'profiles' && table.length === 1)
    return named(['default', ...Object.keys(plan?.profiles ?? {}).filter((name) => name !== 'default')], 'name');
  if (first === 'profiles' && table.length === 2) return named(inheritedBy(plan, String(second)), 'secret');
  if (first === 'profiles' && table.length === 4 && fourth === 'refs')
    return named(Object.keys(plan?.stores ?? {}), 'alias');
  if (first === 'profiles' && table.length === 4 && fourth === 'credentials') {
    const type = plan && meaningNear(plan, String(second), String(third))?.meaning.type;
    return named([...(secretTypeOf(type ?? '')?.roles ?? [])], 'value', 'text');
  }
  if (first === 'providers' && table.length === 3 && third === 'credentials')
    return named(credentialsOf(plan, String(second)), 'value', 'text');
  return [];
}

/** What a profile may override. */
function inheritedBy(plan: Plan | null, profile: string): readonly string[] {
  return plan === null || profile === 'default' ? [] : Object.keys(plan.secrets);
}

function credentialsOf(plan: Plan | null, alias: string): readonly string[] {
  const store = plan && own(plan.stores, alias);
  if (!store || store.kind === 'fallback') return [];
  const uri = parseStoreUri(store.uri);
  const descriptor = uri.kind === 'uri' ? descriptorOf(uri.scheme) : null;
  return descriptor?.credentials.map(({ name }) => name) ?? [];
}

/** Of which kind the value is that is there already. */
function kindOfValue(text: string, end: number): Setting['kinds'][number] | null {
  const start = /^[ \t]*=[ \t]*(.?)/u.exec(text.slice(end))?.[1] ?? '';
  if (start === '"' || start === "'") return 'text';
  if (start === '[') return 'list';
  if (start === '{') return 'table';
  if (/^\d/u.test(start)) return 'number';
  return start === 't' || start === 'f' ? 'boolean' : null;
}
