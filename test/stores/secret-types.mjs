/**
 * Generated keys in the programs that people use: openssl, OpenSSH, GnuPG, age, WireGuard and jose. `node
 * test/stores/secret-types.mjs COMMAND...`; needs openssl, ssh-keygen, sshd, gpg, age and wg; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawn, spawnSync } from 'node:child_process';
import { createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { calculateJwkThumbprint, importJWK, jwtVerify, SignJWT } from 'jose';
import { runCasesInTurn } from './run-cases.mjs';
import { onFreePorts } from './shared/ports.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-types-'));
const home = join(root, 'home');
const temporary = join(root, 'tmp');
const keyring = join(root, 'gnupg');
for (const folder of [home, temporary, keyring]) mkdirSync(folder, { mode: 0o700 });
const env = {
  PATH: `${process.env.PATH}:/usr/sbin:/sbin`,
  HOME: home,
  TMPDIR: temporary,
  LANG: 'C.UTF-8',
  GNUPGHOME: keyring,
};
const USER_ID = 'Ann Müller (release) <ann@shop.example>';

/** By name of the secret: its type, and `generate`. */
const SECRETS = {
  AGE: ['age_identity', 'true'],
  JWK_ED25519: ['jwk_private_key', '{ kid = "key 1" }'],
  JWK_P256: ['jwk_private_key', '{ algorithm = "p256" }'],
  JWK_RSA: ['jwk_private_key', '{ algorithm = "rsa", bits = 2048 }'],
  PASSPHRASE: ['passphrase', 'true'],
  PASSWORD: ['password', 'true'],
  PGP: ['openpgp_private_key', `{ user_id = "${USER_ID}" }`],
  PGP_ENCRYPT: ['openpgp_private_key', '{ user_id = "encrypts", capabilities = ["encrypt"] }'],
  PGP_RSA: ['openpgp_private_key', '{ user_id = "rsa", algorithm = "rsa", bits = 2048 }'],
  PGP_SIGN: ['openpgp_private_key', '{ user_id = "signs", capabilities = ["sign"] }'],
  RSA: ['rsa_private_key', 'true'],
  RSA_4096: ['rsa_private_key', '{ bits = 4096 }'],
  SSH: ['ssh_private_key', '{ comment = "ann müller@host" }'],
  SSH_PLAIN: ['ssh_private_key', 'true'],
  SSH_RSA: ['ssh_private_key', '{ algorithm = "rsa", bits = 2048, comment = "rsa" }'],
  SSH_RSA_DEFAULT: ['ssh_private_key', '{ algorithm = "rsa" }'],
  WIREGUARD: ['wireguard_private_key', 'true'],
};

function project(name, secrets) {
  const folder = join(root, name);
  mkdirSync(folder);
  const declared = Object.entries(secrets).map(
    ([secret, [type, generate]]) => `${secret} = { description = "x", type = "${type}", generate = ${generate} }`,
  );
  writeFileSync(
    join(folder, 'manifest.toml'),
    `[project]\nname = "types"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\nproviders = ["dotenv"]\n[profiles.default]\n${declared.join('\n')}\n`,
  );
  return folder;
}

/** A program that must succeed. */
function must(program, words, input, more = {}) {
  const ended = spawnSync(program, words, { input, env, encoding: 'utf8', maxBuffer: 1e8, ...more });
  strictEqual(ended.status, 0, `${program} ${words.join(' ')}: ${ended.error ?? ''}${ended.stderr}`);
  return ended;
}
const folder = project('all', SECRETS);
const inTool = (...words) => must(tool[0], [...tool.slice(1), ...words], undefined, { cwd: folder });

const generated = inTool('check');
const values = Object.fromEntries(Object.keys(SECRETS).map((name) => [name, inTool('get', name).stdout]));
/** As a file that only its owner reads. */
function file(name) {
  const path = join(root, `${name}.key`);
  writeFileSync(path, values[name]);
  chmodSync(path, 0o600);
  return path;
}
const gpg = (words, input) => must('gpg', ['--batch', '--quiet', '--trust-model', 'always', ...words], input);
const publicKeyOf = (name) => must('ssh-keygen', ['-y', '-f', file(name)]).stdout.trim();

