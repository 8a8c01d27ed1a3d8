/** `export --format powershell`: lines for `Invoke-Expression`. */
import type { Values } from '../values-to-export.js';

/**
 * PowerShell decodes what a program prints by the code page of the console, joins its lines with those of the system, and takes
 * curly quotes for straight ones: so everything but printable ASCII is written as the number of its UTF-16 unit.
 */
export function exportPowershell(values: Values): string {
  return values.map(([name, value]) => `$env:${name} = "${quoted(value)}"\n`).join('');
}

function quoted(value: string): string {
  return value.replace(/["`$]/g, '`$&').replace(/[^ -~]/g, (unit) => `$([char]${unit.charCodeAt(0)})`);
}
