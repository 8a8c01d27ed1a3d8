/** The path of a table or key of a manifest as TOML spells it: `profiles."eu west".DB_URL`. */
import { keyText } from '../shape/line-to-write.js';

export function tablePath(path: readonly (string | number)[]): string {
  return path.map((step) => keyText(String(step))).join('.');
}