const cases = {
  'openssl checks RSA keys': async () => {
    for (const [name, bits] of [
      ['RSA', 2048],
      ['RSA_4096', 4096],
    ]) {
      const { stdout } = must('openssl', ['rsa', '-in', file(name), '-check', '-noout', '-text']);
      match(stdout, new RegExp(`Private-Key: \\(${bits} bit`, 'u'));
      match(stdout, /RSA key ok/u);
      match(stdout, /publicExponent: 65537/u);
    }
  },
  'ssh-keygen reads keys, sizes and comments': async () => {
    const expected = { SSH: [256, 'ann müller@host', 'ED25519'], SSH_RSA: [2048, 'rsa', 'RSA'] };
    for (const [name, [bits, comment, kind]] of Object.entries(expected)) {
      ok(publicKeyOf(name).endsWith(` ${comment}`), publicKeyOf(name));
      match(
        must('ssh-keygen', ['-l', '-f', file(name)]).stdout,
        new RegExp(`^${bits} SHA256:.* ${comment} \\(${kind}\\)`, 'u'),
      );
    }
    match(publicKeyOf('SSH_PLAIN'), /^ssh-ed25519 \S+$/u);
    match(must('ssh-keygen', ['-l', '-f', file('SSH_RSA_DEFAULT')]).stdout, /^3072 /u);
  },
  'ssh-keygen reads its own keys after they were piped into `set`': async () => {
    const place = project('piped', { KEY: ['ssh_private_key', 'true'] });
    for (const [format, kind] of [
      ['RFC4716', 'ed25519'],
      ['PEM', 'rsa'],
      ['PKCS8', 'ecdsa'],
    ]) {
      const path = join(root, `${kind}-of-ssh-keygen`);
      must('ssh-keygen', ['-q', '-N', '', '-t', kind, '-m', format, '-f', path]);
      const key = readFileSync(path, 'utf8');
      must(tool[0], [...tool.slice(1), 'set', 'KEY'], `\n${key}\n`, { cwd: place });
      values.KEY = must(tool[0], [...tool.slice(1), 'get', 'KEY'], undefined, { cwd: place }).stdout;
      strictEqual(values.KEY, key);
      const [, publicKey] = publicKeyOf('KEY').split(' ');
      strictEqual(publicKey, readFileSync(`${path}.pub`, 'utf8').split(' ')[1]);
    }
    delete values.KEY;
  },
  'a key without a passphrase can be given one by ssh-keygen': async () => {
    for (const name of ['SSH', 'SSH_RSA']) {
      const [path, before] = [file(name), publicKeyOf(name)];
      must('ssh-keygen', ['-p', '-P', '', '-N', 'correct-horse', '-f', path]);
      strictEqual(must('ssh-keygen', ['-y', '-P', 'correct-horse', '-f', path]).stdout.trim(), before);
    }
  },
  'sshd lets them in, with generated keys of its own': async () => {
    writeFileSync(join(root, 'authorized_keys'), `${publicKeyOf('SSH')}\n${publicKeyOf('SSH_RSA')}\n`);
    for (const name of ['SSH_PLAIN', 'SSH_RSA_DEFAULT']) file(name);
    const options = [
      `HostKey ${join(root, 'SSH_PLAIN.key')}`,
      `HostKey ${join(root, 'SSH_RSA_DEFAULT.key')}`,
      `AuthorizedKeysFile ${join(root, 'authorized_keys')}`,
      `PidFile ${join(root, 'sshd.pid')}`,
      'StrictModes no',
      'UsePAM no',
      'PasswordAuthentication no',
      'PermitRootLogin prohibit-password',
    ];
    if (process.getuid() === 0) mkdirSync('/run/sshd', { recursive: true });
    const sshd = await onFreePorts(1, (port) => sshdOn(port, options));
    const { port } = sshd;
    try {
      for (const [name, host] of [
        ['SSH', 'SSH_PLAIN'],
        ['SSH_RSA', 'SSH_RSA_DEFAULT'],
      ]) {
        const known = join(root, 'known_hosts');
        writeFileSync(known, `[127.0.0.1]:${port} ${publicKeyOf(host)}\n`);
        const login = [
          '-F',
          'none',
          '-i',
          file(name),
          '-p',
          `${port}`,
          `${userInfo().username}@127.0.0.1`,
          'echo let in',
        ];
        const strict = [
          'IdentitiesOnly=yes',
          'BatchMode=yes',
          'StrictHostKeyChecking=yes',
          `UserKnownHostsFile=${known}`,
        ];
        const { status, stdout, stderr } = spawnSync('ssh', [...strict.flatMap((one) => ['-o', one]), ...login], {
          env,
          encoding: 'utf8',
        });
        deepStrictEqual([status, stdout], [0, 'let in\n'], `${stderr}${sshd.said}`);
      }
    } finally {
      sshd.server.kill();
    }
  },
  'gpg imports keys, with their user IDs, capabilities and no expiry': async () => {
    for (const name of ['PGP', 'PGP_RSA', 'PGP_SIGN', 'PGP_ENCRYPT']) gpg(['--import'], values[name]);
    const listed = gpg(['--list-secret-keys', '--with-colons'])
      .stdout.split('\n')
      .map((line) => line.split(':'));
    const keys = listed.filter(([kind]) => ['sec', 'ssb'].includes(kind));
    const [ED25519, CV25519, RSA] = ['22', '18', '1'];
    deepStrictEqual(
      keys.map(([kind, , bits, algorithm, , , expires, , , , , can]) => [
        kind,
        bits,
        algorithm,
        can.replace(/[A-Z]/gu, ''),
        expires,
      ]),
      [
        ['sec', '255', ED25519, 'c', ''],
        ['ssb', '255', ED25519, 's', ''],
        ['ssb', '255', CV25519, 'e', ''],
        ['sec', '2048', RSA, 'c', ''],
        ['ssb', '2048', RSA, 's', ''],
        ['ssb', '2048', RSA, 'e', ''],
        ['sec', '255', ED25519, 'c', ''],
        ['ssb', '255', ED25519, 's', ''],
        ['sec', '255', ED25519, 'c', ''],
        ['ssb', '255', CV25519, 'e', ''],
      ],
    );
    const users = listed.filter(([kind]) => kind === 'uid').map((fields) => fields[9]);
    deepStrictEqual(users, [USER_ID, 'rsa', 'signs', 'encrypts']);
  },
  'gpg signs and verifies with them': async () => {
    for (const user of ['ann@shop.example', 'rsa', 'signs']) {
      const signed = gpg(['--local-user', user, '--clearsign'], 'release\n').stdout;
      match(gpg(['--status-fd', '1', '--verify'], signed).stdout, /^\[GNUPG:\] VALIDSIG /mu);
    }
  },
  'gpg encrypts for them and decrypts': async () => {
    for (const user of ['ann@shop.example', 'rsa', 'encrypts']) {
      const sealed = gpg(['--recipient', user, '--armor', '--encrypt'], 'canary').stdout;
      strictEqual(gpg(['--decrypt'], sealed).stdout, 'canary');
    }
  },
  'what one cannot do, gpg refuses': async () => {
    const refused = (words) =>
      spawnSync('gpg', ['--batch', '--trust-model', 'always', ...words], { env, input: 'x' }).status;
    ok(refused(['--local-user', 'encrypts', '--clearsign']) !== 0);
    ok(refused(['--recipient', 'signs', '--armor', '--encrypt']) !== 0);
  },
  'age-keygen reads the identity, and age encrypts and decrypts with it': async () => {
    const recipient = must('age-keygen', ['-y', file('AGE')]).stdout.trim();
    match(recipient, /^age1[a-z0-9]{58}$/u);
    const sealed = must('age', ['-r', recipient, '-a'], 'canary').stdout;
    strictEqual(must('age', ['-d', '-i', file('AGE')], sealed).stdout, 'canary');
  },
  'wg derives the public key': async () => {
    const derived = must('wg', ['pubkey'], values.WIREGUARD).stdout.trim();
    // PKCS#8 of an X25519 key is this prefix and the key (RFC 8410).
    const der = Buffer.concat([
      Buffer.from('302e020100300506032b656e04220420', 'hex'),
      Buffer.from(values.WIREGUARD, 'base64'),
    ]);
    const { x } = createPublicKey(createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })).export({
      format: 'jwk',
    });
    strictEqual(derived, Buffer.from(x, 'base64url').toString('base64'));
  },
  'jose signs, verifies and computes the thumbprint of RFC 7638': async () => {
    const REQUIRED = { OKP: ['crv', 'kty', 'x'], EC: ['crv', 'kty', 'x', 'y'], RSA: ['e', 'kty', 'n'] };
    for (const name of ['JWK_ED25519', 'JWK_P256', 'JWK_RSA']) {
      const jwk = JSON.parse(values[name]);
      const required = Object.fromEntries(REQUIRED[jwk.kty].map((member) => [member, jwk[member]]));
      const token = await new SignJWT({ sub: 'ann' })
        .setProtectedHeader({ alg: jwk.alg, ...(jwk.kid && { kid: jwk.kid }) })
        .sign(await importJWK(jwk));
      const { payload, protectedHeader } = await jwtVerify(
        token,
        await importJWK({ ...required, alg: jwk.alg, use: 'sig' }),
      );
      deepStrictEqual([payload, protectedHeader.kid], [{ sub: 'ann' }, jwk.kid]);
      strictEqual(
        await calculateJwkThumbprint(jwk),
        createHash('sha256').update(JSON.stringify(required)).digest('base64url'),
      );
    }
  },
  'nothing that was generated is printed or left in a file besides the store': async () => {
    const secret = Object.values(values).map((value) => value.slice(0, 400).split('\n')[1] || value);
    const said = generated.stdout + generated.stderr;
    deepStrictEqual(
      secret.filter((text) => said.includes(text)),
      [],
    );
    deepStrictEqual(readdirSync(temporary), []);
    const files = [home, folder].flatMap((one) => readdirSync(one, { recursive: true, withFileTypes: true }));
    const holding = files
      .filter((one) => one.isFile() && one.name !== '.env')
      .filter((one) => secret.some((text) => readFileSync(join(one.parentPath, one.name)).includes(text)));
    deepStrictEqual(holding, []);
    strictEqual(inTool('check').stderr, '');
  },
  'nothing that was generated is an argument of a program': async () => {
    const again = project('traced', SECRETS);
    const log = join(root, 'trace');
    must('strace', ['-f', '-qq', '-s', '10000', '-e', 'trace=execve', '-o', log, ...tool, 'check'], undefined, {
      cwd: again,
    });
    const stored = readFileSync(join(again, '.env'), 'utf8')
      .split('\n')
      .map((line) => line.slice(line.indexOf('=') + 1));
    const parts = stored
      .flatMap((value) => value.split('\\n'))
      .filter((part) => part.length > 20 && !part.includes('-----'));
    ok(parts.length > 100, `${parts.length}`);
    const executed = readFileSync(log, 'utf8');
    match(executed, /execve/u);
    deepStrictEqual(
      parts.filter((part) => executed.includes(part)),
      [],
    );
  },
  'Ctrl-C ends a command, and what it started': async () => {
    const line = 'sleep 1000 & echo $! > pid; wait';
    const waiting = project('waiting', { TOKEN: ['command', `{ command = "${line}" }`] });
    const child = spawn(tool[0], [...tool.slice(1), 'check'], { cwd: waiting, env, stdio: 'ignore' });
    const end = once(child, 'exit');
    const pid = await contentOf(join(waiting, 'pid'));
    child.kill('SIGINT');
    deepStrictEqual(await end, [null, 'SIGINT']);
    for (let attempt = 0; attempt < 200 && isRunning(pid); attempt++) await sleep(50);
    ok(!isRunning(pid), `${pid} still runs`);
    ok(!readdirSync(waiting).includes('.env'));
  },
  ...Object.fromEntries(
    Object.entries({
      rsa_private_key: '{ bits = 16384 }',
      openpgp_private_key: '{ user_id = "slow", algorithm = "rsa", bits = 8192 }',
    }).map(([type, options]) => [
      `Ctrl-C ends the generation of a large ${type}`,
      async () => {
        const slow = project(`slow-${type}`, { KEY: [type, options] });
        const child = spawn(tool[0], [...tool.slice(1), 'check'], { cwd: slow, env, stdio: 'ignore' });
        const end = once(child, 'exit');
        // By then the key is being made; on a busy machine the start is interrupted, which must end it as well.
        await sleep(2_000);
        child.kill('SIGINT');
        const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
        deepStrictEqual(await end, [null, 'SIGINT']);
        clearTimeout(patience);
        ok(!readdirSync(slow).includes('.env'));
      },
    ]),
  ),
};

