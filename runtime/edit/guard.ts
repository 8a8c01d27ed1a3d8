/**
 * A process that removes the private folder if this one is killed, and ends the editor, which could write the values once more. It
 * waits for the end of its input, which comes with the end of this process, however that ends.
 */
import type { ChildProcess } from 'node:child_process';

const SHELL = '/bin/sh';
/** Lines are the number of the editor, `-` when it has ended, and `done`. No image of its memory is kept. */
const SCRIPT = `trap '' HUP INT QUIT TERM
ulimit -c 0
editor=-
while read -r line; do
  [ "$line" = done ] && exit 0
  editor=$line
done
end() {
  for child in $(cat "/proc/$1/task/$1/children"); do end "$child" "$2"; done
  kill "$2" "$1"
}
rm -rf -- "$1"
[ "$editor" = - ] && exit 0
end "$editor" -TERM
sleep 1
end "$editor" -KILL
rm -rf -- "$1"`;
/** It has no use for values, and its folder may be removed. */
const SURROUNDINGS = { env: { PATH: '/usr/bin:/bin' }, cwd: '/' };

export class Guard {
  readonly #process: ChildProcess | null;

  private constructor(process: ChildProcess | null) {
    this.#process = process;
  }

  /** Where no shell can be started, as on Windows, what is left is removed by the next `edit`. */
  static of(folder: string): Guard {
    return new Guard(started(folder));
  }

  /** Null: it has ended. */
  editorIs(pid: number | null): void {
    this.#say(pid === null ? '-' : `${pid}`);
  }

  /** Call it once the folder is removed. Waits until nothing of ours is left running. */
  async end(): Promise<void> {
    const guard = this.#process;
    if (guard === null || guard.exitCode !== null || guard.signalCode !== null) return;
    const ended = new Promise((resolve) => guard.on('exit', resolve));
    this.#say('done');
    guard.stdin?.end();
    await ended;
  }

  #say(line: string): void {
    this.#process?.stdin?.write(`${line}\n`);
  }
}

function started(folder: string): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const { spawn } = process.getBuiltinModule('node:child_process');
  try {
    // In a session of its own, so that no terminal ends it with us.
    const child = spawn(SHELL, ['-c', SCRIPT, 'sh', folder], {
      ...SURROUNDINGS,
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    child.on('error', () => {});
    child.stdin?.on('error', () => {});
    return child.pid === undefined ? null : child;
  } catch {
    return null;
  }
}
