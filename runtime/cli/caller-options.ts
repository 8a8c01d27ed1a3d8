/** What a program that calls the tool says of itself (semantics 6.1). */
import { fail } from '../failure.js';
import { given } from '../inputs/given.js';
import type { Caller } from '../session/call.js';
import { type Arguments, CALLER_OPTIONS } from './arguments.js';

/** Each text is trimmed. Without a name, or with a blank one, there is no caller; a blank detail is not known. */
export function callerOf(args: Arguments): Caller | null {
  const [name = null, version, operation, resource] = CALLER_OPTIONS.map((option) => given(args.text(option.name)));
  if (name === null) return null;
  return { name, ...(version && { version }), ...(operation && { operation }), ...(resource && { resource }) };
}

/** Stops if there are details of a caller that has no name. */
export async function requireCallerName(args: Arguments): Promise<void> {
  const detail = args.has('caller') ? undefined : CALLER_OPTIONS.find(({ name }) => args.has(name));
  if (detail === undefined) return;
  const { access } = await import('#schemas/diagnostics/E09-access.js');
  fail(access.E0903({ option: `--${detail.name}` }));
}
