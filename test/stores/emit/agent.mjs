/** The agent of OpenBao as a supervisor: its child gets what `tool export` prints. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installed } from '../vault/server.mjs';
import { run } from '../shared/tool.mjs';
import { fill, manifestFor } from './values.mjs';

const PRINT = 'process.stdout.write(`<<${JSON.stringify(process.env)}>>`)';

export function agent(vault, folder, tool) {
  return {
    'the child of the agent gets what the tool exports': async () => {
      await fill(vault);
      const host = vault.address.replace('http://', '');
      const manifest = manifestFor(`openbao://${host}/secret?tls=false`).replace('SHOWN', '');
      const environment = { BAO_TOKEN: vault.token };
      const exported = await tool(manifest, ['export', '--scope', 'api', '--format', 'json'], { environment });
      strictEqual(exported.status, 0, exported.stderr);
      const words = ['plan', 'emit', '--for', 'vault-agent', '--scope', 'api', '--', process.execPath, '-e', PRINT];
      const made = await tool(manifest, words);
      strictEqual(made.status, 0, made.stderr);
      const place = join(folder, 'agent');
      mkdirSync(place);
      writeFileSync(join(place, 'token'), vault.token);
      writeFileSync(join(place, 'agent.hcl'), made.stdout.replaceAll('/run/agent', place));
      const env = { PATH: process.env.PATH, HOME: place };
      const ran = await run([installed(), 'agent', `-config=${join(place, 'agent.hcl')}`], { cwd: place, env });
      const [, printed = '{}'] = /<<(\{.*\})>>/u.exec(ran.stdout) ?? [];
      const all = JSON.parse(printed);
      const wanted = JSON.parse(exported.stdout);
      deepStrictEqual(Object.fromEntries(Object.keys(wanted).map((name) => [name, all[name]])), wanted);
      strictEqual(all.DB_PASSWORD, undefined);
    },
  };
}
