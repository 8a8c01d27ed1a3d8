/** What rules say of values, and what they must not tell. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readPolicy } from '#compiler/policy/index.js';
import { entropyBits } from '#runtime/value-rules/entropy.js';
import { judgeValues } from '#runtime/value-rules/judge-values.js';
import { acceptsOf, valueTypes } from '#runtime/value-rules/value-types.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { Policy } from '#schemas/policy.js';
import { VALUE_TYPES, type ValueType } from '#schemas/secret-types/value-types.js';
import { tried } from '../../helpers/thoroughness.js';

const jwtOf = (...parts: readonly string[]) =>
  [...parts.map((part) => Buffer.from(part).toString('base64url')), 'c2ln'].join('.');
const PEM = '-----BEGIN CERTIFICATE-----\nTUlJQg==\n-----END CERTIFICATE-----\n';

/** Values that a type accepts, and some that it does not. No type accepts an empty one, or one inside other text; PEM may have text around it. */
const EXAMPLES: Readonly<Record<ValueType, readonly [good: readonly string[], bad: readonly string[]]>> = {
  port: [
    ['1', '80', '65535'],
    ['0', '65536', '080', '-1', '8080x', '1e3', '99999999999'],
  ],
  url: [
    [
      'postgres://u:p@h:5432/db',
      'mongodb://a:1,b:2/x',
      'jdbc:postgresql://h/db',
      'https://ä.example/',
      'redis://localhost',
      'jdbc:oracle:thin:@//h:1521/x',
      'file:///etc/hosts',
      'sqlite:///data.db',
    ],
    [
      'http:///',
      'HTTPS:///x',
      'ws://?x',
      'http://:80',
      'https://u@/x',
      'https://h:99999',
      'example.com',
      'http:/x',
      '://x',
      'http://',
      'http://a b',
      'user:password',
      '1a://x',
    ],
  ],
  http_url: [
    ['http://localhost:3000', 'HTTPS://example.com/x?y#z'],
    ['ftp://x', 'http://', 'https:///example.com', 'http://\\\\h', 'https://h:99999', 'http://a b', '//x'],
  ],
  email: [
    ['a@example.com', 'a.b+c@localhost'],
    ['a', '@b', 'a@', '.a@b', 'a.@b', 'a..b@c', `${'a'.repeat(65)}@b`, 'a b@c', 'a@-b.com', `a@${'b.'.repeat(130)}c`],
  ],
  hostname: [
    ['localhost', 'db-1.example.com', 'a.example.com.', '3com.com'],
    ['a_b', '-a', 'a-', 'a..b', '10.0.0.1', 'x'.repeat(64), 'a/b'],
  ],
  ip: [
    ['10.0.0.1', '::1', 'fe80::1'],
    ['10.0.0', '10.0.0.256', '010.0.0.1', ':::', 'fe80::1%eth0', 'x'],
  ],
  cidr: [
    ['10.0.0.0/8', '::/0', 'fe80::/128', '0.0.0.0/0'],
    ['10.0.0.0', '10.0.0.0/33', '::/129', '10.0.0.0/08', '1.1.1.1/2/3', '/8'],
  ],
  integer: [
    ['0', '-7', '12345678901234567890'],
    ['1.0', '+1', '007', '1e3', '-', ' 1'],
  ],
  number: [
    ['0', '-1.5', '1e10', '2E-3'],
    ['.5', '1.', 'NaN', '0x10', '1,5'],
  ],
  boolean: [
    ['true', 'false'],
    ['True', '1', 'yes'],
  ],
  uuid: [
    ['123e4567-e89b-12d3-a456-426614174000', '123E4567-E89B-12D3-A456-426614174000'],
    ['123e4567e89b12d3a456426614174000', 'x'],
  ],
  json: [
    ['{}', '[1]', '"x"', ' null\n'],
    ['{', "{'a':1}", 'undefined', '{"a":1}x'],
  ],
  base64: [
    ['YQ==', 'YQ', 'YWI=', 'YWJj', '-_-_', '+/+/'],
    ['Y', 'YQ=', '=', 'YW Jj', '+_+_', 'YQ==YQ==', 'YWJjZ'],
  ],
  hex: [
    ['00', 'deadBEEF'],
    ['0', 'xyz0', '0x00', 'de:ad'],
  ],
  jwt: [
    [jwtOf('{"alg":"HS256"}', '{"sub":"x"}')],
    [
      'a.b.c',
      jwtOf('{"alg":"HS256"}'),
      jwtOf('{"typ":"JWT"}', '{}'),
      jwtOf('{"alg":"HS256"}', '[]'),
      `${jwtOf('{"alg":"a"}', '{}')}.x`,
    ],
  ],
  pem: [
    [
      PEM,
      PEM.trim(),
      `Bag attributes\n${PEM}${PEM}`,
      PEM.replaceAll('\n', '\r\n'),
      PEM.replace('\nT', '\nProc-Type: 4,ENCRYPTED\n\nT'),
    ],
    [
      'x',
      PEM.replace('END CERTIFICATE', 'END KEY'),
      PEM.split('-----END')[0] ?? '',
      PEM.replace('TUlJQg==', '!'),
      PEM.replace('TUlJQg==\n', ''),
    ],
  ],
  semver: [
    ['1.2.3', '0.0.0-rc.1+build.5', '1.0.0-alpha-1'],
    ['1.2', 'v1.2.3', '01.2.3', '1.2.3-01', '1.2.3-'],
  ],
  date: [
    ['2026-01-31', '2024-02-29', '0099-01-01'],
    ['2026-02-29', '2026-13-01', '2026-1-1', '2026-01-31T00:00:00Z', '2026-00-10'],
  ],
  duration: [
    ['90s', '1h30m', '1.5h', '500ms', 'PT1H30M', 'P1D', 'P2W', 'P1DT0.5S', 'PT1.5H', 'PT0,5S', '5\u00b5s', '5\u03bcs'],
    ['90', 'P1.5DT1H', 'P', 'PT', 'P1DT', '1x', '-1s', 'h'],
  ],
  aws_access_key_id: [
    ['AKIAIOSFODNN7EXAMPLE', 'ASIAI44QH8DHBEXAMPLE'],
    ['AKIAIOSFODNN7EXAMPL', 'akiaiosfodnn7example', 'AROAIOSFODNN7EXAMPLE'],
  ],
  github_token: [
    [`ghp_${'a'.repeat(36)}`, `github_pat_${'A1_'.repeat(20)}`, `ghs_1_${jwtOf('{}', '{}')}`],
    [`ghx_${'a'.repeat(36)}`, 'ghp_short', `ghp-${'a'.repeat(36)}`],
  ],
  stripe_key: [
    ['sk_test_4eC39HqLyjWDarjtT1zdp7dc', 'pk_live_4eC39HqLyjWDarjtT1zdp7dc'],
    ['sk_prod_4eC39HqLyjWDarjtT1zdp7dc', 'sk_live_x', 'whsec_aaaaaaaaaaaaaaaa'],
  ],
  slack_token: [
    [
      'xoxb-1234567890-abcdef',
      'xapp-1-A012345-678',
      'xoxe.xoxp-1-abcdefghij',
      'xoxd-abcdefghij%2Babc',
      'xwfp-1234567890',
    ],
    ['xoxb1234567890', 'xoxb-short', 'yoxb-1234567890'],
  ],
};

