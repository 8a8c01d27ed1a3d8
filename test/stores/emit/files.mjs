/** Docker Compose, as its own library reads files, and systemd, which verifies units. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goProgram } from '../go-program.mjs';
import { manifestOf } from '../shared/tool.mjs';

const SECRETS = `
API_KEY = { description = "x" }
USER_NAME = { description = "x", default = "shop" }
URL = { description = "x", composed = "postgres://\${USER_NAME}:\${API_KEY}@db" }
TLS_KEY = { description = "x", as_path = true }
LOST = { description = "x", required = false }
`;
const SCOPES = `
[scopes.api]
secrets = ["URL", "TLS_KEY", "LOST"]
`;
const VALUES = { API_KEY: 'canary-key', TLS_KEY: 'canary-file' };

export function files(tool) {
  const program = goProgram('compose');
  if (program === null) console.log('left out: Docker Compose, for Go is not installed, with which it is built');
  return {
    ...(program !== null && { 'Compose passes on what the scope of a service shows': () => compose(tool, program) }),
    'systemd takes the drop-in': () => systemd(tool),
  };
}

async function compose(tool, program) {
  const manifest = manifestOf('env', SECRETS, SCOPES);
  const args = ['plan', 'emit', '--for', 'compose', '--service', 'web=api', '--strict', '--output', 'override.yaml'];
  const written = await tool(manifest, args);
  strictEqual(written.status, 0, written.stderr);
  writeFileSync(join(written.at, 'compose.yaml'), 'services:\n  web:\n    image: x\n');
  const run = await tool(
    manifest,
    ['run', '--', program, join(written.at, 'compose.yaml'), join(written.at, 'override.yaml')],
    {
      environment: VALUES,
    },
  );
  strictEqual(run.status, 0, run.stderr);
  const { services, secrets } = JSON.parse(run.stdout);
  deepStrictEqual(services.web.environment, {
    LOST: null,
    TLS_KEY: '/run/secrets/TLS_KEY',
    URL: 'postgres://shop:canary-key@db',
  });
  deepStrictEqual(
    services.web.secrets.map(({ source }) => source),
    ['TLS_KEY'],
  );
  strictEqual(secrets.TLS_KEY.file.endsWith('/null'), false);
}

async function systemd(tool) {
  const manifest = manifestOf('systemd-credential', SECRETS, SCOPES);
  const made = await tool(manifest, [
    'plan',
    'emit',
    '--for',
    'systemd',
    '--',
    '/bin/sh',
    '-c',
    'echo "$URL" 100%; true',
  ]);
  strictEqual(made.status, 0, made.stderr);
  // The tool is elsewhere here.
  const unit = `${made.stdout.replaceAll('/usr/local/bin/tool', '/bin/echo').replace('[Service]\n', '[Service]\nType=exec\n')}`;
  writeFileSync(join(made.at, 'shop.service'), `[Unit]\nDescription=Shop\n${unit}`);
  const verified = spawnSync('systemd-analyze', ['verify', '--man=no', join(made.at, 'shop.service')], {
    encoding: 'utf8',
  });
  strictEqual(verified.status, 0, verified.stderr);
  strictEqual(verified.stderr.includes('shop.service'), false, verified.stderr);
}
