/** A command with its secrets, as `run --clean-env --redact` starts it: without a terminal, in a process group of its own. */
import { delivery } from '#schemas/diagnostics/E12-delivery.js';
import { OwnText } from '../analysis/agents/own-text.js';
import { cleanEnvironment } from '../child/clean-environment.js';
import { childEnvironment } from '../child/environment.js';
import type { PlainEnvironment } from '../child/plain-environment.js';
import type { Resolution } from '../execute/resolution.js';
import { fail } from '../failure.js';
import { type Entries, nameOf } from '../inputs/environment.js';
import { type Redaction, redactionOf } from '../redact/redaction.js';
import type { Running } from '../session/operations/run.js';
import type { Session } from '../session/session.js';
import { textOf } from '../values/byte-string.js';
import { SecretValue } from '../values/secret-value.js';
import type { ChosenCommand } from './approved-commands.js';
import { runProcess } from './run-process.js';
import { ShownOutput } from './shown-output.js';

export interface Surroundings {
  readonly folder: string;
  readonly entries: () => Entries;
  readonly signal: AbortSignal;
}

export function runWithSecrets(session: Session, command: ChosenCommand, around: Surroundings): Promise<object> {
  const { name, run, profile, scope, timeoutSeconds } = command;
  return session.run(run[0], async (running) => {
    const redaction = command.output === 'none' ? null : redactionFor(running);
    const output = redaction && new ShownOutput(redaction.redactor);
    const environment = environmentFor(running, around.entries());
    running.injected();
    await running.starting();
    try {
      const ended = await runProcess({ ...around, words: run, environment, timeoutSeconds, output });
      around.signal.throwIfAborted();
      return {
        ...{ command: name, profile, scope, ...ended },
        ...(output !== null && { output: new OwnText(output.text()) }),
        ...(redaction !== null && redaction.tooShort.length > 0 && { tooShortToReplace: namesOf(redaction) }),
      };
    } finally {
      await running.release();
    }
  });
}

function environmentFor({ linked, resolution }: Running, callers: Entries): PlainEnvironment {
  const { profile } = resolution;
  const values = deliveredIn(resolution);
  for (const [secret, value] of values)
    if (value.revealText() === null) fail(delivery.E1202({ secret }, { about: { profile, secret } }));
  const environment = childEnvironment(cleanEnvironment(callers), linked.scrub, values);
  if (environment.kind === 'environment') return textsIn(environment.entries);
  const { secret } = environment;
  return fail(delivery.E1203({ secret }, { about: { profile, secret } }));
}

/** As Node takes them. What is not text was the caller's; of two with one name the first counts, as for `getenv`. */
function textsIn(entries: Entries): PlainEnvironment {
  const variables: Record<string, string> = Object.create(null);
  for (const entry of entries) {
    const text = textOf(entry);
    const name = text === null ? null : nameOf(text);
    if (text !== null && name !== null && name !== '') variables[name] ??= text.slice(name.length + 1);
  }
  return variables;
}

function deliveredIn({ secrets }: Resolution): readonly (readonly [string, SecretValue])[] {
  return secrets.flatMap((found): readonly (readonly [string, SecretValue])[] => {
    if (found.status !== 'found' || found.delivered.kind === 'withheld') return [];
    const { secret, delivered } = found;
    if (delivered.kind === 'path') return [[secret, SecretValue.fromText(delivered.path)]];
    return [[secret, delivered.text ?? delivered.value]];
  });
}

/** Every value, and every default of the manifest: an agent gets neither. */
function redactionFor({ linked, resolution }: Running): Extract<Redaction, { readonly kind: 'redaction' }> {
  const visible = resolution.secrets.flatMap((found) =>
    found.status === 'found' && found.delivered.kind !== 'withheld'
      ? [{ secret: found.secret, value: found.delivered.value }]
      : [],
  );
  const defaults = linked.reads.flatMap(({ whenMissing }) =>
    whenMissing.kind === 'default' ? [SecretValue.fromText(whenMissing.text)] : [],
  );
  const hidden = [...resolution.hidden, ...defaults].map((value) => ({ secret: null, value }));
  const redaction = redactionOf([...visible, ...hidden]);
  return redaction.kind === 'redaction' ? redaction : fail(delivery.E1212({ secret: redaction.secret }));
}

function namesOf({ tooShort }: { readonly tooShort: readonly (string | null)[] }): readonly string[] {
  return [...new Set(tooShort.map((secret) => secret ?? 'a hidden input'))];
}