describe.each(VALUE_TYPES)('%s', (type) => {
  const accepts = acceptsOf(type);
  const [good, bad] = EXAMPLES[type];
  test('accepts', () => expect(good.filter((text) => !accepts(text))).toEqual([]));
  test('refuses', () => expect([...bad, '', `x ${good[0]} y`].filter(accepts)).toEqual([]));
});

test('the page about policies lists all types in the words of findings', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../../docs/policies/README.md', import.meta.url)), 'utf8');
  const rows = VALUE_TYPES.map((type) => `| \`${type}\` | ${valueTypes[type].words} |`).join('\n');
  expect(page).toContain(rows);
});

test.each([
  ['aaaaaaaa', 0, 0],
  ['12345678', 3, 3],
  ['abcabcabcabc', 0, 25],
  ['9f86d081884c7d659a2feaa0c55ad015', 90, 128],
  ['', 0, 0],
])('entropy of %p', (text, least, most) => {
  const bits = entropyBits([...text].map((one) => one.charCodeAt(0)));
  expect(bits).toBeGreaterThanOrEqual(least);
  expect(bits).toBeLessThanOrEqual(most);
});

function policyOf(value: string, more = ''): Policy {
  const rule = `revision = "1.0"\nname = "x"\n[[rule]]\nid = "shape"\n${more}\nvalue = ${value}`;
  const { policy, diagnostics } = readPolicy('policy.toml', rule);
  if (policy === null || diagnostics.length > 0) throw new Error(JSON.stringify(diagnostics));
  return policy;
}

