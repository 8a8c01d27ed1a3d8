/** The policies in `docs/policies/` are sound, and the manifest beside each breaks every rule of it. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { compile } from '#compiler/pipeline.js';
import { judgePolicies, readPolicy } from '#compiler/policy/index.js';
import type { Trees } from '#compiler/pipeline.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Policy } from '#schemas/policy.js';
import { judgeValues } from '#runtime/value-rules/judge-values.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import { memoryHost } from '../../helpers/memory-host.js';

const FOLDER = fileURLToPath(new URL('../../../../docs/policies', import.meta.url));
const names = readdirSync(FOLDER).filter((name) => !name.includes('.'));

test('there are four', () => expect(names.sort()).toEqual(['agents', 'owners', 'production', 'values']));

test.each(names)('%s', async (name) => {
  const { policy, diagnostics } = readPolicy('policy.toml', readFileSync(`${FOLDER}/${name}/policy.toml`, 'utf8'));
  expect(diagnostics).toEqual([]);
  const text = readFileSync(`${FOLDER}/${name}/breaks-every-rule.toml`, 'utf8');
  const { trees } = await compile(memoryHost({ 'manifest.toml': text }), 'manifest.toml');
  if (trees === null || policy === null) throw new Error('not read');
  const found = [...judgePolicies(trees, [policy]), ...onDefaults(trees, policy)];
  const broken = new Set(found.map((finding) => finding.policy?.rule));
  expect([...broken].sort()).toEqual(policy?.rules.map(({ id }) => id).sort());
});

/** Rules about values, on the defaults of the manifest. */
function onDefaults({ project }: Trees, policy: Policy): readonly Diagnostic[] {
  const values = project.secrets.flatMap(({ name, default: written }) =>
    written === null ? [] : [{ secret: name, value: SecretValue.fromText(written.value), defaultText: written.value }],
  );
  return judgeValues([policy], 'production', values).map(({ diagnostic }) => diagnostic);
}
