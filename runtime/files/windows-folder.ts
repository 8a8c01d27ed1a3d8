/** The folder of Windows itself, and what is in it. */
import { join } from 'node:path';

/** As this process was started: neither `ComSpec` nor `Path`, which a checkout may have set, nor a variable that a command gets. */
export function windowsFolder(): string {
  return process.env['SystemRoot'] || 'C:\\Windows';
}

/** The path of a program that comes with Windows. */
export function windowsProgram(name: string): string {
  return join(windowsFolder(), 'System32', name);
}
