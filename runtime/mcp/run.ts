/** `run` for an agent: a command that the user approved, with its secrets. The agent gets how it ended. */
import { dirname } from 'node:path';
import type { NotApproved } from '#schemas/diagnostics/E09-access.js';
import type { Texts } from '../analysis/agents/room.js';
import { cleaned } from '../analysis/cleaned.js';
import { type Access, inSession } from './agent-call.js';
import { approvedCommand, type ChosenCommand, notApproved } from './approved-commands.js';
import { type Client, isApproved, Question } from './client.js';
import { runWithSecrets } from './run-with-secrets.js';
import type { Served } from './served.js';

export async function run(texts: Texts, client: Client, served: Served): Promise<object> {
  const { room, context } = served;
  const { entries } = context;
  const { command: name = '', reason = '' } = texts;
  const { command, refused, approved } = await approvedCommand(name, room.call, room.limits);
  const access = accessOf(name, command, served);
  const refuse = (why: NotApproved) =>
    inSession(access, texts, client, context, (session) =>
      session.refuse('run', notApproved(name, why, approved), command?.run[0]),
    );
  if (command === null || refused !== null) return refuse(refused ?? 'unknown');
  if (command.approve === 'each') {
    const verdict = await approval(command, reason, client, served);
    if (verdict instanceof Question) return verdict;
    if (verdict !== null) return refuse(verdict);
    if (!(await isAsAsked(command, served))) return refuse('changed');
  }
  client.signal.throwIfAborted();
  return inSession(access, texts, client, context, (session) =>
    runWithSecrets(session, command, { folder: dirname(command.manifest), entries, signal: client.signal }),
  );
}

/** A person takes time to answer, in which the user may have changed the approval or taken it back. */
async function isAsAsked(command: ChosenCommand, { room }: Served): Promise<boolean> {
  const now = await approvedCommand(command.name, room.call, room.limits);
  return now.refused === null && JSON.stringify(now.command) === JSON.stringify(command);
}

function accessOf(resource: string, command: ChosenCommand | null, { room }: Served): Access {
  if (command === null) return { operation: 'run', resource, options: { file: room.call.options.file } };
  const { manifest, profile, scope, plan } = command;
  return { operation: 'run', resource, options: { file: manifest, profile, scope: scope ?? '', expectHash: plan } };
}

/** Null: the person agreed to this call. */
async function approval(
  command: ChosenCommand,
  reason: string,
  { person }: Client,
  { approvals }: Served,
): Promise<NotApproved | Question | null> {
  const question = questionAbout(command, reason);
  const call = JSON.stringify([command, reason]);
  switch (person.kind) {
    case 'out of reach':
      return 'no form';
    case 'asked':
      return isApproved(await person.ask(question)) ? null : 'declined';
    case 'asked by the client': {
      const { reply } = person;
      if (reply === null) return new Question(question, await approvals.begin(call));
      if (!(await approvals.redeem(reply.state, call))) return 'not this call';
      return isApproved(reply.answer) ? null : 'declined';
    }
  }
}

/** What the user wrote and the reason of the agent: nothing of the manifest, which others write. */
function questionAbout({ name, run: words, profile, scope, output }: ChosenCommand, reason: string): string {
  return [
    'An agent asks to run a command with secrets in its environment.',
    '',
    `Command: ${cleaned(name)}`,
    `Runs: ${cleaned(JSON.stringify(words))}`,
    `Profile: ${cleaned(profile)}`,
    `Scope: ${scope === null ? 'none (all secrets of the profile)' : cleaned(scope)}`,
    `The agent sees its output: ${output === 'none' ? 'no' : 'with values replaced'}`,
    `Reason, as the agent says: ${cleaned(reason)}`,
  ].join('\n');
}
