/** `check` for an agent: whether secrets resolve, as states. Nothing is generated, asked for or stored. */
import { chosen, type Texts } from '../analysis/agents/room.js';
import { reportOf } from '../session/report.js';
import { inSession } from './agent-call.js';
import type { Client } from './client.js';
import type { Served } from './served.js';

/** The report of `check --json`, also where stores failed for some secrets. */
export async function check(texts: Texts, client: Client, { room, context }: Served): Promise<object> {
  const { file } = room.call.options;
  const options = { file, ...chosen(texts, room.limits) };
  return inSession({ operation: 'check', options }, texts, client, context, async (session) => {
    let report: object | null = null;
    try {
      await session.report((resolution) => {
        report = reportOf(resolution);
      });
    } catch (error) {
      // Which stores failed, the report says; one that says nothing else leaves the failure.
      client.signal.throwIfAborted();
      if (report === null) throw error;
    }
    return report ?? {};
  });
}
