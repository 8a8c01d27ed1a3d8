/**
 * The X.509 family in the programs that people use: openssl, Java's keytool and TLS itself, with identities that were generated and
 * with those of openssl and Java. `node test/stores/certificates.mjs COMMAND...`; needs openssl, and keytool for the cases
 * about Java; ends with `N passed, N failed`.
 */
import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, createServer } from 'node:tls';
import { runCasesInTurn } from './run-cases.mjs';

const tool = process.argv.slice(2);
const root = mkdtempSync(join(tmpdir(), 'tool-x509-'));
const temporary = join(root, 'tmp');
for (const folder of ['home', 'tmp', 'made']) mkdirSync(join(root, folder), { mode: 0o700 });
const env = { PATH: process.env.PATH, HOME: join(root, 'home'), TMPDIR: temporary, LANG: 'C.UTF-8' };
const WORD = 'correct-horse';
const hasJava = spawnSync('keytool', ['-help'], { env }).status === 0;
if (!hasJava) console.log('left out  cases about Java: keytool is missing');

/** Everything that can be made of an identity; the lines of `TLS` come first. */
const EXPORTS = `
WORD = { description = "x" }
ARCHIVE = { description = "x", type = "pkcs12", from = "TLS", credentials = { password = "WORD" }, as_path = true }
OPEN_ARCHIVE = { description = "x", type = "pkcs12", from = "TLS" }
KEY = { description = "x", type = "pkcs8_private_key", from = "TLS", as_path = true }
KEY_DER = { description = "x", type = "pkcs8_private_key", from = "TLS", format = "der", as_path = true }
CERTIFICATE = { description = "x", type = "x509_certificate", from = "TLS", as_path = true }
CERTIFICATE_DER = { description = "x", type = "x509_certificate", from = "TLS", format = "der", as_path = true }
CHAIN = { description = "x", type = "x509_certificate_chain", from = "TLS", as_path = true }
ISSUERS = { description = "x", required = false, type = "x509_issuer_chain", from = "TLS", as_path = true }
`;
const IMPORTED = 'TLS = { description = "x", type = "x509_identity", encoding = "base64" }';
const LOCKED =
  'TLS = { description = "x", type = "x509_identity", encoding = "base64", credentials = { password = "TLS_WORD" } }\nTLS_WORD = { description = "x" }';
const SAN = ['dns:localhost', 'dns:*.shop.example', 'ip:127.0.0.1', 'ip:2001:db8::1'];
const GENERATED = `TLS = { description = "x", type = "x509_identity", encoding = "base64", generate = { san = ${JSON.stringify(SAN)}, usages = ["client_auth", "server_auth"], valid_for = "90d" } }`;

let projects = 0;
/** A folder with a manifest, and the tool in it. */
function project(declared, entries = {}) {
  const folder = join(root, `project-${projects++}`);
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'manifest.toml'),
    `[project]\nname = "x509"\nrevision = "1.0"\nrequire_reason = false\n[defaults]\nproviders = ["dotenv"]\n[profiles.default]\n${declared}\n`,
  );
  const lines = Object.entries(entries).map(([name, value]) => `${name}="${value}"\n`);
  writeFileSync(join(folder, '.env'), lines.join(''), { mode: 0o600 });
  const run = (...words) => spawnSync(tool[0], [...tool.slice(1), ...words], { cwd: folder, env });
  const must = (...words) => {
    const { status, stdout, stderr } = run(...words);
    strictEqual(status, 0, `${words.join(' ')}: ${stderr}`);
    return stdout;
  };
  return { run, must, exported: () => JSON.parse(must('export', '--format', 'json', '--except', 'TLS')) };
}

/** A project with an archive that some other program made. */
function imported(archive, password = null) {
  const entries = {
    WORD,
    TLS: readFileSync(archive).toString('base64'),
    ...(password !== null && { TLS_WORD: password }),
  };
  return project(`${password === null ? IMPORTED : LOCKED}${EXPORTS}`, entries);
}

function succeeded(program, words, input) {
  const ended = spawnSync(program, words, { input, env, encoding: 'utf8', cwd: join(root, 'made') });
  strictEqual(ended.status, 0, `${program} ${words.join(' ')}: ${ended.error ?? ''}${ended.stderr}`);
  return ended.stdout;
}
const openssl = (words, input) => succeeded('openssl', words.split(/ +/u), input);
const made = (name) => join(root, 'made', name);

