/** Finding values where they must not be: in outputs, in files that commands leave, in what other programs can see. */
import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from './golden.js';
import type { CliOutcome, CliWorld } from './run-cli.js';

/** A value as it is, and as it looks encoded. Longer than what two values may share by chance. */
export function formsOf(canary: string): readonly string[] {
  const bytes = Buffer.from(canary);
  // The last group of Base64 depends on what follows.
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3));
  const octal = [...bytes].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
  const reversed = [...canary].reverse().join('');
  return [canary, whole.toString('base64'), whole.toString('base64url'), bytes.toString('hex'), octal, reversed];
}

export interface Leak {
  readonly where: string;
  readonly form: string;
  readonly around: string;
}

/** Every form of every value in one text; two pieces of a value that was cut count, too. */
export function leaksIn(where: string, text: string, canaries: readonly string[]): readonly Leak[] {
  const forms = new Set(canaries.flatMap(formsOf));
  return [...forms].flatMap((form) => {
    const at = text.indexOf(form);
    return at === -1 ? [] : [{ where, form, around: text.slice(Math.max(0, at - 60), at + form.length + 20) }];
  });
}

/** What a command said; `product`: standard output is for the value. */
export function leaksOf(
  { stdout, stderr }: CliOutcome,
  canaries: readonly string[],
  product: boolean,
): readonly Leak[] {
  return [
    ...(product ? [] : leaksIn('stdout', `${stdout}`, canaries)),
    ...leaksIn('stderr', stderr.toString('utf8'), canaries),
  ];
}

/** What lies in the folders of a world besides the given files: contents, and names of all files. */
export function leaksLeft(world: CliWorld, given: readonly string[], canaries: readonly string[]): readonly Leak[] {
  return [world.work, world.home, world.temporary].flatMap((folder) =>
    filesBelow(folder).flatMap((file) => {
      const path = join(folder, file);
      const named = leaksIn(`name of ${file}`, file, canaries);
      if (given.includes(file) || !lstatSync(path).isFile()) return named;
      return [...named, ...leaksIn(`content of ${file}`, readFileSync(path, 'latin1'), canaries)];
    }),
  );
}
