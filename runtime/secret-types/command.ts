/** What a command of the manifest prints, to the byte (semantics 9.1). The shell that runs it is the one that the specification asks for. */
import { type Named, own } from '#schemas/named.js';
import type { Json } from '#schemas/plan.js';
import { MOST } from '#schemas/secret-types/descriptor.js';
import { reasonOf } from '../files/system-reason.js';
import type { ProgramOutcome, ProgramRun } from '../programs/programs.js';
import { saying } from '../programs/saying.js';
import { SecretValue } from '../values/secret-value.js';
import { withoutParts, withoutValues } from '../values/without-values.js';
import { type Failed, failedBecause, type Generated, type GeneratorPorts } from './secret-type.js';

const SHELL = process.platform === 'win32' ? 'cmd' : 'sh';
const LIMITS = { deadlineMs: 120_000, stdoutBytes: MOST, stderrBytes: MOST };

/** The command reads nothing, and gets folder and environment of this process. */
export async function generate(options: Named<Json>, ports: GeneratorPorts): Promise<Generated> {
  const { programs, environment, folder, signal } = ports;
  const command = own(options, 'command');
  if (typeof command !== 'string') return failedBecause('`command` is not a string');
  const shell = await programs.find(SHELL, environment);
  if (shell.kind !== 'found') return failedBecause(`\`${SHELL}\` was not found in \`PATH\``);
  const run = { path: shell.path, environment, folder, limits: LIMITS, signal };
  return printed(await programs.run({ ...run, ...lineOf(command) }));
}

/** `cmd` takes the rest of its line as it is, with a quotation mark taken off each end. */
function lineOf(command: string): Pick<ProgramRun, 'words' | 'isVerbatim'> {
  return SHELL === 'sh' ? { words: ['-c', command] } : { words: ['/d', '/s', '/c', `"${command}"`], isVerbatim: true };
}

function printed(outcome: ProgramOutcome): Generated {
  switch (outcome.kind) {
    case 'ended':
      if (outcome.status !== 0) return said(`the command ended with status ${outcome.status}`, outcome);
      if (!outcome.isWhole) return failedBecause('another process still holds the output of the command open');
      if (outcome.stdout.length === 0) return said('the command printed nothing', outcome);
      return { kind: 'generated', value: SecretValue.fromBytes(outcome.stdout) };
    case 'killed':
      return said(`the command was ended by ${outcome.signal}`, outcome);
    case 'not started':
      return failedBecause(`\`${SHELL}\` could not be started: ${reasonOf(outcome.code)}`);
    case 'too much':
      return failedBecause(`the command printed more than ${MOST / 2 ** 20} MiB`);
    case 'too late':
      return failedBecause(`the command did not end within ${LIMITS.deadlineMs / 1000} seconds`);
    case 'given up':
      return failedBecause('the command was ended, because the call was given up');
  }
}

/** What a command printed before it failed is a value, or the beginning of one. Commands with tracing or `tee` say it on stderr, too. */
function said(reason: string, { stdout, stderr }: { readonly stdout: Buffer; readonly stderr: Buffer }): Failed {
  const printed = stdout.toString('utf8');
  const lines = printed.split('\n').map((line) => line.trim());
  const quote = saying(withoutParts(withoutValues(stderr.toString('utf8'), [printed.trim(), ...lines]), printed));
  return quote === '' ? failedBecause(reason) : { kind: 'failed', reason, quote };
}
