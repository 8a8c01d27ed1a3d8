/** The tools that access secrets. Each call needs a reason and leaves a record; none gives a value. */
import { access } from '#schemas/diagnostics/E09-access.js';
import type { Texts } from '../analysis/agents/room.js';
import { inSession } from './agent-call.js';
import { check } from './check.js';
import type { Client } from './client.js';
import { PROFILE, SCOPE } from './reading-tools.js';
import { run } from './run.js';
import type { Served } from './served.js';
import type { Parameter, Tool } from './tool.js';

export interface AccessTool extends Tool {
  readonly operation: 'check' | 'run';
  readonly answer: (texts: Texts, client: Client, served: Served) => Promise<object>;
}

const REASON: Parameter = {
  description: 'What the access is for, in a sentence. It is recorded, and shown to the person who approves.',
  isNeeded: true,
};

export const ACCESS_TOOLS: Readonly<Record<string, AccessTool>> = {
  check: {
    operation: 'check',
    isReadOnly: true,
    isOpen: true,
    description:
      'Checks whether the secrets resolve: a state for each (resolved, missing_required, missing_optional, error), and which store answered. Contacts the stores; gives no values, and generates and stores nothing.',
    parameters: { reason: REASON, profile: PROFILE, scope: SCOPE },
    answer: check,
  },
  run: {
    operation: 'run',
    isReadOnly: false,
    isOpen: true,
    description:
      'Runs a command that the user approved by name, with the secrets of the project in its environment. You cannot add arguments. Gives how it ended, and its output only where the user allowed it. A person may be asked first.',
    parameters: {
      command: {
        description: 'The name of an approved command; a wrong one is answered with those there are.',
        isNeeded: true,
      },
      reason: REASON,
    },
    answer: run,
  },
};

/** An access without a reason is refused whatever the manifest requires, and recorded. */
export async function refuseUnreasoned({ operation }: AccessTool, client: Client, served: Served): Promise<void> {
  const { file } = served.room.call.options;
  try {
    await inSession({ operation, options: { file, ...served.room.limits } }, {}, client, served.context, (session) =>
      session.refuse(operation, access.E0901({ forAgents: true })),
    );
  } catch {
    // The answer says what is missing in words of the protocol.
  }
}
