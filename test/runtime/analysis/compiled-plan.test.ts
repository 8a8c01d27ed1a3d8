import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { compiledPlan } from '#runtime/analysis/compiled-plan.js';
import { Failure } from '#runtime/failure.js';
import { temporaryFolder } from '../files/temporary-folder.js';

const root = temporaryFolder();
const HEAD = '[project]\nname = "demo"\nrevision = "1.0"\nrequire_reason = true\n';

function callIn(name: string, manifest: string) {
  const workingFolder = join(root, name);
  mkdirSync(join(workingFolder, 'home'), { recursive: true });
  writeFileSync(join(workingFolder, 'manifest.toml'), manifest);
  return { options: { file: null }, variables: { HOME: join(workingFolder, 'home') }, workingFolder };
}

test('needs no reason, and leaves no record', async () => {
  const call = callIn('sound', `${HEAD}[profiles.default]\nA = { description = "a" }\n`);
  expect((await compiledPlan(call)).hash).toMatch(/^sha256:/u);
  expect(existsSync(join(call.workingFolder, 'home/.local'))).toBe(false);
});

test('stops with all errors of the manifest', async () => {
  const call = callIn('broken', `${HEAD}[profiles.default]\nA = {}\nB = {}\n`);
  const failure = await compiledPlan(call).catch((error: unknown) => error);
  expect(failure instanceof Failure && failure.diagnostics.length).toBe(2);
});
