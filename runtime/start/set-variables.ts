/** Sets variables of this process: for programs that ask for it. No call changes any. */

export function setVariables(values: readonly (readonly [string, string])[]): void {
  for (const [name, value] of values) process.env[name] = value;
}
