/**
 * The credential helper for Docker: asked by the client that Docker itself uses, and by `skopeo` and `docker` before a registry on loopback.
 * `node test/stores/docker.mjs COMMAND...`; what is not installed is left out, with one line. Ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startRegistry } from './docker/registry.mjs';
import { goProgram } from './go-program.mjs';
import { runCasesInTurn } from './run-cases.mjs';
import { run } from './shared/tool.mjs';

const command = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-docker-'));
const registry = await startRegistry('alice:canary-of-a-registry');
const client = goProgram('docker-client');
let places = 0;

/** A home of its own, with the helper in the PATH as npm or a link of the executable puts it there. */
function openPlace(config) {
  const at = join(root, `place-${places++}`);
  const [home, bin] = ['home', 'bin'].map((name) => join(at, name));
  for (const folder of [home, bin, join(home, '.docker')]) mkdirSync(folder, { recursive: true });
  const program = command.at(-1);
  symlinkSync(
    program.endsWith('.js') ? join(dirname(program), 'docker-credential-tool.js') : program,
    join(bin, 'docker-credential-tool'),
  );
  const path = join(home, '.docker/config.json');
  if (config !== undefined) writeFileSync(path, config);
  const env = {
    PATH: `${bin}:${process.env.PATH}`,
    HOME: home,
    XDG_RUNTIME_DIR: at,
    TOOL_PROVIDER: 'dotenv:docker.env',
  };
  const start = (words, input, more = {}) => run(words, { cwd: at, env: { ...env, ...more }, input });
  const tool = async (words, input) => {
    const ran = await start([...command, 'docker', ...words], input);
    ok(!(ran.stdout + ran.stderr).includes('canary'), 'a password is shown');
    return ran;
  };
  return { at, home, path, start, tool, read: () => readFileSync(path, 'utf8') };
}

/** The tool answers for these registries, each with the password of the one above. */
async function configured(place, ...registries) {
  for (const name of registries) {
    strictEqual((await place.tool(['configure', '--registry', name, '--username', 'alice', '--yes'])).status, 0);
    strictEqual((await place.tool(['login', name], 'canary-of-a-registry\n')).status, 0);
  }
}

const asked = async (place, ...words) => {
  const { status, stdout } = await place.start([client, 'docker-credential-tool', ...words]);
  return status === 0 ? JSON.parse(stdout) : stdout.trim();
};

const ofClient = {
  'Docker is answered with user and password': async () => {
    const place = openPlace();
    await configured(place, 'ghcr.io');
    const answer = { ServerURL: 'ghcr.io', Username: 'alice', Secret: 'canary-of-a-registry' };
    deepStrictEqual(await asked(place, 'get', 'ghcr.io'), answer);
    deepStrictEqual(await asked(place, 'list'), {});
  },
  'Docker Hub is one registry in every spelling': async () => {
    const place = openPlace();
    await configured(place, 'Docker.io');
    for (const name of ['docker.io', 'index.docker.io', 'https://index.docker.io/v1/', 'registry-1.docker.io'])
      strictEqual((await asked(place, 'get', name)).Secret, 'canary-of-a-registry', name);
    deepStrictEqual(JSON.parse(place.read()), { credHelpers: { 'https://index.docker.io/v1/': 'tool' } });
  },
  'what is not ours, or not stored, is not found, as Docker means it': async () => {
    const place = openPlace();
    await place.tool(['configure', '--registry', 'ghcr.io', '--username', 'alice', '--yes']);
    for (const name of ['quay.io', 'ghcr.io:5000', 'ghcr.io', 'sub.ghcr.io', 'ghcr.io/team'])
      match(await asked(place, 'get', name), /^not found: true/u);
  },
  'another failure is one line that Docker shows, without a value': async () => {
    const place = openPlace();
    await configured(place, 'ghcr.io');
    writeFileSync(join(place.home, '.config/tool/docker.env'), Buffer.from('PASSWORD_\xff', 'latin1'));
    const shown = await asked(place, 'get', 'ghcr.io');
    match(shown, /^not found: false, error getting credentials .*E11\d\d/u);
    ok(!shown.includes('canary') && !shown.includes('\n'));
  },
  '`docker login` and `docker logout` are refused, with the command to use': async () => {
    const place = openPlace();
    await configured(place, 'ghcr.io');
    match(await asked(place, 'store', 'ghcr.io', 'mallory', 'x'), /tool docker login/u);
    match(await asked(place, 'erase', 'ghcr.io'), /tool docker logout/u);
    strictEqual((await asked(place, 'get', 'ghcr.io')).Secret, 'canary-of-a-registry');
  },
  'each file of Docker has its own registries': async () => {
    const place = openPlace();
    await configured(place, 'ghcr.io');
    const other = { DOCKER_CONFIG: join(place.at, 'other') };
    const { stdout } = await place.start([client, 'docker-credential-tool', 'get', 'ghcr.io'], '', other);
    match(stdout, /^not found: true/u);
  },
};

