/** `tool plan contacts` for people: store by store, each entry, and why it is met. */
import type { PlanContact, PlanContacts } from '#schemas/plan-contacts.js';
import { namesWords, profileWords } from './plan-words.js';
import { cellLines, shownAddressWords, shownStoreWords } from './shown-rows.js';
import { escapeForTerminal } from './terminal-text.js';

/** `profiles`: those that are answered for. */
export function planContactsText({ contacts }: PlanContacts, profiles: readonly string[], width: number): string {
  const stores = new Map<string, PlanContact[]>();
  for (const contact of contacts) {
    const words = shownStoreWords(contact);
    const rows = stores.get(words);
    if (rows === undefined) stores.set(words, [contact]);
    else rows.push(contact);
  }
  if (stores.size === 0) return 'nothing is contacted\n';
  const lines = [...stores].flatMap(([store, rows]) => [
    escapeForTerminal(store),
    ...cellLines(
      rows.map((row) => [row.access, shownAddressWords(row.at), `${reasonWords(row)}${extentOf(row, profiles)}`]),
      width,
    ),
  ]);
  return lines.map((line) => `${line.trimEnd()}\n`).join('');
}

function reasonWords(contact: PlanContact): string {
  const { access, credential } = contact;
  const secrets = namesWords({
    shown: contact.secrets.slice(0, NAMES_SHOWN),
    more: Math.max(0, contact.secrets.length - NAMES_SHOWN),
  });
  switch (contact.for) {
    case 'value':
      return `value of ${secrets}`;
    case 'generated':
      return `${secrets}, when it is generated`;
    case 'prompted':
      return `${secrets}, when it is entered`;
    case 'cache':
      return `${CACHE_WORDS[access]} of ${secrets}`;
    case 'credential':
      return `credential ${credential?.name ?? ''} of ${credential?.alias ?? ''}`;
  }
}
const NAMES_SHOWN = 10;
const CACHE_WORDS = { read: 'copy', write: 'new copy', delete: 'old copy' } as const;

function extentOf({ profiles }: PlanContact, all: readonly string[]): string {
  return profiles.length === all.length ? '' : ` (${profileWords(profiles)})`;
}
