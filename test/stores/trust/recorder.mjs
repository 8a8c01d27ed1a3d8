/** What one call of the tool starts, connects to and opens; not what programs do that it has started. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export async function recorded({ folder, env, words, hosts, root }, command) {
  const log = join(root, 'calls');
  hosts.length = 0;
  const traced = [
    '-f',
    '-qq',
    '-s',
    '4096',
    '-e',
    'trace=execve,connect,open,openat,clone,clone3,fork,vfork',
    '-o',
    log,
  ];
  const child = spawn('strace', [...traced, ...words, ...command.split(' ')], { cwd: folder, env, stdio: 'ignore' });
  await new Promise((resolve) => child.on('exit', resolve));
  return { ...eventsIn(readFileSync(log, 'latin1')), hosts: [...new Set(hosts)] };
}

function eventsIn(text) {
  const [starts, connects, opens] = [new Set(), new Set(), new Set()];
  const foreign = new Set();
  let first = true;
  for (const line of text.split('\n')) {
    const [, pid, call] = /^(\d+) +(.*)$/u.exec(line) ?? [];
    if (call === undefined) continue;
    if (foreign.has(pid)) {
      const born = /(?:clone3?|v?fork)\(.*= (\d+)$/u.exec(call) ?? /resumed>.*= (\d+)$/u.exec(call);
      if (born !== null) foreign.add(born[1]);
      continue;
    }
    const started = /^execve\("([^"]*)", \[(.*)\], .*(?:= 0|unfinished \.\.\.>)$/u.exec(call);
    if (started !== null) {
      if (!first) {
        starts.add(`${started[1]} ${started[2]}`);
        foreign.add(pid);
      }
      first = false;
    }
    const socket = /^connect\(\d+, \{(.*?)\}/u.exec(call);
    if (socket !== null) connects.add(socket[1]);
    const opened = /^open(?:at)?\((?:[^,"]*, )?"([^"]*)", (\S+)/u.exec(call);
    if (opened !== null) opens.add(opened[1]);
  }
  return { starts: [...starts], connects: [...connects], opens: [...opens] };
}
