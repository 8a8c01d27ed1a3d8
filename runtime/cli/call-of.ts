/** The call that a command line makes. */
import type { Call, CallContext, CallOptions } from '../session/call.js';
import type { Arguments } from './arguments.js';
import { callerOf } from './caller-options.js';
import { pathOption } from './path-option.js';

/** `changed`: options that the command itself decides. */
export function callOf(args: Arguments, context: CallContext, changed: Partial<CallOptions> = {}): Call {
  return {
    options: {
      file: args.text('file'),
      planFile: pathOption(args, 'plan', 'the plan file'),
      expectHash: args.text('expect-hash'),
      profile: args.text('profile'),
      provider: args.text('provider'),
      scope: args.text('scope'),
      ...narrowingOf(args),
      reason: args.text('reason'),
      caller: callerOf(args),
      ...changed,
    },
    variables: context.variables,
    ...(context.entries !== undefined && { entries: context.entries }),
    get workingFolder() {
      return context.workingFolder;
    },
  };
}

function narrowingOf(args: Arguments): Pick<CallOptions, 'narrowing'> {
  const [only, except] = [args.texts('only'), args.texts('except')];
  return only.length + except.length === 0 ? {} : { narrowing: { only, except } };
}
