/** `export --format yaml`: one mapping of names to texts. */
import type { Values } from '../values-to-export.js';
import { yamlKey, yamlText } from '../../values/yaml-text.js';

/** Every value is in quotes: `0123`, `yes` and `~` are texts. */
export function exportYaml(values: Values): string {
  if (values.length === 0) return '{}\n';
  return values.map(([name, value]) => `${yamlKey(name)}: ${yamlText(value)}\n`).join('');
}
