/** Role assignments of Azure: on single secrets of a Key Vault, and on whole stores of App Configuration, which has nothing finer. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { storeHost } from '#schemas/providers/aac.js';
import { vaultHost } from '#schemas/providers/akv.js';
import type { KnownEntry } from './needs.js';
import { accessesIn, type CoveredNeed, type Drafted, grouped, statementFor, type Target } from './target.js';

export const azureTarget: Target = { title: 'Azure', serverOf, document };

/** A connection string is a key of its own, which no role limits. */
function serverOf({ scheme, query }: StoreUri): string | null {
  if (scheme === 'akv') return '';
  return scheme === 'aac' && query.get('auth') !== 'connection_string' ? '' : null;
}

const GROUP = '/subscriptions/<SUBSCRIPTION>/resourceGroups/<RESOURCE_GROUP>/providers';

function document(needs: readonly CoveredNeed[]): Drafted {
  const statements = grouped(needs, ({ known }) => scopeOf(known)).map(([scope, group]) =>
    statementFor({ scope, role: roleFor(group) }, group),
  );
  const isOfStore = needs.some(({ known }) => known.uri.scheme === 'aac');
  const isReferring = needs.some(({ known }) => known.uri.scheme === 'aac' && known.uri.query.has('key_vault_auth'));
  const notes = [
    'fill in `<SUBSCRIPTION>` and `<RESOURCE_GROUP>`, which the plan does not name',
    ...(isOfStore ? ['App Configuration has no role for a single key: the role is for the whole store'] : []),
    ...(isReferring
      ? ['secrets that key-values refer to need `Key Vault Secrets User`: the plan does not know which they are']
      : []),
  ];
  return { statements, policy: { assignments: statements.map(({ statement }) => statement) }, notes };
}

/** The role that may write may also read. */
function roleFor(needs: readonly CoveredNeed[]): string {
  const isVault = needs.some(({ known }) => known.uri.scheme === 'akv');
  const isReader = accessesIn(needs).every((access) => access === 'read');
  if (isVault) return isReader ? 'Key Vault Secrets User' : 'Key Vault Secrets Officer';
  return isReader ? 'App Configuration Data Reader' : 'App Configuration Data Owner';
}

/** Names of resources do not depend on case. */
function scopeOf({ uri, entry }: KnownEntry): string {
  if (uri.scheme === 'aac')
    return `${GROUP}/Microsoft.AppConfiguration/configurationStores/${firstLabel(storeHost(uri))}`;
  const name = entry.comparedAs ?? entry.name;
  return `${GROUP}/Microsoft.KeyVault/vaults/${firstLabel(vaultHost(uri))}/secrets/${name}`;
}

function firstLabel(host: string): string {
  return host.split('.', 1)[0] ?? host;
}
