/** Arguments as if options of a configuration had been given with them. */
import type { HelperOptions } from '../credential-helpers/helper-options.js';
import type { Arguments } from './arguments.js';

export function withKeptOptions(args: Arguments, { file, profile, provider }: HelperOptions): Arguments {
  const kept = new Map(Object.entries({ file, profile, provider }));
  const text = (name: string) => kept.get(name) ?? args.text(name);
  return { ...args, has: (name) => text(name) !== null || args.has(name), text };
}
