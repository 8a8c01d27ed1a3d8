/** Whether a stream gets colour (semantics 6.1). */
import { isatty } from 'node:tty';

/** Only a terminal does. `NO_COLOR` and `CLICOLOR=0` switch it off; `CLICOLOR_FORCE=1` beats everything. */
export function useColour(descriptor: number, variables: Readonly<Record<string, string | undefined>>): boolean {
  const force = variables['CLICOLOR_FORCE'] ?? '';
  if (force !== '' && force !== '0') return true;
  if ((variables['NO_COLOR'] ?? '') !== '' || variables['CLICOLOR'] === '0') return false;
  return isatty(descriptor) && variables['TERM'] !== 'dumb';
}
