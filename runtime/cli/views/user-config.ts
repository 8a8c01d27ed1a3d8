/** The user configuration for people (semantics 6.11). */
import { byName } from '#schemas/named.js';
import type { Cache, CredentialSource, PlannedStore, StoreRef } from '#schemas/plan.js';
import { coordinatesOf } from '#schemas/addresses/address.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { UserConfig } from '#schemas/user-config.js';
import type { ClaimedProvider } from '../../session/claimed-providers.js';
import { durationWords } from './plan-words.js';
import { printedLines } from './terminal-text.js';

export function configText(path: string, config: UserConfig): string {
  return page([
    `Configuration file: ${path}`,
    '',
    `Provider: ${config.provider === null ? '(none)' : withoutCredentials(config.provider)}`,
    `Profile:  ${config.profile ?? '(none)'}`,
    '',
    ...(isEmpty(config) ? ['Provider Aliases: (none)'] : aliasLines(config)),
  ]);
}

export function aliasesText(config: UserConfig): string {
  return page(isEmpty(config) ? ['No provider aliases configured.'] : aliasLines(config));
}

/** Nothing where there are none. */
export function claimsText(claimed: readonly ClaimedProvider[]): string {
  if (claimed.length === 0) return '';
  return page(['', 'External Providers:', ...claimed.map(claimWords)]);
}

function claimWords({ scheme, executable, refusal, isHidden }: ClaimedProvider): string {
  const state = refusal === null ? 'trusted' : `not trusted: ${refusal}`;
  const use = isHidden ? `not used: \`${scheme}\` is built in` : state;
  return `  ${scheme} = ${executable === null ? '' : `${executable} `}(${use})`;
}

export function withoutConfigText(path: string): string {
  return page([`No user configuration: ${path} does not exist.`, 'Create it with: tool config global init']);
}

function aliasLines({ aliases }: UserConfig): readonly string[] {
  const sorted = Object.entries(aliases).sort(([left], [right]) => byName(left, right));
  return ['Provider Aliases:', ...sorted.map(([name, store]) => `  ${name} = ${aliasWords(store)}`)];
}

/** An alias with its settings, on one line. */
export function aliasWords(store: PlannedStore): string {
  switch (store.kind) {
    case 'leaf': {
      const template = store.template === undefined ? [] : coordinatesOf(store.template);
      const ref = template.map(([name, text]) => `${name}=${text}`).join(' ');
      return `${withoutCredentials(store.uri)}${credentialWords(store.credentials)}${ref === '' ? '' : ` (ref template: ${ref})`}`;
    }
    case 'inline cache':
      return `${withoutCredentials(store.uri)}, ${cacheWords(store.cache)}${credentialWords(store.credentials)}`;
    case 'fallback':
      return `fallback [${store.route.map(refWords).join(', ')}], ${cacheWords(store.cache)}`;
  }
}

function cacheWords({ store, maxAgeSeconds }: Cache): string {
  return `cached in ${refWords(store)} for ${durationWords(maxAgeSeconds)}`;
}

function credentialWords(credentials: Readonly<Record<string, CredentialSource>>): string {
  const names = Object.keys(credentials).sort(byName);
  return names.length === 0 ? '' : ` (credentials: ${names.join(', ')})`;
}

function refWords(ref: StoreRef): string {
  return withoutCredentials(ref.kind === 'uri' ? ref.uri : ref.name);
}

function isEmpty({ aliases }: UserConfig): boolean {
  return Object.keys(aliases).length === 0;
}

function page(lines: readonly string[]): string {
  return printedLines(lines);
}
