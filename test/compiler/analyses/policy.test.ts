/** Policies allow what the plan may contact, and nothing else. */
import { describe, expect, test } from '@jest/globals';
import { planContacts } from '#compiler/analyses/contacts/plan-contacts.js';
import { parse } from 'yaml';
import { planPolicy } from '#compiler/analyses/policy/plan-policy.js';
import { documentText } from '#runtime/cli/views/plan-policy-text.js';
import type { Plan } from '#schemas/plan.js';
import { POLICY_TARGETS } from '#schemas/plan-policy.js';
import { leaf, planOf, stored, storeRef } from '../../helpers/plan.js';

const URIS = {
  vault: 'vault://kv.example.com',
  aws: 'awssm://eu-central-1',
  gcp: 'gcsm://shop-prod-1',
  azure: 'akv://shop-vault',
  k8s: 'k8s+secret://app@shop',
};

test.each(POLICY_TARGETS)(
  '%s: the statements and what is not covered are for the secrets of the contacts',
  (target) => {
    const credentials = { token: { store: storeRef(URIS[target]) } };
    const stores = { ...Object.fromEntries(Object.entries(URIS).map(([name, uri]) => [name, leaf(uri)])) };
    const plan = planOf({
      stores: { ...stores, opened: leaf('vault://other.example.com', { credentials }) },
      secrets: {
        ...Object.fromEntries(
          Object.keys(URIS).map((name) => [name.toUpperCase(), stored({ route: [name, '?laptop'] })]),
        ),
        OPENED: stored({ route: ['opened'] }),
      },
    });
    const question = { plan, hash: '', profiles: ['default'], scope: null, caches: 'cold' } as const;
    const answer = planPolicy(question, {
      for: target,
      profile: 'default',
      isReadOnly: false,
      store: storeRef(target),
    });
    const policy = answer.kind === 'policy' ? answer.policy : null;
    const covered = policy?.statements.flatMap(({ secrets }) => secrets) ?? [];
    expect([...new Set(covered)].sort()).toEqual(['OPENED', target.toUpperCase()].sort());
    const told = [...new Set(planContacts(question).contacts.map(({ store }) => store))];
    const uncovered = policy?.uncovered.map(({ store }) => store) ?? [];
    const ours = told.filter((store) => !uncovered.includes(store));
    expect(ours).toEqual([target]);
    const texts = policy?.statements.map(({ statement }) => JSON.stringify(statement)) ?? [];
    expect(new Set(texts).size).toBe(texts.length);
  },
);

const MADE = { kind: 'generate', type: 'password', options: {} } as const;
const QUESTION = (plan: Plan) => ({ plan, hash: '', profiles: ['default'], scope: null, caches: 'cold' }) as const;

const HOSTILE = [
  '"',
  '\\',
  "'",
  '`',
  ']',
  '-->',
  '</script>',
  '\n',
  '\r\n',
  '\t',
  ': ',
  '# x',
  '- x',
  '{{x}}',
  '${x}',
  '\u202e',
  '\u001b',
  '\u2028',
  '🐉',
];

test.each(HOSTILE)('names with %j: each document is read as it was meant', (text) => {
  const refs = Object.fromEntries(Object.keys(URIS).map((name) => [name, { item: `x${text}` }]));
  const stores = Object.fromEntries(Object.entries(URIS).map(([name, uri]) => [name, leaf(uri)]));
  const secrets = Object.fromEntries(
    Object.keys(URIS).flatMap((name) => [
      [name.toUpperCase(), stored({ route: [name] })],
      [`${name.toUpperCase()}_REF`, stored({ route: [name], refs })],
    ]),
  );
  const made = planOf({ stores, secrets, profiles: { [`p${text}`]: null } });
  const plan = { ...made, project: { ...made.project, name: `shop${text}` } };
  const question = { plan, hash: '', profiles: [`p${text}`], scope: null, caches: 'cold' } as const;
  for (const target of POLICY_TARGETS) {
    const answer = planPolicy(question, { for: target, profile: `p${text}`, isReadOnly: false, store: null });
    if (answer.kind !== 'policy') continue;
    const { policy, statements } = answer.policy;
    const shown = documentText({ policy });
    if (target === 'vault') {
      const paths = shown
        .trimEnd()
        .split('\n')
        .map((line) => /^path ("(?:[^"\\]|\\.)*") \{ capabilities = \[[a-z", ]*\] \}  # [A-Z_]+$/.exec(line)?.[1]);
      expect(paths.map((path) => JSON.parse(path ?? '').startsWith('secret/data/'))).toEqual(
        statements.map(() => true),
      );
    } else if (target === 'k8s') {
      const role = parse(shown);
      expect(role.metadata.name).toBe(`tool:shop${text}:p${text}`.replace(/[/%]/g, '-'));
      expect(role.rules).toEqual(statements.flatMap(({ statement }) => parse(String(statement))));
    } else expect(JSON.parse(shown)).toEqual(policy);
  }
});

