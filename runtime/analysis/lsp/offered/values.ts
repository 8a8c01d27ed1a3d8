/** The values that may be written at a path: secrets, stores, types, words. */
import { withInputs } from '#schemas/meaning.js';
import { groupsIn } from '#schemas/groups.js';
import { inputsOf, profilesOf } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import { descriptorOf, providers } from '#schemas/providers/index.js';
import { isBinaryType, secretTypeOf } from '#schemas/secret-types/index.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';
import type { Mention, Point } from '../../../plan/front-end.js';
import type { Editor, Spot } from '../editor.js';
import type { Offer } from './offer.js';

type ValuePoint = Extract<Point, { kind: 'value' }>;
interface Span {
  readonly start: number;
  readonly end: number;
}
export interface Offered {
  readonly offers: readonly Offer[];
  /** What is replaced. */
  readonly span: Span;
}

export function valuesFor(editor: Editor, spot: Spot, plan: Plan | null, point: ValuePoint): Offered {
  const { path, quotes } = point;
  if (isTemplate(path)) return referencesFor(spot, plan, point);
  const span = contentOf(spot, point);
  const option = quotes === '' ? null : optionsFor(spot, point, span);
  if (option !== null) return option;
  const offers = [...namesFor(editor, spot, plan, point), ...wordsFor(editor, point)];
  return { offers: quotes === '' ? offers.map(quoted) : offers, span };
}

/** Outside of a string a text gets its quotes; words such as `true` have none. */
function quoted(offer: Offer): Offer {
  const isWord = offer.kind === 'value' && /^(?:true|false)$/u.test(offer.label);
  return isWord ? offer : { ...offer, text: JSON.stringify(offer.text ?? offer.label) };
}

/** What is between the quotes; of a string that is not closed only what looks like the same word. */
function contentOf({ file, offset }: Spot, { word, quotes }: ValuePoint): Span {
  if (quotes === '') return word;
  const written = file.text.slice(word.start, word.end);
  const start = word.start + quotes.length;
  const isClosed = written.length >= 2 * quotes.length && written.endsWith(quotes);
  if (isClosed) return { start, end: word.end - quotes.length };
  const rest = /^[\w./:-]*/u.exec(file.text.slice(offset, word.end))?.[0].length ?? 0;
  return { start, end: offset + rest };
}

function isTemplate(path: ValuePoint['path']): boolean {
  return path.length === 4 && path[0] === 'profiles' && path[3] === 'composed';
}

