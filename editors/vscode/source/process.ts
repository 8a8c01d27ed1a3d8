/** Starts `tool lsp`, and keeps what it says on its standard error, for the message if it ends. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { type CommandLine, ENVIRONMENT, shownCommand } from './command.js';

/** As much as a message can show. */
const LONGEST_LINE = 300;
/** What a process that ended has written is read by then. */
const ENDS_MS = 1_000;

export interface Started {
  readonly process: ChildProcess;
  /** The last line on its standard error, once it has ended. */
  lastWords(): Promise<string>;
}

export function startServer(command: CommandLine, folder: string | undefined): Promise<Started> {
  // npm installs scripts there, which only a shell starts.
  const isScript = process.platform === 'win32';
  const quoted = (word: string) => (isScript && /[\s&|<>^()%!]/u.test(word) ? `"${word}"` : word);
  const child = spawn(quoted(command.program), command.words.map(quoted), {
    cwd: folder,
    env: { ...process.env, ...ENVIRONMENT },
    shell: isScript,
    windowsHide: true,
  });
  let last = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    last = text.trim().split('\n').at(-1) || last;
  });
  const ended = once(child, 'close').catch(() => {});
  const lastWords = async () => {
    await Promise.race([ended, after(ENDS_MS)]);
    return last.slice(0, LONGEST_LINE);
  };
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve({ process: child, lastWords }));
    child.once('error', ({ message }) =>
      reject(new Error(`\`${shownCommand(command)}\` cannot be started: ${message}`)),
    );
  });
}
