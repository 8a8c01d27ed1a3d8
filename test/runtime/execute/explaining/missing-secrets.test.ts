import { expect, test } from '@jest/globals';
import { unsatisfied } from '#runtime/execute/explaining/unsatisfied.js';
import type { PlanSecret } from '#schemas/plan.js';
import { type CaseParts, executed } from '../../../helpers/execute-plan.js';
import { type FakeStore, fakeStore } from '../../../helpers/fake-store.js';
import { composed, planOf, stored } from '../../../helpers/plan.js';

const ONE = 'dotenv://one.env';
const ENV = 'env://';

const explained = async (
  secrets: Readonly<Record<string, PlanSecret>>,
  parts: CaseParts & { scopes?: Record<string, readonly string[]> } = {},
  stores: Readonly<Record<string, FakeStore>> = { [ONE]: fakeStore(), [ENV]: fakeStore({ readOnly: true }) },
) => {
  const { linked, result, storesOf, portsFor } = await executed(
    planOf({ secrets, scopes: parts.scopes ?? {} }),
    stores,
    parts,
  );
  if (result.kind === 'failed') throw new Error('the stores failed');
  const { environment } = portsFor(linked).generators;
  const isOverridden = parts.choice?.override !== undefined;
  const surroundings = { stores: storesOf(linked), environment, isOverridden };
  const diagnostics = await unsatisfied(linked, result.resolution, surroundings);
  return { details: diagnostics.flatMap(({ details = [] }) => details), help: diagnostics.map(({ help }) => help) };
};

test('every store of the chain says why it has no value', async () => {
  const { details } = await explained({ A: stored({ description: 'First', route: [ONE, ENV] }) });
  expect(details).toEqual([{ text: 'A - First', lines: [`not in ${ONE}; not in ${ENV}`] }]);
});

test('one command for each secret that can be set, and none for others', async () => {
  const part = stored({ route: [ONE], extract: { format: 'json', pointer: ['x'] } });
  const { details, help } = await explained({ A: stored({ route: [ONE] }), B: stored({ route: [ENV] }), C: part });
  expect(help).toEqual(['store the value with\n\n    tool set A --profile default']);
  expect(details.map(({ lines }) => lines.slice(1))).toEqual([
    [],
    ['to supply it, set the variable B in the environment of `tool`'],
    ['to supply it, add it to the document that `extract` reads'],
  ]);
});

test('what is composed names the leaf that it lacks, also where the leaf is optional', async () => {
  const secrets = { URL: composed('x{HOST}'), HOST: composed('{LEAF}{FOUND}'), FOUND: stored({ route: [ONE] }) };
  const leaf = { LEAF: stored({ route: [ONE], presence: 'optional' }) };
  const stores = { [ONE]: fakeStore({ entries: { FOUND: '1' } }) };
  const { details, help } = await explained({ ...secrets, ...leaf }, {}, stores);
  expect(details).toEqual([
    { text: 'LEAF', lines: [`not in ${ONE}`] },
    { text: 'HOST', lines: ['needs LEAF, which is missing'] },
    { text: 'URL', lines: ['needs LEAF, which is missing'] },
  ]);
  expect(help).toEqual(['store the value with\n\n    tool set LEAF --profile default']);
});

test('a hidden leaf is not named, nor is where it was looked for', async () => {
  const secrets = { URL: composed('x{LEAF}'), LEAF: stored({ route: [ONE] }) };
  const scoped = await explained(secrets, { scopes: { web: ['URL'] }, choice: { scope: 'web' } });
  expect(scoped).toEqual({
    details: [{ text: 'URL', lines: ['needs a hidden composition input, which is missing'] }],
    help: ['`tool check` without a scope shows what is missing'],
  });
});

test('one command asks for the values of many secrets', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `S${10 + index}`);
  const { help } = await explained(Object.fromEntries(names.map((name) => [name, stored({ route: [ONE] })])));
  expect(help[0]).toBe('enter the values one after another with\n\n    tool check --profile default');
});

test('a variable that the chain does not read is named, with the chain that would read it', async () => {
  const secrets = { A: stored({ route: [ONE] }), B: stored({ route: [ONE] }), C: stored({ route: [ONE] }) };
  const { details, help } = await explained(secrets, { environment: { A: 'canary-of-a', C: '' } });
  const unread = (name: string) => `the variable \`${name}\` is set, but no store of the chain reads variables`;
  expect(details.map(({ lines }) => lines.slice(1))).toEqual([[unread('A')], [], [unread('C')]]);
  expect(help[0]).toContain(
    `to use variables, put \`env\` first in \`providers\`\n\n    providers = ["env", "${ONE}"]`,
  );
  expect(JSON.stringify([details, help])).not.toContain('canary');
});

test('where the chain cannot be added to, the help names what reads variables', async () => {
  const parts = { environment: { A: '1' }, choice: { override: ONE } };
  expect((await explained({ A: stored() }, parts)).help[0]).toMatch(
    /\n\n`--provider env` reads all secrets from variables$/u,
  );
});

test('nothing is said of a variable whose chain reads another one', async () => {
  const other = stored({ route: [ENV], ref: { item: 'OTHER' } });
  const { details, help } = await explained({ A: other }, { environment: { A: '1' } });
  expect(JSON.stringify([details, help])).not.toContain('is set, but');
});

test('of a composed secret whose variable is set', async () => {
  const secrets = { URL: composed('x{HOST}'), HOST: stored({ route: [ONE] }) };
  const { details } = await explained(secrets, { environment: { URL: '1' } });
  expect(details[1]?.lines).toEqual([
    'needs HOST, which is missing',
    'the variable `URL` is set, but a secret that is made of others is not read from anywhere',
  ]);
});
