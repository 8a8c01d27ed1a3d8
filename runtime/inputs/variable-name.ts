/** Which names mean one variable. On Windows `Path` and `PATH` do. */

const isWindows = process.platform === 'win32';

/** Equal for all spellings of one variable. */
export const identityOfVariable: (name: string) => string = isWindows ? (name) => name.toUpperCase() : (name) => name;

/** An empty collection of variables by name, which finds them in any spelling that is one on this system. */
export function newVariables(): Map<string, Uint8Array> {
  return isWindows ? new WindowsVariables() : new Map();
}

class WindowsVariables extends Map<string, Uint8Array> {
  override get(name: string): Uint8Array | undefined {
    return super.get(identityOfVariable(name));
  }

  override has(name: string): boolean {
    return super.has(identityOfVariable(name));
  }

  override set(name: string, value: Uint8Array): this {
    return super.set(identityOfVariable(name), value);
  }
}
