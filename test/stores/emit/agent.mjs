/** The agents of OpenBao and of Vault as supervisors: their child gets what `tool export` prints, and files with what the tool has. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goProgram } from '../go-program.mjs';
import { run } from '../shared/tool.mjs';
import { installed } from '../vault/server.mjs';
import { fill, manifestFor, STORED } from './values.mjs';

const PRINT = 'process.stdout.write(`<<${JSON.stringify(process.env)}>>`)';
const FILE = 'TLS_KEY = { description = "x", as_path = true }';

export function agent(vault, folder, tool) {
  const ofVault = goProgram('vault-agent');
  if (ofVault === null) console.log("left out: Vault's own agent, for Go is not installed, with which it is built");
  const started = (name, words) => supervised({ vault, tool, place: join(folder, name), words });
  return {
    'the child of the agent gets what the tool exports': () =>
      started('openbao-agent', (file) => [installed(), 'agent', `-config=${file}`]),
    ...(ofVault !== null && {
      "the child of Vault's own agent gets what the tool exports": () =>
        started('vault-agent', (file) => [ofVault, file]),
    }),
  };
}

async function supervised({ vault, tool, place, words }) {
  await fill(vault);
  const host = vault.address.replace('http://', '');
  const manifest = manifestFor(`openbao://${host}/secret?tls=false`, FILE).replace('SHOWN', ', "TLS_KEY"');
  const environment = { BAO_TOKEN: vault.token };
  const exported = await tool(manifest, ['export', '--scope', 'api', '--format', 'json'], { environment });
  strictEqual(exported.status, 0, exported.stderr);
  const command = [process.execPath, '-e', PRINT];
  const made = await tool(manifest, ['plan', 'emit', '--for', 'vault-agent', '--scope', 'api', '--', ...command]);
  strictEqual(made.status, 0, made.stderr);
  const files = join(place, 'files');
  mkdirSync(files, { recursive: true });
  writeFileSync(join(place, 'token'), vault.token);
  writeFileSync(join(place, 'agent.hcl'), made.stdout.replaceAll('/run/agent', place).replaceAll('/run/shop', files));
  const env = { PATH: process.env.PATH, HOME: place };
  const ran = await run(words(join(place, 'agent.hcl')), { cwd: place, env });
  const [, printed] = /<<(\{.*\})>>/u.exec(ran.stdout) ?? [];
  if (printed === undefined) throw new Error(`the agent ended with ${ran.status}: ${ran.stdout}${ran.stderr}`);
  const all = JSON.parse(printed);
  const { TLS_KEY, ...values } = JSON.parse(exported.stdout);
  deepStrictEqual(Object.fromEntries(Object.keys(values).map((name) => [name, all[name]])), values);
  strictEqual(all.DB_PASSWORD, undefined);
  strictEqual(typeof TLS_KEY, 'string');
  strictEqual(all.TLS_KEY, join(files, 'TLS_KEY'));
  strictEqual(readFileSync(all.TLS_KEY, 'utf8'), STORED['tool/shop/default/TLS_KEY'].value);
  strictEqual(statSync(all.TLS_KEY).mode & 0o777, 0o400);
}
