/** Generated policies over generated manifests: a rule is broken exactly where the plan says so. */
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { stringify } from 'smol-toml';
import { planContacts } from '#compiler/analyses/contacts/plan-contacts.js';
import { compile } from '#compiler/pipeline.js';
import { judgePolicies, readPolicy } from '#compiler/policy/index.js';
import { fitsPattern, patternsFit } from '#schemas/name-pattern.js';
import { meaningIn } from '#schemas/meaning.js';
import type { Plan, PlanSecret } from '#schemas/plan.js';
import { manifestModels, manifestText } from '../../helpers/generated-manifest.js';
import { memoryHost } from '../../helpers/memory-host.js';
import { tried } from '../../helpers/thoroughness.js';

const HOSTILE = ['"', '\\', ']]', '-->', '</script>', '`', '\n', '\u202e', '\u001b[2J', '\u0000', '🐉', '__proto__'];
const hostile = fc
  .array(fc.constantFrom(...HOSTILE, 'x'), { minLength: 1, maxLength: 4 })
  .map((parts) => `x${parts.join('')}`);
const patterns = fc.option(
  fc.uniqueArray(fc.oneof(fc.constantFrom('*', '?', 'A', '*_KEY', 'd*', 'default', 'prod*', '**?'), hostile), {
    minLength: 1,
  }),
  { nil: undefined },
);
/** Schemes that no alias is called. Contacts of equal stores are told under one alias, so that they do not say which others there are. */
const words = fc.uniqueArray(fc.constantFrom('env', 'dotenv', 'onepassword'), { minLength: 1 });
const subject = fc.oneof(
  words.map((forbid) => ({ stores: { forbid } })),
  words.map((only) => ({ stores: { only } })),
  fc.constantFrom<Record<string, unknown>>({ default: false }, { required: true }, { scope: true }),
  fc
    .oneof(fc.constantFrom('*', 'f*', '?econd', ''), hostile)
    .map((description) => ({ description: description || 'x' })),
  fc.constantFrom('password', 'hex').map((type) => ({ generate: { forbid: [type] } })),
  fc.constant({ cache: false }),
);
const rule = fc
  .record({
    profiles: patterns,
    secrets: patterns,
    severity: fc.constantFrom('error', 'warning'),
    message: hostile,
    subject,
  })
  .map(({ subject: one, ...rest }): Rule => ({ ...rest, ...one }));

interface Rule {
  readonly profiles: readonly string[] | undefined;
  readonly secrets: readonly string[] | undefined;
  readonly severity: string;
  readonly [subject: string]: unknown;
}

test('a rule is broken exactly if the plan has what it does not allow', async () => {
  const judged = { broken: 0, kept: 0 };
  await fc.assert(
    fc.asyncProperty(manifestModels, fc.array(rule, { minLength: 1, maxLength: 5 }), async (model, rules) => {
      const { plan, trees } = await compile(memoryHost({ 'manifest.toml': manifestText(model) }), 'manifest.toml');
      if (plan === null || trees === null) return;
      const named = rules.map((one, index) => ({ id: `rule-${index}`, ...one }));
      const { policy, diagnostics } = readPolicy('policy.toml', policyText(named));
      expect(diagnostics).toEqual([]);
      const found = judgePolicies(trees, policy === null ? [] : [policy]);
      for (const { id, ...one } of named) {
        const ours = found.filter((finding) => finding.policy?.rule === id);
        const isBroken = breaks(plan, one);
        judged[isBroken ? 'broken' : 'kept']++;
        expect([one, ours.length > 0]).toEqual([one, isBroken]);
        for (const { severity, at, profiles = [] } of ours) {
          expect([severity, at?.file]).toEqual([one.severity, 'manifest.toml']);
          expect(profiles.filter((name) => !patternsFit(one.profiles ?? null)(name))).toEqual([]);
        }
      }
    }),
    { numRuns: tried(600) },
  );
  expect(Math.min(judged.broken, judged.kept)).toBeGreaterThan(0);
});

function policyText(rules: readonly unknown[]): string {
  return stringify({ revision: '1.0', name: 'made up', rule: JSON.parse(JSON.stringify(rules)) });
}

/** Read off the plan, in another way than the rules are judged. */
function breaks(plan: Plan, one: Rule): boolean {
  const profiles = Object.keys(plan.profiles).filter(patternsFit(one.profiles ?? null));
  const isChosen = patternsFit(one.secrets ?? null);
  const chosen = Object.keys(plan.secrets)
    .filter(isChosen)
    .flatMap((name) => profiles.map((profile) => ({ name, meaning: meaningIn(plan, profile, name) })));
  const some = (isAgainst: (meaning: PlanSecret, name: string) => boolean) =>
    chosen.some(({ name, meaning }) => meaning !== null && isAgainst(meaning, name));
  const missing = ({ source }: PlanSecret) => (source.kind === 'stored' ? source.whenMissing : null);
  const met = planContacts({ plan, hash: '', profiles, scope: null, caches: 'cold' }).contacts.filter(
    (contact) =>
      profiles.length > 0 &&
      contact.access === 'read' &&
      (contact.for === 'value' || contact.for === 'cache') &&
      contact.secrets.some(isChosen),
  );
  const { forbid, only } = (one['stores'] ?? {}) as { forbid?: readonly string[]; only?: readonly string[] };
  const is = ({ uri }: (typeof met)[number], word: string) => uri?.split(':')[0] === word;
  if (forbid !== undefined)
    return met.some((contact) => contact.uri === null || forbid.some((word) => is(contact, word)));
  if (only !== undefined) return met.some((contact) => contact.uri === null || !only.some((word) => is(contact, word)));
  if (one['default'] === false) return some((meaning) => missing(meaning)?.kind === 'default');
  if (one['required'] === true) return some((meaning) => meaning.presence !== 'required');
  if (one['cache'] === false) return met.some((contact) => contact.for === 'cache');
  if (one['scope'] === true) {
    const listed = new Set(Object.values(plan.scopes).flat());
    return some((_meaning, name) => !listed.has(name));
  }
  if (typeof one['description'] === 'string')
    return some((meaning) => !fitsPattern(meaning.description, one['description'] as string));
  const { forbid: types } = one['generate'] as { forbid: readonly string[] };
  return some((meaning) => {
    const made = missing(meaning);
    return made?.kind === 'generate' && types.includes(made.type);
  });
}
