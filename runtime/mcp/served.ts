/** What all calls of one server share. */
import type { Room } from '../analysis/agents/room.js';
import type { CallContext } from '../inputs/call-context.js';
import type { Entries } from '../inputs/environment.js';
import type { Approvals } from './approvals.js';

export interface Served {
  readonly room: Room;
  readonly context: CallContext & { readonly entries: () => Entries };
  readonly approvals: Approvals;
}