/** After `${`: names of secrets, with the brace that closes them. */
function referencesFor({ file, offset }: Spot, plan: Plan | null, point: ValuePoint): Offered {
  const before = file.text.slice(point.word.start, offset);
  const open = /(?:^|[^$])(?:\$\$)*\$\{([A-Za-z0-9_]*)$/u.exec(before);
  if (open === null || plan === null) return { offers: [], span: { start: offset, end: offset } };
  const rest = /^[A-Za-z0-9_]*/u.exec(file.text.slice(offset))?.[0].length ?? 0;
  const span = { start: offset - (open[1]?.length ?? 0), end: offset + rest };
  const closing = file.text[span.end] === '}' ? '' : '}';
  const names = secretsFor(plan, point).filter((name) => /^[A-Z][A-Z0-9_]*$/u.test(name));
  return { span, offers: names.map((label) => secretOffer(plan, label, `${label}${closing}`)) };
}

function secretOffer(plan: Plan, label: string, text = label): Offer {
  const detail = own(plan.secrets, label)?.find(({ description }) => description !== '')?.description;
  return { label, kind: 'secret', text, ...(detail !== undefined && { detail }) };
}

/** The secrets of the profile, without the one itself and those that are made of it. */
function secretsFor(
  plan: Plan,
  { path: [, profile, self] }: ValuePoint,
  isFit = (_: PlanSecret) => true,
): readonly string[] {
  const meanings = new Map<string, PlanSecret>();
  for (const [name, all] of Object.entries(plan.secrets)) {
    const meaning = all.find((one) => profilesOf(plan, one).includes(String(profile)));
    if (meaning !== undefined) meanings.set(name, meaning);
  }
  const find = (name: string) => meanings.get(name) ?? null;
  // Other profiles inherit what is written here, and may give the name another meaning.
  const isSound = (name: string) => plan.secrets[name]?.every(isFit) === true;
  const closesCircle = (name: string) => withInputs([name], find, inputsOf).has(String(self));
  return [...meanings.keys()].filter((name) => name !== self && isSound(name) && !closesCircle(name));
}

/** What plays a role is text, and not the path of a file (semantics 9.5). */
function isText(meaning: PlanSecret): boolean {
  return !isBinary(meaning) && meaning.deliver === 'value';
}

/** An export is made of the types that its own type converts; a part is cut out of text. */
function sourceFor({ file }: Spot, { path: [, profile, self] }: ValuePoint) {
  const isType = ({ kind, path }: Mention) =>
    kind === 'value' && path.length === 4 && path[1] === profile && path[2] === self && path[3] === 'type';
  const span = file.mentions.find(isType)?.span;
  const written = span && file.text.slice(span.start, span.end).replace(/^["']+|["']+$/gu, '');
  const needed = secretTypeOf(written ?? '')?.convertsFrom ?? [];
  return (meaning: PlanSecret) =>
    needed.length === 0 ? !isBinary(meaning) : meaning.type !== undefined && needed.includes(meaning.type);
}

/** Bytes, as stored or as exported. */
function isBinary({ type, source }: PlanSecret): boolean {
  const isExport = source.kind === 'derived' && source.how.kind === 'export';
  return isExport ? source.how.format === 'der' || isBinaryType(type) : isBinaryType(type);
}

function namesFor(editor: Editor, spot: Spot, plan: Plan | null, point: ValuePoint): readonly Offer[] {
  const [table, first, second, field, ...rest] = point.path;
  if (plan === null) return isStore(point.path) ? stores(editor, null, point) : [];
  if (table === 'scopes' && second === 'secrets' && point.path.length === 4)
    return Object.keys(plan.secrets)
      .filter((name) => !point.others.includes(name))
      .map((name) => secretOffer(plan, name));
  if (isStore(point.path)) return stores(editor, plan, point);
  if (table !== 'profiles' || first === undefined) return [];
  if (field === 'from') return secretsFor(plan, point, sourceFor(spot, point)).map((name) => secretOffer(plan, name));
  if (field === 'credentials' && rest.length === 1)
    return secretsFor(plan, point, isText).map((name) => secretOffer(plan, name));
  const isGroup = field === 'required' && (rest[0] === 'at_least_one' || rest[0] === 'exactly_one');
  return isGroup ? groups(plan, String(rest[0]), point) : [];
}

/** Groups of the other mode would contradict each other. */
function groups(plan: Plan, mode: string, { others }: ValuePoint): readonly Offer[] {
  const all = groupsIn(Object.values(plan.secrets).flat(), ({ presence }) => presence);
  return [...all]
    .filter(([name, members]) => !others.includes(name) && members[mode as keyof typeof members].length > 0)
    .map(([label]) => ({ label, kind: 'name' }));
}

/** Whether a store is named at the path. */
function isStore([table, ...below]: ValuePoint['path']): boolean {
  const last = below.at(-1);
  const list = below.at(-2);
  if (table === 'providers')
    return below.length === 1 || last === 'uri' || last === 'provider' || list === 'fallback' || list === 'credentials';
  return (table === 'defaults' || table === 'profiles') && list === 'providers' && typeof last === 'number';
}

/** Aliases, except where an address is declared; then the schemes, each as far as it can stand without more. */
function stores(editor: Editor, plan: Plan | null, { path, others }: ValuePoint): readonly Offer[] {
  const isAddress = path[0] === 'providers' && (path.length === 2 || path.at(-1) === 'uri');
  const self = path[0] === 'providers' ? path[1] : null;
  // A store with a cache of its own is a whole chain.
  const isWhole = (name: string) => 'cache' in ((plan && own(plan.stores, name)) ?? {});
  if (others.some(isWhole)) return [];
  const aliases = isAddress ? [] : [...Object.keys(plan?.stores ?? {}), ...editor.userAliases];
  const fits = (name: string) => name !== self && (others.length === 0 || !isWhole(name));
  return [
    ...aliases.filter(fits).map((label) => ({ label, kind: 'alias', detail: 'alias' }) as const),
    ...Object.entries(providers).map(([scheme, { title }]) => {
      const label = isAddress || needsLocation(scheme) ? `${scheme}://` : scheme;
      return { label, kind: 'scheme', detail: title } as const;
    }),
  ];
}

function needsLocation(scheme: string): boolean {
  const uri = descriptorOf(scheme)?.uri;
  return uri?.authority === 'required' || uri?.path === 'required';
}

/** After `?` or `&` of an address: the options of its scheme that it has not yet. */
function optionsFor({ file, offset }: Spot, { path }: ValuePoint, { start, end }: Span): Offered | null {
  const typed = file.text.slice(start, offset);
  const asked = isStore(path) ? /[?&]([A-Za-z0-9_-]*)$/u.exec(typed) : null;
  const uri = asked === null ? null : parseStoreUri(typed.slice(0, asked.index));
  if (asked === null || uri?.kind !== 'uri') return null;
  const query = Object.keys(descriptorOf(uri.scheme)?.uri.query ?? {});
  const span = { start: offset - (asked[1]?.length ?? 0), end: Math.min(offset, end) };
  return {
    span,
    offers: query
      .filter((name) => !typed.slice(0, asked.index).includes(`${name}=`))
      .map((label) => ({ label, kind: 'key', text: `${label}=` })),
  };
}

/** What the shape lists, and for `type` what each type is. */
function wordsFor({ manifests }: Editor, { path, quotes, others }: ValuePoint): readonly Offer[] {
  const values = manifests.compiler.valuesAt(path);
  return values.flatMap((value) => {
    const isText = value.startsWith('"');
    if (!isText && quotes !== '') return [];
    const label: string = isText ? JSON.parse(value) : value;
    if (others.includes(label)) return [];
    const title = path.at(-1) === 'type' ? secretTypeOf(label)?.title : undefined;
    return [{ label, kind: 'value', ...(title !== undefined && { detail: title }) } as const];
  });
}
