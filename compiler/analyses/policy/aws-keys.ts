/** The rights to use a key of KMS that an address names. The account's own key needs none. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { awsHost } from '#schemas/providers/aws-host.js';
import type { Json } from '#schemas/plan.js';
import type { PolicyStatement } from '#schemas/plan-policy.js';
import { arnStart, isRegionKnown, literal } from './aws-names.js';
import { type CoveredNeed, grouped, statementFor, withAccess } from './target.js';

/** One for each key and service: a key may be used through that service only. */
export function keyStatements(needs: readonly CoveredNeed[]): readonly PolicyStatement[] {
  const keyed = needs.filter(({ known }) => keyOf(known.uri) !== '');
  const groups = grouped(keyed, ({ known: { uri } }) => JSON.stringify([uri.scheme, uri.authority, keyOf(uri)]));
  return groups.flatMap(([, group]) => {
    const [first] = group;
    return first === undefined ? [] : [statementFor(statementOf(first.known.uri, group), group)];
  });
}

export function isKeyNamedByAlias(uri: StoreUri): boolean {
  return aliasOf(keyOf(uri)) !== null;
}

function aliasOf(key: string): string | null {
  return /^(?:arn:.*:)?(alias\/.+)$/.exec(key)?.[1] ?? null;
}

function keyOf({ query }: StoreUri): string {
  return query.get('kms_key_id') ?? '';
}

function statementOf(uri: StoreUri, needs: readonly CoveredNeed[]): Json {
  const key = keyOf(uri);
  const service = uri.scheme === 'awssm' ? 'secretsmanager' : 'ssm';
  const alias = aliasOf(key);
  const isRead = withAccess(needs, 'read').length > 0;
  const actions = [
    ...(isRead || uri.scheme === 'awssm' ? ['kms:Decrypt'] : []),
    ...(withAccess(needs, 'write').length > 0 ? encryptingActions(uri) : []),
  ];
  const [operator, host] = isRegionKnown(uri)
    ? ['StringEquals', awsHost(service, uri.authority)]
    : ['StringLike', awsHost(service, '*')];
  return {
    Effect: 'Allow',
    Action: actions,
    Resource: [resourceOf(uri, key, alias)],
    Condition: {
      [operator]: { 'kms:ViaService': host },
      ...(alias !== null && { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': literal(alias) } }),
    },
  };
}

/** A permission cannot name an alias: its condition does. */
function resourceOf(uri: StoreUri, key: string, alias: string | null): string {
  if (alias === null) return key.startsWith('arn:') ? literal(key) : `${arnStart('kms', uri)}:key/${literal(key)}`;
  const start = key.startsWith('arn:') ? literal(key.slice(0, key.indexOf(':alias/'))) : arnStart('kms', uri);
  return `${start}:key/*`;
}

/** Parameters of the advanced tier are encrypted with a data key, others with the key itself. */
function encryptingActions({ scheme, query }: StoreUri): readonly string[] {
  if (scheme === 'awssm') return ['kms:GenerateDataKey'];
  const tier = query.get('tier') ?? '';
  return [...(tier === 'advanced' ? [] : ['kms:Encrypt']), ...(tier === 'standard' ? [] : ['kms:GenerateDataKey'])];
}
