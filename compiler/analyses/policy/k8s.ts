/** A role of Kubernetes: a rule for each object, whose keys the API server does not tell apart. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';
import { k8sObjectIn } from '#schemas/providers/k8s-object.js';
import type { PolicyStatement } from '#schemas/plan-policy.js';
import { secretsIn } from './needs.js';
import {
  type CoveredNeed,
  type DocumentNames,
  type Drafted,
  grouped,
  statementFor,
  type Target,
  withAccess,
} from './target.js';

export const k8sTarget: Target = { title: 'Kubernetes', serverOf, document };

const RESOURCES: ReadonlyMap<string, string> = new Map([
  ['k8s+secret', 'secrets'],
  ['k8s+configmap', 'configmaps'],
]);

/** A role belongs to one namespace of one cluster. */
function serverOf(uri: StoreUri): string | null {
  if (!RESOURCES.has(uri.scheme)) return null;
  return JSON.stringify([uri.query.get('context') ?? '', k8sObjectIn(uri).namespace]);
}

interface Rule {
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames?: readonly string[];
  readonly verbs: readonly string[];
}

function document(needs: readonly CoveredNeed[], about: DocumentNames): Drafted {
  const rules = grouped(needs, ({ known: { uri } }) => `${resourceIn(uri)} ${k8sObjectIn(uri).name}`).flatMap(
    ([, group]) => ruleFor(group),
  );
  const creations = grouped(
    needs.filter(({ isCopy }) => isCopy),
    ({ known }) => resourceIn(known.uri),
  ).map(([resource, group]) => creationOf(resource, group));
  const statements = [...rules, ...creations];
  const namespace = needs[0] === undefined ? null : k8sObjectIn(needs[0].known.uri).namespace;
  const policy = roleText(statements, namespace ?? '<NAMESPACE>', about);
  const notes = [
    ...(namespace === null ? ['fill in `<NAMESPACE>`, which the plan does not name'] : []),
    ...(creations.length > 0 ? ['the right to `create` cannot be limited to a name'] : []),
  ];
  return { statements, policy, notes };
}

/** A key is written and removed with a patch of its object. An object that is missing cannot be read, so nothing is generated for it. */
function ruleFor(needs: readonly CoveredNeed[]): readonly PolicyStatement[] {
  const [first] = needs;
  if (first === undefined) return [];
  const { uri } = first.known;
  const isWritten = withAccess(needs, 'write').length > 0;
  const rule: Rule = {
    apiGroups: [''],
    resources: [resourceIn(uri)],
    resourceNames: [k8sObjectIn(uri).name],
    verbs: isWritten ? ['get', 'patch'] : ['get'],
  };
  return [statementFor(textOf(rule), needs)];
}

/** Caches also create objects: the first copy of a value has none yet. */
function creationOf(resource: string, copies: readonly CoveredNeed[]): PolicyStatement {
  const rule: Rule = { apiGroups: [''], resources: [resource], verbs: ['create'] };
  return { statement: textOf(rule), access: ['write'], secrets: secretsIn(copies, 'write') };
}

function resourceIn({ scheme }: StoreUri): string {
  return RESOURCES.get(scheme) ?? '';
}

/** A text in JSON is one in YAML. */
function textOf(rule: Rule): string {
  const lines = Object.entries(rule).map(([name, texts]) => `${name}: [${texts.map(quoted).join(', ')}]`);
  return lines.map((line, index) => `${index === 0 ? '-' : ' '} ${line}\n`).join('');
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

/** A name of a role may have everything but what separates parts of a path. */
function roleText(statements: readonly PolicyStatement[], namespace: string, about: DocumentNames): string {
  const name = `tool:${about.project}:${about.profile}`.replace(/[/%]/g, '-');
  const rules = statements.flatMap(({ statement, secrets }) => [`# ${secrets.join(', ')}\n`, String(statement)]);
  return [
    'apiVersion: rbac.authorization.k8s.io/v1\n',
    'kind: Role\n',
    `metadata:\n  name: ${quoted(name)}\n  namespace: ${quoted(namespace)}\n`,
    'rules:\n',
    ...rules,
  ].join('');
}
