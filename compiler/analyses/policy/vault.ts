/** A policy of Vault and OpenBao, in HCL: a path for each entry. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { isOff, withoutSlashes } from '#schemas/providers/option-text.js';
import { serverName } from '#schemas/providers/server-name.js';
import type { PolicyStatement } from '#schemas/plan-policy.js';
import { type KnownEntry, secretsIn } from './needs.js';
import { type CoveredNeed, type Drafted, grouped, statementFor, type Target, withAccess } from './target.js';

export const vaultTarget: Target = { title: 'Vault or OpenBao', serverOf, canName, document };

/** A policy belongs to a namespace, and its paths start there. */
function serverOf({ scheme, authority, userinfo, query }: StoreUri): string | null {
  if (scheme !== 'vault' && scheme !== 'openbao') return null;
  const hasTls = !isOff(query.get('tls'));
  // Without a host, each product has a variable of its own for the address.
  const host = authority === '' ? scheme : `${hasTls ? 'https' : 'http'}://${serverName(authority, hasTls)}`;
  return `${host} ${withoutSlashes(userinfo?.user ?? '')}`;
}

/** In a path of a policy, these mean more than themselves, and cannot be escaped. */
function canName(known: KnownEntry): boolean {
  const path = pathOf(known, 'data');
  return !path.endsWith('*') && !path.split('/').includes('+') && !/\{\{|\$\{|\p{Cc}/u.test(path);
}

function document(needs: readonly CoveredNeed[]): Drafted {
  const statements = [...grouped(needs, ({ known }) => pathOf(known, 'data'))].flatMap(([path, group]) =>
    statementsOf(path, group),
  );
  const lines = statements.map(({ statement, secrets }) => `${String(statement)}  # ${secrets.join(', ')}\n`);
  return { statements, policy: lines.join(''), notes: [] };
}

/** What is written may be new, or replace a version that is deleted or lacks the field. A copy has a lifetime, which is kept in its metadata. */
function statementsOf(path: string, needs: readonly CoveredNeed[]): readonly PolicyStatement[] {
  const isWritten = withAccess(needs, 'write').length > 0;
  const isRead = withAccess(needs, 'read').length > 0;
  const capabilities = [
    ...(isWritten ? ['create'] : []),
    ...(isRead || isWritten ? ['read'] : []),
    ...(isWritten ? ['update'] : []),
  ];
  const [first] = needs;
  const copies = needs.filter(({ isCopy }) => isCopy);
  const entry = withoutDelete(statementFor(pathText(path, capabilities), needs));
  if (first === undefined || copies.length === 0 || !isVersioned(first.known.uri)) return [entry];
  const metadata = pathText(pathOf(first.known, 'metadata'), ['create', 'delete', 'read', 'update']);
  return [entry, { statement: metadata, access: ['write', 'delete'], secrets: secretsIn(copies) }];
}

function withoutDelete(statement: PolicyStatement): PolicyStatement {
  return { ...statement, access: statement.access.filter((access) => access !== 'delete') };
}

function pathText(path: string, capabilities: readonly string[]): string {
  return `path ${JSON.stringify(path)} { capabilities = [${capabilities.map((each) => `"${each}"`).join(', ')}] }`;
}

function pathOf({ uri, entry }: KnownEntry, part: 'data' | 'metadata'): string {
  const mount = uri.path.split('/').filter((segment) => segment !== '');
  const path = entry.path ?? [entry.name];
  return [...(mount.length === 0 ? ['secret'] : mount), ...(isVersioned(uri) ? [part] : []), ...path].join('/');
}

function isVersioned({ query }: StoreUri): boolean {
  return !['1', 'v1'].includes(query.get('kv') ?? '2');
}
