/** Advice that works: what the help of a finding of a command says is done by a shell, and the finding is gone. */
import { describe, expect, test } from '@jest/globals';
import { type CliOutcome, openCli } from '../helpers/run-cli.js';
import { REMEDIES } from './remedies/index.js';
import type { Remedy } from './remedies/remedy.js';

const PATIENCE_MS = 60_000;

const textOf = ({ stdout, stderr }: CliOutcome) => `${stdout}${stderr}`;

async function expectRemedied({ code, files, fails, says, remedy, then = fails }: Remedy): Promise<void> {
  const cli = openCli();
  try {
    for (const [path, text] of Object.entries(files)) cli.write(path, text);
    const failed = textOf(await cli.run(fails));
    expect(failed).toContain(`[${code}]`);
    expect(failed).toContain(says);
    await cli.run(remedy);
    const passed = await cli.run(then);
    expect(textOf(passed)).not.toContain(`[${code}]`);
    expect({ status: passed.status, said: passed.status === 0 ? '' : textOf(passed) }).toEqual({ status: 0, said: '' });
  } finally {
    cli.remove();
  }
}

describe('what the help says ends the finding', () => {
  const cases = REMEDIES.map((one) => [one.code, one.says, one] as const);
  test.each(cases)('%s: %s', (_code, _says, one) => expectRemedied(one), PATIENCE_MS);
});