describe('a policy of AWS that is longer than a managed policy may be', () => {
  const names = Array.from({ length: 150 }, (_, index) => `SECRET_${index}`);
  const plan = planOf({
    stores: { team: leaf('awssm://eu-central-1'), params: leaf('awsps://eu-central-1') },
    secrets: Object.fromEntries(
      names.map((name, index) => [
        name,
        stored({ route: [index % 3 === 0 ? 'params' : 'team'], ...(index % 5 === 0 && { whenMissing: MADE }) }),
      ]),
    ),
  });
  const asked = { for: 'aws', profile: 'default', isReadOnly: false, store: null } as const;
  const answerFor = (part?: number) => planPolicy(QUESTION(plan), { ...asked, ...(part !== undefined && { part }) });
  const whole = answerFor();
  const count = Number(/--part (\d+)`$/.exec(whole.kind === 'policy' ? (whole.notes.at(-1) ?? '') : '')?.[1]);
  const parts = Array.from({ length: count }, (_, index) => answerFor(index + 1));

  test('says how many documents it needs, each of which fits', () => {
    expect(count).toBeGreaterThan(2);
    for (const part of parts) {
      const text = part.kind === 'policy' ? JSON.stringify(part.policy.policy) : '';
      expect(text.length).toBeLessThanOrEqual(6_144);
      expect(text.length).toBeGreaterThan(1_000);
    }
    expect(answerFor(count + 1)).toMatchObject({ kind: 'no such part', parts: count });
  });

  test('has the same permissions in parts as in one', () => {
    const actionsIn = (answers: readonly (typeof whole)[]) =>
      answers
        .flatMap((answer) => (answer.kind === 'policy' ? answer.policy.statements : []))
        .flatMap(({ statement, secrets }) => {
          const { Action, Resource } = statement as { readonly Action: string[]; readonly Resource: string[] };
          return Resource.flatMap((arn) => Action.map((action) => `${action} ${arn} ${secrets.length > 0}`));
        })
        .sort();
    expect(actionsIn(parts)).toEqual(actionsIn([whole]));
    expect(new Set(actionsIn(parts)).size).toBe(actionsIn(parts).length);
  });

  test('names for each statement the secrets that need it', () => {
    for (const { statement, secrets } of whole.kind === 'policy' ? whole.policy.statements : []) {
      const { Resource } = statement as { readonly Resource: string[] };
      if (Resource.includes('*')) continue;
      const named = Resource.map((arn) => /SECRET_\d+/.exec(arn)?.[0]);
      expect(secrets).toEqual(named.sort());
    }
  });
});

test('a short policy of AWS has one part', () => {
  const plan = planOf({ stores: { team: leaf('awssm') }, secrets: { A: stored({ route: ['team'] }) } });
  const asked = { for: 'aws', profile: 'default', isReadOnly: false, store: null } as const;
  const [whole, part] = [planPolicy(QUESTION(plan), asked), planPolicy(QUESTION(plan), { ...asked, part: 1 })];
  expect(part).toMatchObject({ policy: { part: { number: 1, of: 1 } } });
  expect(part.kind === 'policy' && part.policy.policy).toEqual(whole.kind === 'policy' && whole.policy.policy);
  expect(planPolicy(QUESTION(plan), { ...asked, part: 2 })).toMatchObject({ kind: 'no such part', parts: 1 });
});
