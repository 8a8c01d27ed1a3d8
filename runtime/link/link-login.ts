/** The credentials that an alias binds, for `config provider login`: where each is stored, all judged before any is asked for (semantics 11). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { guessed } from '#schemas/diagnostics/did-you-mean.js';
import { linking } from '#schemas/diagnostics/E08-linking.js';
import { byName, own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { faultWords, type StoreFault } from '#schemas/stores/judge.js';
import { credentialFaults } from '#schemas/stores/judge-credentials.js';
import { type Claims, judgeSpec, schemeFault, UNCLAIMED } from '#schemas/stores/judge-spec.js';
import { allStores } from '#schemas/stores/store-table.js';
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import type { UserConfig } from '#schemas/user-config.js';
import { allAliases } from './all-aliases.js';
import { StoreBinder } from './bind-stores.js';
import { linkedStores } from './link-store.js';
import type { Choice, LinkedPlan, Reading } from './linked-plan.js';
import { selectProfile } from './select-profile.js';
import { storeDiagnostic } from './store-diagnostic.js';

export interface LinkedLogin {
  /** Only the stores that hold the credentials. */
  readonly linked: LinkedPlan;
  /** By name. */
  readonly bindings: readonly CredentialBinding[];
  /** The position of the alias's own store if an external provider answers for it, which is asked what it needs; null otherwise. */
  readonly external: number | null;
  /** Whether values of the alias's own store can be read, and thus be checked. */
  readonly isReadable: boolean;
}

export interface CredentialBinding {
  readonly credential: string;
  readonly source: Reading;
}

export type LoginResult =
  | { readonly kind: 'linked'; readonly login: LinkedLogin }
  | { readonly kind: 'refused'; readonly diagnostics: readonly Diagnostic[] };

/** The store of the alias itself is not opened, so this version need not have its provider. */
export function linkLogin(
  plan: Plan,
  choice: Choice,
  user: UserConfig,
  alias: string,
  claims: Claims = UNCLAIMED,
): LoginResult {
  const selected = selectProfile(plan, choice, user);
  if (selected.kind === 'refused') return refused(selected.diagnostic);
  const names = { project: plan.project.name, profile: selected.profile };
  const aliases = allAliases(plan, user);
  const store = own(aliases, alias);
  if (store === undefined) return refused(unknownAlias(alias, Object.keys(aliases).sort(byName)));
  const table = allStores(aliases);
  const binder = new StoreBinder({ table, ...names, claims });
  // The credentials of a fallback are those of its own aliases.
  if (store.kind === 'fallback') return linkedLogin(names, binder, { bindings: [], external: null, isReadable: true });
  const { uri, faults } = judgeSpec(store.uri);
  const fault = faults[0] ?? (uri && unknownScheme(uri, claims));
  if (uri === null || fault !== null) return refused(...(fault === null ? [] : [storeDiagnostic(fault, {})]));
  const wrong = credentialFaults(uri, store.credentials, table, [names]);
  const bound = Object.entries(store.credentials).map(([credential, source]) => {
    return { credential, ...binder.credentialSource(credential, source) };
  });
  const diagnostics = bound.flatMap(({ credential, fault: unusable }) => {
    const found = wrong.find((one) => one.credential === credential)?.fault ?? unusable;
    return found === null ? [] : [unusableBinding(alias, credential, found)];
  });
  if (diagnostics.length > 0) return refused(...diagnostics);
  const bindings = bound.map(({ credential, reading }) => ({ credential, source: reading }));
  const descriptor = descriptorOf(uri.scheme);
  const external = descriptor === null ? binder.bindLeaf({ kind: 'alias', name: alias }).store : null;
  return linkedLogin(names, binder, { bindings, external, isReadable: descriptor?.abilities(uri).read ?? true });
}

function linkedLogin(
  names: { readonly project: string; readonly profile: string },
  binder: StoreBinder,
  login: Omit<LinkedLogin, 'linked'>,
): LoginResult {
  const bindings = login.bindings.toSorted((left, right) => byName(left.credential, right.credential));
  return { kind: 'linked', login: { ...login, linked: linkedStores(names, binder), bindings } };
}

function unknownScheme(uri: StoreUri, claims: Claims): StoreFault | null {
  const fault = schemeFault(uri, claims);
  return fault?.kind === 'unavailable' ? null : fault;
}

function unknownAlias(name: string, aliases: readonly string[]): Diagnostic {
  const help = guessed(name, aliases, 'aliases') ?? 'neither the manifest nor the user configuration has an alias';
  return linking.E0804({ message: `\`${name}\` is not an alias`, help });
}

function unusableBinding(alias: string, credential: string, fault: StoreFault): Diagnostic {
  const { message, help } = faultWords(fault);
  const subject = 'credential' in fault ? `alias \`${alias}\`` : `credential \`${credential}\` of alias \`${alias}\``;
  return linking.E0810({ message: `${subject}: ${message}`, help });
}

function refused(...diagnostics: readonly Diagnostic[]): LoginResult {
  return { kind: 'refused', diagnostics };
}
