/** A plan for people, as a reviewer reads it. Colour-free, so that it can be pasted. */
import type { RequireReason } from '#schemas/plan.js';
import type {
  Contact,
  FinishOrder,
  OutlineGroup,
  OutlineProfile,
  OutlineScope,
  PlanOutline,
} from '#schemas/plan-outline.js';
import { columns, type Lines, labelled, labelledNames, printed, section } from './plan-lines.js';
import { secretLines } from './plan-secrets.js';
import { extentWords, MODE_WORDS, storeWords } from './plan-words.js';

/** `hash` is that of the whole plan, however narrow the outline is. */
export function planText(outline: PlanOutline, hash: string): string {
  return printed([
    ...columns([
      ['project', outline.project],
      ['hash', hash],
      ['reason', REASON_WORDS.get(outline.requireReason) ?? ''],
    ]).map((line) => line.trimStart()),
    ...section('Profiles', profileLines(outline.profiles)),
    ...section('Secrets', secretLines(outline.secrets)),
    ...outline.orders.flatMap(orderLines),
    ...section('Groups', outline.groups.map(groupLine)),
    ...section('Scopes', outline.scopes.flatMap(scopeLines)),
    ...section('Stores that may be contacted', outline.contacts.flatMap(contactLines)),
  ]);
}

const REASON_WORDS: ReadonlyMap<RequireReason, string> = new Map<RequireReason, string>([
  [true, 'required of everybody'],
  ['agents', 'required of agents'],
  [false, 'never required'],
]);

function profileLines(profiles: readonly OutlineProfile[]): Lines {
  return columns(profiles.map(({ name, stores }) => [name, stores.map(storeWords).join(', then ')]));
}

function orderLines({ profile, steps }: FinishOrder): Lines {
  const title = `Composed in this order${profile === null ? '' : ` in ${profile}`}`;
  return section(
    title,
    steps.map(
      ({ secret, inputs }, index) =>
        `  ${index + 1}. ${secret}${inputs.length === 0 ? '' : ` from ${inputs.join(', ')}`}`,
    ),
  );
}

function groupLine({ name, mode, members, in: held }: OutlineGroup): string {
  return `  ${name}: ${MODE_WORDS[mode]} of ${members.join(', ')} (${extentWords(held)})`;
}

function scopeLines({ name, shows, uses, hides }: OutlineScope): Lines {
  return [
    `  ${name}`,
    ...(shows.length === 0 ? [labelled('shows', 'nothing')] : labelledNames('shows', shows)),
    ...labelledNames(
      'reads',
      uses.map((secret) => `${secret} (hidden input)`),
    ),
    ...labelledNames('hides', hides),
  ];
}

function contactLines(contact: Contact): Lines {
  const shown = storeWords(contact.store);
  return [
    contact.uri === null || contact.uri === shown ? `  ${shown}` : `  ${shown} = ${contact.uri}`,
    ...labelledNames('reads', contact.reads),
    ...labelledNames('writes', [
      ...contact.writesGenerated.map((secret) => `${secret} (generated)`),
      ...contact.writesEntered.map((secret) => `${secret} (asked for)`),
    ]),
    ...labelledNames('caches', contact.caches),
    ...labelledNames(
      'signs in',
      contact.credentials.map(({ name, of }) => `${name} of ${of}`),
    ),
  ];
}
