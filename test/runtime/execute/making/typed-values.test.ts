/** How values of types are converted and checked, with types that are functions. */
import { describe, expect, test } from '@jest/globals';
import { checkIdentity } from '#runtime/execute/making/check-identity.js';
import { convertValue } from '#runtime/execute/making/convert-value.js';
import type { StepResult, ValueState } from '#runtime/execute/value-state.js';
import type { Conversion, SecretTypeModule } from '#runtime/secret-types/secret-type.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { named } from '#schemas/named.js';
import type { PlanSecret } from '#schemas/plan.js';
import { linkedPlan } from '../../../helpers/execute-plan.js';
import { planOf, stored } from '../../../helpers/plan.js';

const roles = named([['password', 'WORD']]);
const exported: PlanSecret = {
  ...stored(),
  type: 'pkcs12',
  roles,
  source: { kind: 'derived', from: 'TLS', how: { kind: 'export', type: 'pkcs12', format: null } },
};
const linked = linkedPlan(
  planOf({ secrets: { TLS: stored({ type: 'x509_identity', roles }), WORD: stored(), OUT: exported } }),
);
const step = linked.finish.find((one) => one.kind === 'derive');
const check = linked.finish.find((one) => one.kind === 'check identity');
const found = (text: string): ValueState => ({
  kind: 'found',
  value: SecretValue.fromText(text),
  origin: { kind: 'entered' },
});
const inputs = {
  values: new Map([
    ['TLS', found('canary-source')],
    ['WORD', found('canary-word')],
  ]),
  stepOf: (secret: string) => [...linked.reads].find((one) => one.secret === secret),
};

function inShort(finished: StepResult) {
  if (finished.kind === 'failed')
    return [finished.diagnostic.code, finished.diagnostic.message, finished.diagnostic.quote];
  return finished.kind === 'found' ? [finished.value?.revealText(), finished.origin] : finished.kind;
}

const origin = { kind: 'derived', how: 'converted', from: 'TLS' } as const;

function convert(module: SecretTypeModule | null) {
  if (step === undefined || step.how.kind !== 'export') throw new Error('no conversion in the linked plan');
  const source = SecretValue.fromText('canary-source');
  return convertValue(linked, { step, how: step.how, source, origin }, inputs, async () => module).then(inShort);
}

describe('a conversion', () => {
  test('is given the source, its type, the format and the roles', async () => {
    const given: [string, Conversion][] = [];
    const made = await convert({
      convert(source, how) {
        given.push([source.revealText() ?? '', how]);
        return { kind: 'converted', value: SecretValue.fromText('made') };
      },
    });
    expect(made).toEqual(['made', origin]);
    expect(given).toMatchObject([['canary-source', { from: 'x509_identity', format: null }]]);
    expect(given[0]?.[1].roles['password']?.revealText()).toBe('canary-word');
  });
  test('fails with its reason', async () =>
    expect(await convert({ convert: () => ({ kind: 'failed', reason: 'wrong password', quote: 'mac' }) })).toEqual([
      'E1016',
      '`OUT` cannot be made a `pkcs12`: wrong password',
      'mac',
    ]));
  test('that throws shows nothing of what it was about', async () => {
    const crash = () => {
      throw new TypeError('canary-source');
    };
    expect(await convert({ convert: crash })).toEqual([
      'E1016',
      '`OUT` cannot be made a `pkcs12`: the conversion crashed (TypeError)',
      null,
    ]);
  });
  test('of a type of a later version fails clearly', async () =>
    expect(await convert(null)).toMatchObject([
      'E1016',
      expect.stringContaining('this version cannot convert it'),
      null,
    ]));
});

describe('a check', () => {
  const checked = (module: SecretTypeModule | null) => {
    if (check === undefined) throw new Error('no check in the linked plan');
    return checkIdentity({ linked, ports: { now: () => new Date(0) } }, check, inputs, async () => module).then(
      inShort,
    );
  };

  test('lets the value through, with the roles', async () => {
    const words: (string | null | undefined)[] = [];
    const sound: SecretTypeModule = {
      check(_, given) {
        words.push(given['password']?.revealText());
        return { kind: 'sound' };
      },
    };
    expect(await checked(sound)).toEqual(['canary-source', { kind: 'entered' }]);
    expect(words).toEqual(['canary-word']);
  });
  test('fails with its reason', async () =>
    expect(await checked({ check: () => ({ kind: 'failed', reason: 'it has expired' }) })).toEqual([
      'E1017',
      '`TLS` is not a valid `x509_identity`: it has expired',
      null,
    ]));
  test('of a type of a later version fails clearly', async () =>
    expect(await checked(null)).toMatchObject([
      'E1017',
      expect.stringContaining('this version cannot check it'),
      null,
    ]));
});
