/** The call that an agent makes of a session. Whatever the environment says, an agent makes it. */
import type { Texts } from '../analysis/agents/room.js';
import type { CallContext } from '../inputs/call-context.js';
import { type Call, type CallOptions, NO_OPTIONS } from '../session/call.js';
import { nodePorts } from '../session/node-ports.js';
import { Session } from '../session/session.js';
import type { Client } from './client.js';

/** A reason belongs to one access. */
const NEVER_READ: readonly string[] = ['TOOL_REASON'];
/** An approval says all this itself, and the environment of the server may come from the agent's own files. */
const NOT_FOR_APPROVED: readonly string[] = [
  'TOOL_FILE',
  'TOOL_PROFILE',
  'TOOL_SCOPE',
  'TOOL_PROVIDER',
  'TOOL_EXPECT_HASH',
];

export interface Access {
  readonly operation: 'check' | 'run';
  readonly options: Partial<CallOptions>;
  /** The name of the approved command. */
  readonly resource?: string;
}

/** The result of `use`. No store is open afterwards. Warnings are for people at a terminal. */
export async function inSession<T>(
  access: Access,
  { reason }: Texts,
  client: Client,
  context: CallContext,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const session = new Session(
    agentCall(access, reason ?? null, client, context),
    nodePorts({ warn: async () => {}, notice: async () => {}, signal: () => client.signal }),
  );
  try {
    return await use(session);
  } finally {
    await session.close();
  }
}

function agentCall(
  { operation, options, resource }: Access,
  reason: string | null,
  { name, version }: Client,
  context: CallContext,
): Call {
  const unread = operation === 'run' ? [...NEVER_READ, ...NOT_FOR_APPROVED] : NEVER_READ;
  const variables = Object.entries(context.variables).filter(([variable]) => !unread.includes(variable));
  return {
    options: {
      ...NO_OPTIONS,
      ...options,
      reason,
      caller: {
        name,
        ...(version !== undefined && { version }),
        operation: `mcp/${operation}`,
        ...(resource !== undefined && { resource }),
      },
    },
    variables: { ...Object.fromEntries(variables), TOOL_AGENT: context.variables['TOOL_AGENT'] || '1' },
    ...(context.entries !== undefined && { entries: context.entries }),
    workingFolder: context.workingFolder,
  };
}