const CA = 'basicConstraints=critical,CA:true\nkeyUsage=critical,keyCertSign\nsubjectKeyIdentifier=hash\n';
const LEAF = 'subjectAltName=DNS:localhost,DNS:other.example\nextendedKeyUsage=serverAuth\n';
const ALGORITHMS = {
  rsa: 'rsa:2048',
  p256: 'ec -pkeyopt ec_paramgen_curve:P-256',
  p384: 'ec -pkeyopt ec_paramgen_curve:P-384',
  p521: 'ec -pkeyopt ec_paramgen_curve:P-521',
  ed25519: 'ed25519',
};

/** A certificate by an issuer, or by itself. */
function certify(name, issuer, algorithm, extensions, more = '-days 30') {
  writeFileSync(made(`${name}.ext`), extensions);
  openssl(`req -new -newkey ${algorithm} -nodes -keyout ${name}.key -subj /CN=${name} -out ${name}.csr`);
  const by = issuer === null ? `-signkey ${name}.key` : `-CA ${issuer}.pem -CAkey ${issuer}.key -CAcreateserial`;
  openssl(`x509 -req -in ${name}.csr ${by} ${more} -extfile ${name}.ext -out ${name}.pem`);
}

/** root, middle and leaf of an algorithm. */
function chainOf(kind) {
  const algorithm = ALGORITHMS[kind];
  certify(`${kind}-root`, null, algorithm, CA);
  certify(`${kind}-middle`, `${kind}-root`, algorithm, CA);
  certify(`${kind}-leaf`, `${kind}-middle`, algorithm, LEAF);
  const pems = (...names) => names.map((name) => readFileSync(made(`${kind}-${name}.pem`), 'utf8')).join('');
  writeFileSync(made(`${kind}-ordered.pem`), pems('middle', 'root'));
  writeFileSync(
    made(`${kind}-reversed.pem`),
    `text before\n${pems('root')}Bag Attributes: none\n${pems('middle')}after\n`,
  );
}

/** An archive of openssl; `more` says how. */
function archive(name, kind, more, password = '') {
  openssl(
    `pkcs12 -export -inkey ${kind}-leaf.key -in ${kind}-leaf.pem ${more} -passout pass:${password} -out ${name}.pfx`,
  );
  return made(`${name}.pfx`);
}

/** What openssl finds in the exports of an identity of a chain. */
function verifyExports(paths, kind) {
  const subjects = (file) => {
    const pems = readFileSync(file, 'utf8').match(/-----BEGIN[\s\S]*?-----END CERTIFICATE-----\n/gu) ?? [];
    strictEqual(pems.join(''), readFileSync(file, 'utf8'));
    return pems.map((pem) => new X509Certificate(pem).subject);
  };
  const names = ['leaf', 'middle', 'root'].map((name) => `CN=${kind}-${name}`);
  deepStrictEqual([paths.CERTIFICATE, paths.CHAIN, paths.ISSUERS].map(subjects), [
    names.slice(0, 1),
    names,
    names.slice(1),
  ]);
  match(
    openssl(`verify -CAfile ${kind}-root.pem -untrusted ${paths.ISSUERS} -purpose sslserver ${paths.CERTIFICATE}`),
    /: OK\n$/u,
  );
  const expected = openssl(`pkey -in ${kind}-leaf.key -pubout`);
  strictEqual(openssl(`x509 -in ${paths.CERTIFICATE} -noout -pubkey`), expected);
  strictEqual(openssl(`x509 -inform DER -in ${paths.CERTIFICATE_DER} -noout -pubkey`), expected);
  strictEqual(openssl(`pkey -in ${paths.KEY} -pubout`), expected);
  strictEqual(openssl(`pkey -inform DER -in ${paths.KEY_DER} -pubout`), expected);
  const again = openssl(`pkcs12 -in ${paths.ARCHIVE} -passin pass:${WORD} -nodes`);
  deepStrictEqual(
    (again.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----\n/gu) ?? []).map(
      (pem) => new X509Certificate(pem).subject,
    ),
    names,
  );
}

/** Whether the client trusts the server, and what it was sent; the server asks for a certificate if it trusts any. */
async function handshake(server, client) {
  const listening = createServer({ ...server, requestCert: server.ca !== undefined }, (socket) => socket.end('hello'));
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const socket = connect({ port: listening.address().port, host: '127.0.0.1', servername: 'localhost', ...client });
  try {
    const [data] = await once(socket, 'data');
    return [socket.authorized, String(data)];
  } finally {
    socket.destroy();
    listening.close();
  }
}

function keytool(file, password) {
  return succeeded('keytool', ['-list', '-v', '-storetype', 'PKCS12', '-keystore', file, '-storepass', password]);
}