const cases = {
  'the file is given back, byte for byte, and what the helper knows is private': async () => {
    const before = '{\n  "psFormat": "x",\n  "auths": { "a": {} },\n  "10": 1.50\n}\n';
    const place = openPlace(before);
    await configured(place, 'ghcr.io', registry.host);
    strictEqual(statSync(join(place.home, '.config/tool/docker-credentials.json')).mode & 0o777, 0o600);
    ok(!readFileSync(join(place.home, '.config/tool/docker-credentials.json'), 'utf8').includes('canary'));
    strictEqual((await place.tool(['unconfigure', '--all', '--yes'])).status, 0);
    strictEqual(place.read(), before);
  },
  'the answer is in the audit log, with the registry': async () => {
    const place = openPlace();
    await configured(place, 'ghcr.io');
    strictEqual((await place.start(['docker-credential-tool', 'get'], 'ghcr.io')).status, 0);
    const log = readFileSync(join(place.home, '.local/state/tool/audit.log'), 'utf8').trim();
    const { action, outcome, caller } = JSON.parse(log.split('\n').at(-1));
    deepStrictEqual(
      { action, outcome, caller },
      {
        action: 'get',
        outcome: 'found',
        caller: { name: 'docker', operation: 'credential_get', resource: 'ghcr.io' },
      },
    );
    ok(!log.includes('canary'));
  },
  'of ten that configure at once all are in the file': async () => {
    const place = openPlace();
    const names = Array.from({ length: 10 }, (_, index) => `r${index}.example`);
    const all = names.map((name) => place.tool(['configure', '--registry', name, '--username', 'a', '--yes']));
    for (const { status, stderr } of await Promise.all(all)) strictEqual(status, 0, stderr);
    deepStrictEqual(Object.keys(JSON.parse(place.read()).credHelpers).sort(), names);
    strictEqual((await place.tool(['unconfigure', '--all', '--yes'])).status, 0);
    ok(!existsSync(place.path));
  },
  ...(client === null ? {} : ofClient),
};

/** Programs that look at images: each asks the registry for one, with the user that the helper names. */
const LOOKS = {
  skopeo: (image) => ['skopeo', 'inspect', '--tls-verify=false', `docker://${image}`],
  docker: (image) => ['docker', 'manifest', 'inspect', '--insecure', image],
};
for (const [program, words] of Object.entries(LOOKS)) {
  if ((await run(['sh', '-c', `command -v ${program}`], { cwd: root, env: process.env })).status !== 0) {
    console.log(`left out: ${program} is not installed`);
    continue;
  }
  cases[`${program} is answered for an image, and not without us`] = async () => {
    const place = openPlace();
    const image = `${registry.host}/app:latest`;
    registry.asked.length = 0;
    ok((await place.start(words(image))).status !== 0);
    // Without a user and a password some send two empty ones.
    deepStrictEqual(
      registry.asked.filter((sent) => sent !== ':'),
      [],
    );
    registry.asked.length = 0;
    await configured(place, registry.host);
    const { status, stderr } = await place.start(words(image));
    strictEqual(status, 0, stderr);
    ok(registry.asked.includes('alice:canary-of-a-registry'));
  };
}
if (client === null) console.log('left out: the client of Docker: Go is not installed');

const code = await runCasesInTurn(cases);
registry.close();
rmSync(root, { recursive: true, force: true });
process.exit(code);
