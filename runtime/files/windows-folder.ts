/** The folder of Windows itself, and what is in it. Not `ComSpec` or `Path`, which a checkout may have set. */
import { join } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

export function windowsFolder(variables: Variables): string {
  return inAnyCase(variables, 'SystemRoot') || 'C:\\Windows';
}

/** The variable of this name, of which Windows has one in whatever case; empty if it is not set. */
export function inAnyCase(variables: Variables, name: string): string {
  const spelled = Object.keys(variables).find((one) => one.toLowerCase() === name.toLowerCase());
  return (spelled !== undefined && variables[spelled]) || '';
}

/** The path of a program that comes with Windows. */
export function windowsProgram(name: string, variables: Variables): string {
  return join(windowsFolder(variables), 'System32', name);
}