const generated = project(`${GENERATED}${EXPORTS}`, { WORD });
const said = generated.run('check');
const paths = generated.exported();
const identity = generated.must('get', 'TLS');
for (const kind of Object.keys(ALGORITHMS)) chainOf(kind);

const cases = {
  'openssl reads the names, the usages and the validity of a generated certificate': async () => {
    const text = openssl(`x509 -in ${paths.CERTIFICATE} -noout -text`);
    match(text, /Version: 3 /u);
    match(text, /Signature Algorithm: ecdsa-with-SHA256/u);
    match(text, /ASN1 OID: prime256v1/u);
    match(text, /Subject: CN = localhost/u);
    match(text, /DNS:localhost, DNS:\*\.shop\.example, IP Address:127\.0\.0\.1, IP Address:2001:DB8:0:0:0:0:0:1/u);
    match(text, /X509v3 Basic Constraints: critical\s+CA:FALSE/u);
    match(text, /X509v3 Key Usage: critical\s+Digital Signature\n/u);
    match(text, /X509v3 Extended Key Usage: \n\s+TLS Web Server Authentication, TLS Web Client Authentication\n/u);
    match(text, /X509v3 Subject Key Identifier/u);
    const days = (count) => `${count * 86_400}`;
    strictEqual(spawnSync('openssl', ['x509', '-in', paths.CERTIFICATE, '-noout', '-checkend', days(89)]).status, 0);
    strictEqual(spawnSync('openssl', ['x509', '-in', paths.CERTIFICATE, '-noout', '-checkend', days(90)]).status, 1);
  },
  'openssl verifies a generated certificate for both purposes, and for its names': async () => {
    for (const purpose of ['sslserver', 'sslclient'])
      match(openssl(`verify -CAfile ${paths.CERTIFICATE} -purpose ${purpose} ${paths.CERTIFICATE}`), /: OK\n$/u);
    for (const name of ['-verify_hostname www.shop.example', '-verify_ip 2001:db8::1'])
      match(openssl(`verify -CAfile ${paths.CERTIFICATE} ${name} ${paths.CERTIFICATE}`), /: OK\n$/u);
  },
  'openssl checks a generated key, in PEM and in DER': async () => {
    match(openssl(`pkey -in ${paths.KEY} -check -noout`), /Key is valid/u);
    const expected = openssl(`x509 -in ${paths.CERTIFICATE} -noout -pubkey`);
    strictEqual(openssl(`pkcs8 -topk8 -nocrypt -in ${paths.KEY}`), readFileSync(paths.KEY, 'utf8'));
    strictEqual(openssl(`pkey -inform DER -in ${paths.KEY_DER} -pubout`), expected);
    strictEqual(openssl(`x509 -inform DER -in ${paths.CERTIFICATE_DER} -noout -pubkey`), expected);
    deepStrictEqual(
      [readFileSync(paths.CHAIN, 'utf8'), readFileSync(paths.ISSUERS, 'utf8')],
      [readFileSync(paths.CERTIFICATE, 'utf8'), ''],
    );
  },
  'openssl opens archives, encrypted as they should be, with their password only': async () => {
    writeFileSync(made('open.pfx'), generated.must('get', 'OPEN_ARCHIVE'));
    writeFileSync(made('identity.pfx'), generated.must('get', 'TLS'));
    const files = [
      [paths.ARCHIVE, WORD],
      [made('open.pfx'), ''],
      [made('identity.pfx'), ''],
    ];
    for (const [file, password] of files) {
      const words = ['pkcs12', '-info', '-nodes', '-in', file, '-passin', `pass:${password}`];
      const { status, stdout, stderr } = spawnSync('openssl', words, { env, encoding: 'utf8' });
      strictEqual(status, 0, stderr);
      const rounds = password === '' ? 2_048 : 100_000;
      const encryption = `PBES2, PBKDF2, AES-256-CBC, Iteration ${rounds}, PRF hmacWithSHA256`;
      const lines = [
        `MAC: sha256, Iteration ${rounds}`,
        `Shrouded Keybag: ${encryption}`,
        `PKCS7 Encrypted data: ${encryption}`,
      ];
      for (const line of lines) ok(`\n${stderr}`.includes(`\n${line}\n`), stderr);
      match(stdout, /friendlyName: \S/u);
      match(stdout, /-----BEGIN PRIVATE KEY-----/u);
      const wrong = spawnSync('openssl', [...words.slice(0, -1), 'pass:canary'], { env, encoding: 'utf8' });
      match(wrong.stderr, /invalid password/u);
    }
  },
  'two parties that exported the identity speak TLS, by key and certificate or by archive': async () => {
    const [key, cert, ca] = [paths.KEY, paths.CHAIN, paths.CERTIFICATE].map((path) => readFileSync(path));
    const pfx = readFileSync(paths.ARCHIVE);
    deepStrictEqual(await handshake({ key, cert, ca, rejectUnauthorized: true }, { key, cert, ca }), [true, 'hello']);
    const locked = { pfx, passphrase: WORD, ca };
    deepStrictEqual(await handshake({ ...locked, rejectUnauthorized: true }, locked), [true, 'hello']);
  },
  'values reach files, the environment and standard output as they should': async () => {
    const suffixes = Object.entries(paths).map(([name, value]) => [name, /\.[a-z]+$/u.exec(value)?.[0]]);
    deepStrictEqual(Object.fromEntries(suffixes.filter(([name]) => !['TLS', 'OPEN_ARCHIVE', 'WORD'].includes(name))), {
      ARCHIVE: '.pfx',
      CERTIFICATE: '.pem',
      CERTIFICATE_DER: '.der',
      CHAIN: '.pem',
      ISSUERS: '.pem',
      KEY: '.pem',
      KEY_DER: '.der',
    });
    strictEqual(statSync(paths.ARCHIVE).mode & 0o777, 0o400);
    // With an encoding the value is bytes, which no variable holds.
    const { status, stderr } = generated.run('run', '--', 'true');
    deepStrictEqual([status, /E1203/u.test(stderr)], [1, true]);
    strictEqual(generated.must('get', 'TLS')[0], 0x30);
  },
  'an archive of an archive is the same identity, and a second run keeps the first': async () => {
    const again = imported(made('open.pfx'));
    strictEqual(readFileSync(again.exported().CHAIN, 'utf8'), readFileSync(paths.CHAIN, 'utf8'));
    generated.exported();
    deepStrictEqual(generated.must('get', 'TLS'), identity);
    const lines = String(said.stderr).split('\n');
    deepStrictEqual(
      lines.filter((line) => line !== '' && !line.startsWith('note: ')),
      ['✓ TLS - generated and saved to dotenv (profile: default)'],
    );
  },
  ...Object.fromEntries(
    Object.keys(ALGORITHMS).flatMap((kind) => [
      [
        `${kind}: an identity of openssl is exported in every form, with its chain in any order`,
        async () => {
          verifyExports(imported(archive(`${kind}-one`, kind, `-certfile ${kind}-ordered.pem`)).exported(), kind);
          const reversed = archive(`${kind}-two`, kind, `-certfile ${kind}-reversed.pem`, 'correct-horse');
          const found = imported(reversed, 'correct-horse').exported();
          verifyExports(found, kind);
          const [key, cert] = [found.KEY, found.CHAIN].map((path) => readFileSync(path));
          const ca = readFileSync(made(`${kind}-root.pem`));
          deepStrictEqual(await handshake({ key, cert }, { ca }), [true, 'hello']);
        },
      ],
    ]),
  ),
  'identities are read however they are protected': async () => {
    const more = '-certfile p256-ordered.pem';
    openssl('pkcs8 -topk8 -in p256-leaf.key -passout pass:of-the-key -out p256-sealed.key');
    openssl('x509 -in p256-leaf.pem -outform DER -out p256-leaf.der');
    openssl('x509 -inform DER -in p256-leaf.der -text -out p256-text.pem');
    openssl(
      `pkcs12 -export -inkey p256-sealed.key -passin pass:of-the-key -in p256-text.pem ${more} -passout pass:word -out p256-sealed.pfx`,
    );
    const archives = [
      made('p256-sealed.pfx'),
      archive('plain', 'p256', `${more} -keypbe NONE -certpbe NONE`, 'word'),
      archive('sha1', 'p256', `${more} -macalg sha1 -keypbe aes-128-cbc -certpbe aes-192-cbc`, 'word'),
      archive('sha512', 'p256', `${more} -macalg sha512 -iter 100000`, 'word'),
      archive('triple-des', 'p256', `${more} -keypbe PBE-SHA1-3DES -certpbe PBE-SHA1-3DES -macalg sha1`, 'word'),
      archive('rc2-40', 'p256', `${more} -legacy`, 'word'),
      archive('rc2-128', 'p256', `${more} -legacy -certpbe PBE-SHA1-RC2-128 -keypbe PBE-SHA1-RC2-128`, 'word'),
      archive('half', 'p256', `${more} -certpbe NONE`, 'word'),
      archive('once', 'p256', `${more} -noiter -nomaciter`, 'word'),
      archive('without-a-mac', 'p256', `${more} -nomac`, 'word'),
    ];
    for (const one of archives) verifyExports(imported(one, 'word').exported(), 'p256');
  },
  'passwords are more than ASCII': async () => {
    const word = 'päss wörd 🔑 漢字';
    const words = ['pkcs12', '-export', '-inkey', 'p256-leaf.key', '-in', 'p256-leaf.pem', '-passout', `pass:${word}`];
    for (const [name, more] of [
      ['words', []],
      ['words-3des', ['-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES']],
    ]) {
      succeeded('openssl', [...words, ...more, '-out', `${name}.pfx`]);
      imported(made(`${name}.pfx`), word).must('get', 'KEY');
    }
  },
  'what is wrong with an identity is reported, and no value is given': async () => {
    certify('expired', null, ALGORITHMS.p256, LEAF, '-days -1');
    openssl('pkcs12 -export -inkey expired.key -in expired.pem -passout pass: -out expired.pfx');
    const one = archive('good', 'p256', '', 'word');
    const refusals = [
      [imported(made('expired.pfx')), /its certificate expired at/u],
      [imported(one, 'wrong'), /cannot be opened with the configured password/u],
      [imported(one), /cannot be opened with an empty password/u],
      [imported(made('p256-leaf.pem')), /it is PEM, not a pkcs12 archive/u],
      [imported(made('p256-leaf.key')), /it is PEM, not a pkcs12 archive/u],
      [
        imported(archive('stray', 'p256', '-certfile p384-ordered.pem')),
        /not all of its certificates belong to one chain/u,
      ],
    ];
    for (const [{ run }, reason] of refusals) {
      const { status, stdout, stderr } = run('get', 'KEY');
      deepStrictEqual([status, String(stdout)], [1, '']);
      match(String(stderr), /^error\[E1017\]/u);
      match(String(stderr), reason);
    }
  },
  'an identity comes in from a file, and no other form of it does': async () => {
    const folder = project(`${IMPORTED}${EXPORTS}`, { WORD });
    folder.must('set', 'TLS', '--from-file', archive('set', 'p256', '-certfile p256-reversed.pem'));
    verifyExports(folder.exported(), 'p256');
    const refused = folder.run('set', 'KEY', '--from-file', made('p256-leaf.key'));
    strictEqual(refused.status, 1);
    match(String(refused.stderr), /TLS/u);
  },
  ...(hasJava && {
    'keytool lists exported archives, with their chains': async () => {
      const listed = keytool(paths.ARCHIVE, WORD);
      match(listed, /Entry type: PrivateKeyEntry\nCertificate chain length: 1\n/u);
      match(listed, /Owner: CN=localhost\n/u);
      for (const kind of Object.keys(ALGORITHMS)) {
        const { ARCHIVE } = imported(archive(`${kind}-java`, kind, `-certfile ${kind}-reversed.pem`)).exported();
        match(keytool(ARCHIVE, WORD), /Entry type: PrivateKeyEntry\nCertificate chain length: 3\n/u);
      }
    },
    'an identity of keytool is exported; a store with two keys is none': async () => {
      const words = '-keyalg EC -groupname secp256r1 -storetype PKCS12 -keystore java.pfx -storepass correct-horse';
      const add = (name) =>
        succeeded('keytool', ['-genkeypair', '-alias', name, '-dname', `CN=${name}`, ...words.split(' ')]);
      add('one');
      const { CHAIN, ISSUERS } = imported(made('java.pfx'), 'correct-horse').exported();
      match(openssl(`x509 -in ${CHAIN} -noout -subject`), /CN = one/u);
      strictEqual(readFileSync(ISSUERS, 'utf8'), '');
      add('two');
      const { status, stderr } = imported(made('java.pfx'), 'correct-horse').run('get', 'KEY');
      strictEqual(status, 1);
      match(String(stderr), /it has 2 private keys/u);
    },
  }),
  'nothing is left in the folder of temporary files but what was asked for': async () => {
    const files = readdirSync(temporary, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    const left = files.map(({ name }) => name).filter((name) => !/^\.tmp[A-Za-z0-9]{6}\.(pem|der|pfx)$/u.test(name));
    deepStrictEqual(left, []);
  },
};

try {
  ok(String(said.stdout).length > 0, String(said.stderr));
  process.exitCode = await runCasesInTurn(cases);
} finally {
  rmSync(root, { recursive: true, force: true });
}
