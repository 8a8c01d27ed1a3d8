/** An IAM policy of AWS, for Secrets Manager and Parameter Store. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { isArn } from '#schemas/providers/aws-arn.js';
import type { Json } from '#schemas/plan.js';
import type { ContactAccess } from '#schemas/plan-contacts.js';
import type { PolicyStatement } from '#schemas/plan-policy.js';
import { isKeyNamedByAlias, keyStatements } from './aws-keys.js';
import { arnStart, isRegionKnown, literal } from './aws-names.js';
import { type KnownEntry, secretsIn } from './needs.js';
import { chunksOf } from './parts.js';
import { type CoveredNeed, type Drafted, grouped, type Target, withAccess } from './target.js';

/** Of an inline policy of a role, IAM allows 10,240. */
const MANAGED_POLICY = 6_144;
export const awsTarget: Target = {
  title: 'AWS',
  serverOf,
  document,
  limit: { characters: MANAGED_POLICY, of: 'a managed policy', documentOf },
};

function serverOf({ scheme }: StoreUri): string | null {
  return scheme === 'awssm' || scheme === 'awsps' ? '' : null;
}

function document(needs: readonly CoveredNeed[]): Drafted {
  const secrets = needs.filter(({ known }) => known.uri.scheme === 'awssm');
  const parameters = needs.filter(({ known }) => known.uri.scheme === 'awsps');
  const tagged = withAccess(secrets, 'write').filter(({ known }) => isTagged(known.uri));
  const statements = [
    ...allowed(['secretsmanager:GetSecretValue'], secrets, 'read', secretArn),
    ...batches(secrets),
    ...allowed(['secretsmanager:CreateSecret', 'secretsmanager:PutSecretValue'], secrets, 'write', secretArn),
    ...allowed(['secretsmanager:TagResource'], tagged, 'write', secretArn),
    ...allowed(['ssm:GetParameters'], parameters, 'read', parameterArn),
    ...allowed(['ssm:PutParameter'], parameters, 'write', parameterArn),
    ...keyStatements(needs),
  ];
  return { statements, policy: documentOf(statements), notes: notesOn(needs) };
}

function documentOf(statements: readonly PolicyStatement[]): Json {
  return { Version: '2012-10-17', Statement: statements.map(({ statement }) => statement) };
}

/** One statement with all resources, or as many as fit into a policy. */
function allowed(
  actions: readonly string[],
  needs: readonly CoveredNeed[],
  access: ContactAccess,
  arnOf: (known: KnownEntry) => string,
): readonly PolicyStatement[] {
  const used = withAccess(needs, access);
  if (used.length === 0) return [];
  const byArn = new Map(grouped(used, ({ known }) => arnOf(known)));
  return chunksOf([...byArn.keys()], MANAGED_POLICY - ROOM).map((resources) => {
    const statement: Json = { Effect: 'Allow', Action: actions, Resource: resources };
    const needed = resources.flatMap((arn) => byArn.get(arn) ?? []);
    return { statement, access: [access], secrets: secretsIn(needed, access) };
  });
}

/** For what a document has besides its resources. */
const ROOM = 200;

/** The action has no finer resource. A secret that is requested alone is not requested in a batch. */
function batches(needs: readonly CoveredNeed[]): readonly PolicyStatement[] {
  const byStore = new Map<unknown, CoveredNeed[]>();
  for (const need of withAccess(needs, 'read')) byStore.set(need.row, [...(byStore.get(need.row) ?? []), need]);
  const many = [...byStore.values()].filter((group) => grouped(group, ({ known }) => known.entry.name).length > 1);
  if (many.length === 0) return [];
  const statement = { Effect: 'Allow', Action: ['secretsmanager:BatchGetSecretValue'], Resource: ['*'] };
  return [{ statement, access: ['read'], secrets: secretsIn(many.flat(), 'read') }];
}

/** AWS adds a hyphen and six characters to a name. */
function secretArn({ uri, entry: { name } }: KnownEntry): string {
  if (!isArn(name)) return `${arnStart('secretsmanager', uri)}:secret:${name}-??????`;
  return /-[A-Za-z0-9]{6}$/.test(name) ? literal(name) : `${literal(name)}-??????`;
}

function parameterArn({ uri, entry: { name } }: KnownEntry): string {
  if (isArn(name)) return literal(name);
  return `${arnStart('ssm', uri)}:parameter/${name.replace(/^\//, '')}`;
}

function isTagged({ queryPairs }: StoreUri): boolean {
  return queryPairs.some(([name]) => name.startsWith('tag.') && name !== 'tag.');
}

function notesOn(needs: readonly CoveredNeed[]): readonly string[] {
  const isAnyRegion = needs.some(({ known }) => !isArn(known.entry.name) && !isRegionKnown(known.uri));
  const isAnyAccount = needs.some(({ known }) => !isArn(known.entry.name));
  const hasSecret = needs.some(({ known }) => known.uri.scheme === 'awssm');
  return [
    ...(isAnyAccount ? ['the account is `*`, because the plan does not name it'] : []),
    ...(isAnyRegion ? ['the region is `*` where the address of a store does not name it'] : []),
    ...(batches(needs.filter(({ known }) => known.uri.scheme === 'awssm')).length > 0
      ? ['`secretsmanager:BatchGetSecretValue` can be allowed for `*` only']
      : []),
    ...(needs.some(({ known }) => isKeyNamedByAlias(known.uri))
      ? ['a key that is named by its alias is `key/*`, with a condition on the alias']
      : []),
    ...(hasSecret ? ['`-??????` is for the six characters that AWS adds to the name of a secret'] : []),
  ];
}
