/** The policies in `docs/policies/` are sound, and the manifest beside each breaks every rule of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { compile } from '#compiler/pipeline.js';
import { judgePolicies, readPolicy } from '#compiler/policy/index.js';
import { memoryHost } from '../../helpers/memory-host.js';

const FOLDER = fileURLToPath(new URL('../../../../docs/policies', import.meta.url));
const names = readdirSync(FOLDER).filter((name) => !name.includes('.'));

test('there are three', () => expect(names.sort()).toEqual(['agents', 'owners', 'production']));

test.each(names)('%s', async (name) => {
  const { policy, diagnostics } = readPolicy('policy.toml', readFileSync(`${FOLDER}/${name}/policy.toml`, 'utf8'));
  expect(diagnostics).toEqual([]);
  const text = readFileSync(`${FOLDER}/${name}/breaks-every-rule.toml`, 'utf8');
  const { trees } = await compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml');
  const found = trees === null || policy === null ? [] : judgePolicies(trees, [policy]);
  const broken = new Set(found.map((finding) => finding.policy?.rule));
  expect([...broken].sort()).toEqual(policy?.rules.map(({ id }) => id).sort());
});
