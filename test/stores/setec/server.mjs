/** A server of setec on loopback, in a folder of its own: the address of a client is who it is. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { request as send } from 'node:http';
import { join } from 'node:path';
import { goProgram } from '../go-program.mjs';

/** May do everything. */
export const OWNER = '127.0.0.1';
const ALL = { action: ['get', 'info', 'put', 'create-version', 'activate', 'delete'], secret: ['*'] };

/** Its host, `ask` and `stop`; null where there is no Go. `rules`: by address, besides that of the owner. */
export async function startSetec(folder, rules) {
  const program = goProgram('setec');
  if (program === null) return null;
  mkdirSync(folder);
  writeFileSync(join(folder, 'rights.json'), JSON.stringify({ [OWNER]: ALL, ...rules }));
  const child = spawn(program, [folder], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => [null])]);
  if (line === null) throw new Error('the server of setec has ended');
  const host = String(line).trim();
  return { host, ask: (action, json, from) => asked(host, action, json, from), stop: () => child.stdin.end() };
}

/** The answer of the API to another client: its status, and its body as JSON if it is. */
async function asked(host, action, json, from = OWNER) {
  const headers = { 'content-type': 'application/json', 'sec-x-tailscale-no-browsers': 'setec' };
  const request = send(`http://${host}/api/${action}`, { method: 'POST', headers, localAddress: from, agent: false });
  request.end(JSON.stringify(json));
  const [response] = await once(request, 'response');
  const text = Buffer.concat(await response.toArray()).toString();
  return { status: response.statusCode, body: response.statusCode === 200 ? JSON.parse(text) : text };
}
