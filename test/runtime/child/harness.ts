/**
 * A program that runs a child as `tool run` does: `node harness.js COMMAND [ARGUMENTS]`. HARNESS_SECRETS holds the secrets
 * as JSON, name to value as Latin-1; HARNESS_LARGE the length of one more, LARGE; HARNESS_SCRUB names to remove. What was
 * not started is told on stderr.
 */
import { childEnvironment } from '#runtime/child/environment.js';
import { inheritedDescriptors } from '#runtime/child/inherited-descriptors.js';
import { runChild } from '#runtime/child/run-child.js';
import { processEnvironment } from '#runtime/start/process-call.js';
import { SecretValue } from '#runtime/values/secret-value.js';

const [command = '', ...args] = process.argv.slice(2);
const descriptors = inheritedDescriptors(args);
const secrets: Record<string, string> = JSON.parse(process.env['HARNESS_SECRETS'] ?? '{}');
const large = Number(process.env['HARNESS_LARGE'] ?? 0);
if (large > 0) secrets['LARGE'] = 'x'.repeat(large);
const ours = ['HARNESS_SECRETS', 'HARNESS_SCRUB', 'HARNESS_LARGE'];
const removed = [...(process.env['HARNESS_SCRUB'] ?? '').split(','), ...ours];
const resolved = Object.entries(secrets).map(
  ([name, text]) => [name, SecretValue.fromBytes(Buffer.from(text, 'latin1'))] as const,
);
const environment = childEnvironment(processEnvironment(), removed, resolved);
if (environment.kind === 'refused') throw new Error(`refused: ${environment.secret}`);
const outcome = await runChild({ command, args, environment: environment.entries, descriptors });
if (outcome.kind !== 'ended') process.stderr.write(`${JSON.stringify(outcome)}\n`);
process.exit(outcome.kind === 'ended' ? outcome.exitCode : 125);