const found = (
  policy: Policy,
  values: Readonly<Record<string, string | Uint8Array>>,
  defaultText: string | null = null,
) =>
  judgeValues(
    [policy],
    'production',
    Object.entries(values).map(([secret, value]) => {
      const isText = typeof value === 'string';
      return { secret, value: isText ? SecretValue.fromText(value) : SecretValue.fromBytes(value), defaultText };
    }),
  );
const keysOf = (...judged: Parameters<typeof found>) => found(...judged).map(({ finding }) => finding.key);

test('each key that is broken is a finding, with all secrets that break it', () => {
  const policy = policyOf(
    '{ type = "port", one_of = ["80", "81"], min_length = 2, max_length = 3, not_default = true }',
  );
  const findings = found(policy, { B: 'x', A: '80', C: '7', D: 'long enough' }).map(({ finding }) => finding);
  expect(findings.map(({ key, secrets }) => [key, secrets])).toEqual([
    ['type', ['B', 'D']],
    ['one_of', ['B', 'C', 'D']],
    ['min_length', ['B', 'C']],
    ['max_length', ['D']],
  ]);
});

test('the place is that of the key in the policy', () => {
  const [breach] = found(policyOf('{ min_length = 9 }'), { A: 'x' });
  expect(breach?.diagnostic).toMatchObject({
    code: 'E1509',
    at: { file: 'policy.toml', path: ['rule', 0, 'value', 'min_length'], part: 'value' },
    policy: { file: 'policy.toml', rule: 'shape' },
    message: 'the value of `A` in profile `production` is shorter than 9 characters, against rule `shape`',
  });
});

test('profiles, secrets, severity and message are those of the rule', () => {
  const values = { A_KEY: 'x', B: 'x' };
  expect(keysOf(policyOf('{ type = "port" }', 'profiles = ["dev*"]'), values)).toEqual([]);
  const [breach] = found(
    policyOf('{ type = "port" }', 'secrets = ["*_KEY"]\nseverity = "warning"\nmessage = "ask"'),
    values,
  );
  expect(breach?.finding).toMatchObject({ severity: 'warning', secrets: ['A_KEY'] });
  expect(breach?.diagnostic).toMatchObject({ code: 'W1509', help: 'ask' });
});

test('a default is one, whoever stores it', () => {
  expect(keysOf(policyOf('{ not_default = true }'), { A: 'same' }, 'same')).toEqual(['not_default']);
  expect(keysOf(policyOf('{ not_default = true }'), { A: 'other' }, 'same')).toEqual([]);
});

test('lengths are in characters, and of bytes that are not text in bytes', () => {
  const policy = policyOf('{ min_length = 2, max_length = 2 }');
  expect(keysOf(policy, { A: '😀ä', B: Uint8Array.of(0xff, 0xfe) })).toEqual([]);
});

test('bytes that are not text are of no type', () => {
  const bytes = { A: Uint8Array.of(0xff) };
  expect(keysOf(policyOf('{ type = "hex", pattern = ".*", one_of = ["x"] }'), bytes)).toEqual([
    'type',
    'pattern',
    'one_of',
  ]);
});

test('two values that break the same keys give the same findings, byte for byte', () => {
  const policy = policyOf(
    '{ type = "uuid", pattern = "[a-m]{3,9}", one_of = ["alpha", "beta"], min_length = 4, max_length = 12, min_entropy_bits = 20, not_default = true }',
  );
  const value = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 20 }),
    fc.constantFrom('alpha', 'beta', 'alphb', 'abc', 'abcd'),
  );
  const seen = new Map<string, string>();
  fc.assert(
    fc.property(value, (text) => {
      const breaches = found(policy, { A: text }, 'beta');
      const keys = breaches.map(({ finding }) => finding.key).join();
      const said = JSON.stringify(breaches);
      expect(said).toBe(seen.get(keys) ?? said);
      seen.set(keys, said);
    }),
    { numRuns: tried(2_000) },
  );
});
