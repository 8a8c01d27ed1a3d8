/** A consumer of the package: a folder with the package installed from `npm pack`, a manifest, and a program that uses all of it. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const LIMIT_MS = 600_000;

/** Its generators are in files of the bundle that nothing else loads, and in a package beside it. */
const MANIFEST = `[project]
name = "consumer"
revision = "1.0"
require_reason = false
[defaults]
providers = ["dotenv://.env"]
[profiles.default]
PASSWORD = { description = "Password" }
URL = { description = "Made of it", composed = "postgres://\${PASSWORD}@db" }
CERTIFICATE = { description = "As a file", as_path = true }
ABSENT = { description = "Optional", required = false }
toJSON = { description = "Named like a method", default = "x" }
WORDS = { description = "Words", type = "mnemonic", generate = true }
KEY = { description = "Key of OpenPGP", type = "openpgp_private_key", generate = { user_id = "c@example.com" } }
SSH = { description = "Key of SSH", type = "ssh_private_key", generate = true }
`;
const VALUES = "PASSWORD='canary-from-dotenv'\nCERTIFICATE='canary-of-a-file'\n";

/** What every program prints, wherever it runs. */
export const EXPECTED = {
  password: 'canary-from-dotenv',
  url: 'postgres://canary-from-dotenv@db',
  file: 'canary-of-a-file',
  absent: true,
  made: [true, true, true],
  got: 'canary-from-dotenv',
  typed: ['canary-from-dotenv', null, 'x'],
  kind: 'missing_required',
  same: true,
};

/** The body of a module that has the exports of the library as `tool`, and those of `node:fs` as `fs`. */
export const USE = `async function use(tool, fs, folder) {
  const { builder, keepTempFiles, MissingRequiredError, ToolError, typed } = tool;
  const path = folder + '/manifest.toml';
  const secrets = await builder().withPath(path).load();
  const { PASSWORD, URL, CERTIFICATE, WORDS, KEY, SSH } = secrets.secrets;
  const got = await builder().withPath(path).get('PASSWORD');
  const exact = await typed().load('default', { path });
  const lacking = '[project]\\nname = "n"\\nrevision = "1.0"\\n[profiles.default]\\nNONE = { description = "n", providers = ["dotenv://none.env"] }\\n';
  const error = await builder().withManifest(lacking, folder).withReason('test').load().catch((thrown) => thrown);
  const result = {
    password: PASSWORD.value,
    url: URL.get(),
    file: fs.readFileSync(CERTIFICATE.get(), 'utf8'),
    absent: secrets.missingOptional.includes('ABSENT'),
    made: [WORDS.value.split(' ').length >= 12, KEY.value.startsWith('-----BEGIN PGP'), SSH.value.startsWith('-----BEGIN OPENSSH')],
    got: got.secret.value,
    typed: [exact.PASSWORD, exact.ABSENT, exact.toJSON],
    kind: error.kind,
    same: error instanceof MissingRequiredError && error instanceof ToolError && keepTempFiles(exact).length === 1,
  };
  fs.rmSync(exact.CERTIFICATE);
  secrets.dispose();
  return result;
}
`;

/** Makes the consumer; `write` and `run` work in its folder. */
export function consumer() {
  const root = mkdtempSync(join(tmpdir(), 'tool-consumer-'));
  const folder = join(root, 'consumer');
  for (const path of ['consumer', 'home', 'tmp']) mkdirSync(join(root, path));
  install(root, folder);
  const write = (name, text) => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  write('manifest.toml', MANIFEST);
  write('.env', VALUES);
  const env = {
    PATH: process.env.PATH,
    HOME: join(root, 'home'),
    TMPDIR: join(root, 'tmp'),
    NEXT_TELEMETRY_DISABLED: '1',
  };
  return {
    folder,
    env,
    write,
    /** A folder that has the project and nothing that is installed. */
    alone(name) {
      const place = join(root, 'alone', name);
      mkdirSync(place, { recursive: true });
      for (const file of ['manifest.toml', '.env']) cpSync(join(folder, file), join(place, file));
      return place;
    },
    /** Standard output of a program that must end well and write nothing to standard error. */
    run(program, words, { cwd = folder } = {}) {
      const { stdout, stderr, status, error } = spawnSync(program, words, {
        cwd,
        env,
        encoding: 'utf8',
        timeout: LIMIT_MS,
      });
      if (error === undefined && status === 0) return { stdout, stderr };
      throw new Error(`${program} ${words.join(' ')}: ${error ?? stdout + stderr}`);
    },
    remove: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** npm copies what is packed, and its dependencies, which this repository has. */
function install(root, folder) {
  const told = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', root], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  const [{ filename }] = Object.values(JSON.parse(told));
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, join(root, filename)], { cwd: folder, stdio: 'pipe', timeout: LIMIT_MS });
}
