/** Reason required, no terminal, not permitted. */
import { defineCodes } from './define.js';

export const access = defineCodes({
  E0901: {
    title: 'reason required',
    kind: 'reason_required',
    message: (p: { forAgents: boolean }) =>
      p.forAgents
        ? 'accessing secrets of this project requires a reason from automated agents'
        : 'accessing secrets of this project requires a reason',
    help: () =>
      'give one with `--reason TEXT`, the variable `TOOL_REASON`, or `withReason` of the SDK; ' +
      'the policy is `require_reason` in `[project]` (default "agents"; false never requires one)',
  },
  E0902: {
    title: 'no terminal to prompt on',
    kind: 'prompt_unavailable',
    message: (p: { secret: string }) => `\`${p.secret}\` must be entered, but there is no terminal`,
    help: () => 'store it first with `tool set`, or run the command from a terminal',
  },
});
