/** Advice that works: the help of a finding about a manifest, done to the example of its explanation, ends the finding and causes no other error. */
import { describe, expect, test } from '@jest/globals';
import { allowancesIn, compile, locator, readUserConfig } from '#compiler/index.js';
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import type { Example } from '#schemas/explanations/explanation.js';
import { allExplanations } from '#schemas/explanations/index.js';
import { completedManifest } from '../helpers/completed-manifest.js';
import { memoryHost } from '../helpers/memory-host.js';
import { EDITS, type Edit } from './edits.js';

async function findingsIn(kind: Example['kind'], text: string): Promise<readonly Diagnostic[]> {
  if (kind === 'user configuration') return readUserConfig('config.toml', text).diagnostics;
  const host = memoryHost(completedManifest(text));
  const { diagnostics, files } = await compile(host, 'manifest.toml', { warnings: true });
  const isAllowed = await allowancesIn(files, await locator(files));
  return diagnostics.filter((found) => !isAllowed(found));
}

function edited(text: string, { change }: Edit): string {
  return change.reduce((written, [from, to]) => {
    expect(written).toContain(from);
    return written.replaceAll(from, () => to);
  }, text);
}

const cases = Object.entries(EDITS).flatMap(([code, edits]) => edits.map((edit) => [code, edit.says, edit] as const));

describe('what the help says ends the finding', () => {
  test.each(cases)('%s: %s', async (code, says, edit) => {
    const wrong = allExplanations[code]?.wrong;
    if (wrong === undefined) throw new Error(`${code} has no explanation`);
    const found = (await findingsIn(wrong.kind, wrong.text)).filter((each) => each.code === code);
    expect(found.map(({ help }) => help).join('\n')).toContain(says);
    const left = await findingsIn(wrong.kind, edited(wrong.text, edit));
    expect(left.filter((each) => each.code === code || each.severity === 'error')).toEqual([]);
  });
});