/** The line that is written to a file at some time. */
async function contentOf(path) {
  for (let attempt = 0; attempt < 200; attempt++) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    if (text.endsWith('\n')) return text.trim();
    await sleep(50);
  }
  throw new Error(`${path} was not written`);
}

/** A process that has ended stays a zombie until its parent has asked for its status. */
function isRunning(pid) {
  try {
    return !/\) Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Runs sshd with these options beside its port, once it listens there; null if it ends. */
async function sshdOn(port, options) {
  writeFileSync(join(root, 'sshd_config'), `ListenAddress 127.0.0.1:${port}\n${options.join('\n')}\n`);
  const server = spawn(must('which', ['sshd']).stdout.trim(), ['-D', '-e', '-f', join(root, 'sshd_config')], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const sshd = { server, port, said: '' };
  server.stderr.on('data', (text) => {
    sshd.said += text;
  });
  // Its own word: on its port another program may answer.
  while (!/^Server listening on /mu.test(sshd.said)) {
    if ((server.exitCode ?? server.signalCode) !== null) return null;
    await sleep(20);
  }
  return sshd;
}

try {
  process.exitCode = await runCasesInTurn(cases);
} finally {
  spawnSync('gpgconf', ['--kill', 'all'], { env });
  rmSync(root, { recursive: true, force: true });
}
