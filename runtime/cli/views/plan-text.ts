/** A plan with every detail: `tool plan --verbose`. Without colour, so that it can be pasted. */
import type {
  Contact,
  FinishOrder,
  OutlineGroup,
  OutlineProfile,
  OutlineScope,
  PlanOutline,
  Some,
} from '#schemas/plan-outline.js';
import { columns, type PlanLines, labelled, labelledNames, printed, section, USUAL_WIDTH } from './plan-lines.js';
import { secretLines } from './plan-secrets.js';
import { extentWords, MODE_WORDS, namesWords, REASON_WORDS, profileStoresWords, storeWords } from './plan-words.js';

/** `hash` is that of the whole plan, however narrow the outline is. */
export function planText(outline: PlanOutline, hash: string, width = USUAL_WIDTH): string {
  const lines = [
    ...columns([
      ['project', outline.project],
      ['hash', hash],
      ['reason', REASON_WORDS.get(outline.requireReason) ?? ''],
    ]).map((line) => line.trimStart()),
    ...section('Profiles', profileLines(outline.profiles)),
    ...section('Secrets', secretLines(outline.secrets)),
    ...outline.orders.shown.flatMap(orderLines),
    ...moreOrderLines(outline.orders),
    ...section('Groups', outline.groups.map(groupLine)),
    ...section('Scopes', outline.scopes.flatMap(scopeLines)),
    ...section('Stores that may be contacted', outline.contacts.flatMap(contactLines)),
  ];
  return printed(lines, width);
}

function profileLines(profiles: readonly OutlineProfile[]): PlanLines {
  return columns(profiles.map((profile) => [profile.name, profileStoresWords(profile)]));
}

function orderLines({ profile, steps }: FinishOrder): PlanLines {
  const title = `Composed in this order${profile === null ? '' : ` in ${profile}`}`;
  return section(
    title,
    steps.map(
      ({ secret, inputs }, index) =>
        `  ${index + 1}. ${secret}${inputs.length === 0 ? '' : ` from ${inputs.join(', ')}`}`,
    ),
  );
}

function moreOrderLines({ more }: Some<FinishOrder>): PlanLines {
  return more === 0 ? [] : ['', `${more.toLocaleString('en-US')} more profiles have their own order`];
}

function groupLine({ name, mode, members, in: held }: OutlineGroup): string {
  return `  ${name}: ${MODE_WORDS[mode]} of ${namesWords(members)} (${extentWords(held)})`;
}

function scopeLines({ name, shows, uses, hides }: OutlineScope): PlanLines {
  return [
    `  ${name}`,
    ...(shows.shown.length + uses.shown.length === 0 ? [labelled('shows', 'nothing')] : labelledNames('shows', shows)),
    ...labelledNames(
      'reads',
      each(uses, (secret) => `${secret} (hidden input)`),
    ),
    ...labelledNames('hides', hides),
  ];
}

function contactLines(contact: Contact): PlanLines {
  const shown = storeWords(contact.store);
  return [
    contact.uri === null || contact.uri === shown ? `  ${shown}` : `  ${shown} = ${contact.uri}`,
    ...labelledNames('reads', contact.reads),
    ...labelledNames('writes', {
      shown: [
        ...contact.writesGenerated.shown.map((secret) => `${secret} (generated)`),
        ...contact.writesEntered.shown.map((secret) => `${secret} (prompted for)`),
      ],
      more: contact.writesGenerated.more + contact.writesEntered.more,
    }),
    ...labelledNames('caches', contact.caches),
    ...labelledNames(
      'signs in',
      each(contact.credentials, ({ name, of }) => `${name} of ${of}`),
    ),
  ];
}

function each<T>({ shown, more }: Some<T>, words: (item: T) => string): Some<string> {
  return { shown: shown.map(words), more };
}
