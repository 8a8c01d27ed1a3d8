import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import type { ProviderPorts } from '#runtime/providers/provider.js';
import { SecretValue } from '#runtime/values/secret-value.js';
import type { At } from '#schemas/addresses/address.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { CALL, convention, inShort, native, openSpec, openStore, portsIn, says } from './open-store.js';
import { type SopsOptions, type Plain, sopsDotenv, sopsJson } from './sops/sops-documents.js';

const folder = temporaryFolder();
const [own, other] = await Promise.all([generateIdentity(), generateIdentity()]);
const recipient = await identityToRecipient(own);
const make = (name: string, content: string) => writeFileSync(`${folder}/${name}`, content);
const document = (name: string, plain: Record<string, Plain>, made?: SopsOptions) =>
  sopsJson([recipient], plain, made).then((text) => make(name, text));

/** Without a program `sops`, unless PATH says otherwise. */
const portsWith = (
  environment: Record<string, string>,
  credentials: Record<string, string> = {},
  context = { project: 'demo', profile: 'default', reason: null },
): ProviderPorts => ({
  ...portsIn(folder, { PATH: `${folder}/none`, ...environment }),
  context,
  credential: async (name) => {
    const value = credentials[name] ?? (name === 'age_key' ? environment['SOPS_AGE_KEY'] : undefined);
    return value === undefined ? null : SecretValue.fromBytes(Buffer.from(value));
  },
});
const OWN = { SOPS_AGE_KEY: own };
const read = async (spec: string, at: At, environment: Record<string, string> = OWN) => {
  const [answer] = await (await openStore(spec, portsWith(environment))).read([at], CALL);
  return answer?.kind === 'failed' ? [answer.failure.kind, answer.failure.detail] : inShort(answer);
};
/** What a program that prints this is taken to have decrypted. */
const readPrinted = async (json: string, at: At) => {
  const text = await sopsJson([await identityToRecipient(other)], {});
  make('printed.json', text);
  make('printed', json);
  mkdirSync(`${folder}/printing`, { recursive: true });
  writeFileSync(`${folder}/printing/sops`, `#!/bin/sh\nPATH=/usr/bin:/bin\ncat '${folder}/printed'\n`, { mode: 0o755 });
  return read('sops:printed.json', at, { ...OWN, PATH: `${folder}/printing` });
};

test('an entry is at its project and profile, or at its profile, or at the root; a null node is missing', async () => {
  await document('places.json', {
    demo: { default: { A: 'project', N: null }, other: { B: 'never' } },
    default: { A: 'profile', B: 'profile', C: '' },
    A: 'root',
    N: 'root',
    D: 'root',
  });
  const found = ['A', 'B', 'C', 'D', 'N', 'E'].map((key) => read('sops:places.json', convention(key)));
  expect(await Promise.all(found)).toEqual([
    'found project',
    'found profile',
    'found ',
    'found root',
    'found root',
    'absent',
  ]);
  expect(await read('sops:places.json', native('D'))).toBe('found root');
  expect(await read('sops:places.json', native('N'))).toBe('found root');
  expect(await read('sops:places.json', native('C'))).toBe('absent');
}, 60_000);

test('nodes that are not text are compact JSON', async () => {
  await document('types.yaml', {
    int: 12,
    float: 1.5,
    yes: true,
    no: false,
    list: [1, 'two', { three: null }],
    map: { 'a"b': 'x\\y', ü: [] },
    lines: 'one\ntwo\\n"three"\t€',
  });
  const values = ['int', 'float', 'yes', 'no', 'list', 'map'].map((item) => read('sops:types.yaml', native(item)));
  expect(await Promise.all(values)).toEqual([
    'found 12',
    'found 1.5',
    'found true',
    'found false',
    'found [1,"two",{"three":null}]',
    `found ${Buffer.from('{"a\\"b":"x\\\\y","ü":[]}').toString('latin1')}`,
  ]);
  const lines = Buffer.from('one\ntwo\\n"three"\t€').toString('latin1');
  expect(await read('sops:types.yaml', native('lines'))).toBe(`found ${lines}`);
}, 60_000);

test('numbers are spelled as SOPS prints them, whichever of the two decrypts', async () => {
  const numbers = { a: 1.5, b: 1e-7, c: -1.25e21, d: 1e20, e: 0.000001, f: 123456789012345680, g: -0.5 };
  await document('numbers.json', { numbers });
  const printed =
    '{"a":1.5,"b":1e-7,"c":-1.25e+21,"d":100000000000000000000,"e":0.000001,"f":123456789012345680,"g":-0.5}';
  expect(await read('sops:numbers.json', native('numbers'))).toBe(`found ${printed}`);
  expect(await readPrinted(`{"numbers": ${printed}, "text": ["1.5"]}`, native('numbers'))).toBe(`found ${printed}`);
  expect(await readPrinted('{"text": ["1.5"]}', native('text'))).toBe('found ["1.5"]');
}, 60_000);

test('a document that is empty lost its content, and one that is too large is not parsed; neither is written', async () => {
  const lost = (name: string) => ['malformed', `\`${name}\` is empty: its content was lost`];
  for (const name of ['empty.yaml', 'empty.env', 'blank.ini']) {
    make(name, name.startsWith('blank') ? ' \n' : '');
    expect(await read(`sops:${name}`, native('A'))).toEqual(lost(name));
    expect(await says(await openStore(`sops:${name}`, portsWith(OWN))).refusesWrite(native('A'))).toContain(
      lost(name)[1],
    );
  }
  make('large.yaml', ' '.repeat(16 * 1024 * 1024 + 1));
  expect(await read('sops:large.yaml', native('A'))).toEqual(['malformed', '`large.yaml` is larger than 16 MiB']);
}, 60_000);

test('of what SOPS prints twice the last counts, and sections of INI files are one', async () => {
  expect(await readPrinted('{"A": "1", "A": "2"}', native('A'))).toBe('found 2');
  const sections = '{"default": {}, "default": {"A": "a"}, "default": {"B": "b"}}';
  expect(await readPrinted(sections, convention('A'))).toBe('found a');
  expect(await readPrinted(sections, convention('B'))).toBe('found b');
}, 60_000);

test('bytes that are not UTF-8 are an error, and the other values are read', async () => {
  const bytes = Buffer.from('a\xffb', 'latin1');
  await document('bytes.json', { data: bytes, list: [bytes], text: 'a\ufffdb', pair: '\u{10000}' });
  const notText = ['not-text', 'the value is not UTF-8 text'];
  const all = ['data', 'list', 'text'].map((item) => read('sops:bytes.json', native(item)));
  const text = `found ${Buffer.from('a\ufffdb').toString('latin1')}`;
  expect(await Promise.all(all)).toEqual([notText, notText, text]);
  expect(await read('sops:bytes.json', native('pair'))).toBe(`found ${Buffer.from('\u{10000}').toString('latin1')}`);
  // As SOPS prints them.
  expect(await readPrinted('{"data": "a\\ufffd\\ufffdb"}', native('data'))).toEqual(notText);
  expect(await readPrinted('{"text": "a\ufffdb"}', native('text'))).toBe(text);
  expect(await readPrinted('{"text": "\\\\ufffd"}', native('text'))).toBe('found \\ufffd');
}, 60_000);

test('rules of a document decide what is encrypted; values in clear are covered by the MAC', async () => {
  const clear = (path: readonly string[]) => !path.some((key) => key.endsWith('_unencrypted'));
  await document('suffix.json', { A: 'a', b_unencrypted: { c: 'clear', d: 7, e: true } }, { encrypts: clear });
  expect(await read('sops:suffix.json', native('A'))).toBe('found a');
  expect(await read('sops:suffix.json', native('b_unencrypted'))).toBe('found {"c":"clear","d":7,"e":true}');
  const text = readFileSync(`${folder}/suffix.json`, 'utf8');
  make('changed.json', text.replace('"clear"', '"wrong"'));
  expect(await read('sops:changed.json', native('A'))).toEqual([
    'malformed',
    '`changed.json` was changed without `sops`: its MAC does not match',
  ]);
  const metadata = { encrypted_regex: '^(data|stringData)$', mac_only_encrypted: true };
  const inData = (path: readonly string[]) => path.includes('data');
  await document('regex.yaml', { kind: 'Secret', data: { A: 'a' } }, { metadata, encrypts: inData });
  expect(await read('sops:regex.yaml', native('data'))).toBe('found {"A":"a"}');
}, 60_000);

test('dotenv and INI documents', async () => {
  make('.env.enc', `# kept\n\n${await sopsDotenv(recipient, { A: 'two\nlines', B: 'literal \\n' })}`);
  expect(await read('sops:.env.enc?format=dotenv', convention('A'))).toBe('found two\nlines');
  expect(await read('sops:.env.enc?format=dotenv', native('B'))).toBe('found literal \\n');
  const { sops, ...sections } = JSON.parse(
    await sopsJson([recipient], { DEFAULT: { A: 'default' }, default: { A: 'profile', B: 'b' } }),
  );
  const lines = (values: object) =>
    Object.entries(values)
      .map(([name, value]) => `${name} = ${value}\n`)
      .join('');
  const [{ enc }] = sops.age;
  const metadata = {
    age__list_0__map_enc: enc.replaceAll('\n', '\\n'),
    age__list_0__map_recipient: recipient,
    lastmodified: sops.lastmodified,
    mac: sops.mac,
  };
  const { DEFAULT, default: profile } = sections;
  make('explicit.ini', `[DEFAULT]\n${lines(DEFAULT)}[default]\n${lines(profile)}[sops]\n${lines(metadata)}`);
  expect(await read('sops:explicit.ini', native('A'))).toBe('found default');
  make('a.ini', `${lines(DEFAULT)}\n; kept\n[default]\n${lines(profile)}\n[sops]\n${lines(metadata)}`);
  expect(await read('sops:a.ini', convention('A'))).toBe('found profile');
  expect(await read('sops:a.ini', native('A'))).toBe('found default');
  expect(await read('sops:a.ini', native('B'))).toBe('absent');
}, 60_000);

test('keys of age come from the credential, from a file of the address or environment, and from the usual file', async () => {
  await document('keys.yaml', { A: 'a' });
  make('own.key', `# created: today\n# public key: ${recipient}\n${own}\n`);
  make('other.key', `${other}\n`);
  const from = (spec: string, environment: Record<string, string>) => read(spec, native('A'), environment);
  expect(await from('sops:keys.yaml?age_key_file=own.key', {})).toBe('found a');
  expect(await from('sops:keys.yaml', { SOPS_AGE_KEY_FILE: `${folder}/own.key` })).toBe('found a');
  expect(await from('sops:keys.yaml?age_key_file=other.key', { SOPS_AGE_KEY_FILE: `${folder}/own.key` })).toEqual([
    'denied',
    '`keys.yaml` is not encrypted for the configured age key',
  ]);
  expect(await from('sops:keys.yaml', { SOPS_AGE_KEY: other })).toMatchObject(['denied', expect.any(String)]);
  mkdirSync(`${folder}/home/.config/sops/age`, { recursive: true });
  writeFileSync(`${folder}/home/.config/sops/age/keys.txt`, `${own}\n`);
  const none = '`keys.yaml` needs an age key, and none was found that works without `sops`';
  expect(await from('sops:keys.yaml', { XDG_CONFIG_HOME: '/none' })).toEqual(['denied', none]);
  expect(await from('sops:keys.yaml', {})).toBe('found a');
  writeFileSync(`${folder}/home/.config/sops/age/keys.txt`, '');
}, 60_000);

test('a document that is damaged, strange or not of SOPS gives no value', async () => {
  await document('whole.json', { A: 'a', B: 'b' });
  const text = readFileSync(`${folder}/whole.json`, 'utf8');
  const { A, B, sops } = JSON.parse(text);
  const variant = async (change: object) => {
    make('variant.json', JSON.stringify({ A, B, sops, ...change }));
    return read('sops:variant.json', native('A'));
  };
  const changed = ['malformed', '`variant.json` was changed without `sops`: its MAC does not match'];
  expect(await variant({})).toBe('found a');
  expect(await variant({ A: B, B: A })).toEqual(changed);
  expect(await variant({ B: '' })).toEqual(changed);
  expect(await variant({ sops: { ...sops, lastmodified: '2027-01-02T03:04:05Z' } })).toEqual(changed);
  expect(await variant({ sops: { ...sops, version: '9.9.9' } })).toBe('found a');
  expect(await variant({ sops: { ...sops, approvals: 2 } })).toEqual([
    'unsupported',
    '`variant.json` has metadata that this version does not know: `approvals`',
  ]);
  expect(await variant({ sops: undefined })).toEqual(['malformed', '`variant.json` is not encrypted with SOPS']);
  // These are for the program to decide, and there is none.
  expect(await variant({ sops: { ...sops, mac: undefined } })).toEqual(changed);
  const missing = ['missing-program', '`sops` was not found in `PATH`'];
  expect(await variant({ B: 'in clear' })).toEqual(missing);
  expect(await variant({ A: A.replace('type:str', 'type:int') })).toEqual(missing);
  expect(await variant({ sops: { ...sops, unencrypted_regex: '(a+)+$' } })).toEqual(missing);
  expect(await variant({ sops: { ...sops, unencrypted_comment_regex: 'x' } })).toEqual(missing);
  make('variant.yaml', `A: &a ${A}\nB: ${B}\nsops: ${JSON.stringify(sops)}\n`);
  expect(await read('sops:variant.yaml', native('A'))).toEqual(missing);
  make('variant.yaml', 'A: [');
  expect(await read('sops:variant.yaml', native('A'))).toEqual([
    'malformed',
    '`variant.yaml` cannot be parsed as yaml',
  ]);
  make('variant.yaml', `${'['.repeat(20_000)}`);
  expect(await read('sops:variant.yaml', native('A'))).toMatchObject(['malformed', expect.any(String)]);
  mkdirSync(`${folder}/folder.yaml`);
  expect(await read('sops:folder.yaml', native('A'))).toMatchObject(['failed', expect.any(String)]);
  expect(await read('sops:gone.yaml', native('A'))).toBe('absent');
}, 60_000);

const RENAMED = /; (?:rename the `item` of the ref|write it under another name)$/u;

test('names that SOPS would not take, or keeps for itself, are never written, but read', async () => {
  const refusal = async (spec: string, at: At) => says(await openStore(spec, portsWith(OWN))).refusesWrite(at);
  for (const item of ['a[0]', 'b]', 'c\nd', 'sops', ''])
    expect(await refusal('sops:gone.yaml', native(item))).toMatch(RENAMED);
  for (const item of ['#a', 'b=c', 'sops_a']) expect(await refusal('sops:gone.env', native(item))).toMatch(RENAMED);
  for (const item of ['#a', 'b=c', ' d', 'e:f', '-'])
    expect(await refusal('sops:gone.ini', native(item))).toMatch(RENAMED);
  await document('odd.json', { 'shop [eu]': { default: { A: 'a' } } });
  expect(await read('sops:odd.json', { ...convention('A'), project: 'shop [eu]' } as At)).toBe('found a');
  expect(await refusal('sops:gone.yaml', native('a"b\\c'))).toContain('`sops`, which writes its documents,');
}, 60_000);

test('one document per project and profile', async () => {
  mkdirSync(`${folder}/demo`);
  await document('demo/default.yaml', { A: 'a', demo: { default: { B: 'never' } } });
  expect(await read('sops:{project}/{profile}.yaml', convention('A'))).toBe('found a');
  expect(await read('sops:{project}/{profile}.yaml', convention('B'))).toBe('absent');
  expect(await read('sops:{project}/{profile}.yaml', native('A'))).toMatchObject([
    'unsupported',
    expect.stringContaining('the name of the secret is the key'),
  ]);
  const outside = { project: 'demo', profile: '..', reason: null };
  expect((await openSpec('sops:{project}/{profile}.yaml', portsWith(OWN, {}, outside))).kind).toBe('refused');
}, 60_000);

test('an address does not name programs or servers, unless the environment of the user names the same', async () => {
  const opened = async (query: string, environment: Record<string, string>) =>
    (await openSpec(`sops:a.yaml?${query}`, portsWith(environment))).kind;
  for (const [query, variable] of [
    ['age_key_cmd=evil', 'SOPS_AGE_KEY_CMD'],
    ['age_ssh_private_key_cmd=evil', 'SOPS_AGE_SSH_PRIVATE_KEY_CMD'],
    ['gpg_exec=evil', 'SOPS_GPG_EXEC'],
    ['sops_editor=evil', 'SOPS_EDITOR'],
    ['sops_keyservice=evil', 'SOPS_KEYSERVICE'],
    ['hc_vault_addr=evil', 'VAULT_ADDR'],
    ['hc_vault_allowlist=evil', 'SOPS_HC_VAULT_ALLOWLIST'],
    ['gcp_kms_endpoint=evil', 'SOPS_GCP_KMS_ENDPOINT'],
  ] as const) {
    expect([query, await opened(query, {})]).toEqual([query, 'refused']);
    expect([query, await opened(query, { [variable]: 'other' })]).toEqual([query, 'refused']);
    expect([query, await opened(query, { [variable]: 'evil' })]).toEqual([query, 'open']);
  }
  expect(await opened('aws_profile=team&kms_arn=arn', {})).toBe('open');
}, 60_000);

test('credentials and options reach the program in its environment alone, values on its input alone', async () => {
  mkdirSync(`${folder}/bin`);
  const script = `#!/bin/sh
PATH=/usr/bin:/bin
env >>'${folder}/seen'
for word do echo "word $word" >>'${folder}/words'; done
cat >>'${folder}/input'
echo "said: $SOPS_AGE_KEY $VAULT_TOKEN" >&2
exit 128
`;
  writeFileSync(`${folder}/bin/sops`, script);
  chmodSync(`${folder}/bin/sops`, 0o755);
  make('.sops.yaml', 'creation_rules: []\n');
  const environment = {
    PATH: `${folder}/bin`,
    VAULT_TOKEN: 'of the environment',
    AGE_IDENTITY: 'of another store',
    SOPS_CONFIG: '/elsewhere',
  };
  const credentials = { age_key: other, aws_secret_access_key: 'bound-aws', hc_vault_token: 'bound-token' };
  const store = await openStore('sops:new.yaml?aws_region=eu&pgp_fp=AB', portsWith(environment, credentials));
  const value = SecretValue.fromText('canary-value');
  const [answer] = (await store.write?.([{ at: convention('A'), value }], CALL)) ?? [];
  const detail = 'no available key decrypts `new.yaml`: said: [secret] [secret]';
  expect(answer).toMatchObject({ kind: 'failed', failure: { kind: 'denied', detail } });
  const lines = readFileSync(`${folder}/seen`, 'utf8').split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      `SOPS_AGE_KEY=${other}`,
      'AWS_SECRET_ACCESS_KEY=bound-aws',
      'VAULT_TOKEN=bound-token',
      'AWS_REGION=eu',
      'SOPS_PGP_FP=AB',
      `SOPS_CONFIG=${folder}/.sops.yaml`,
      'SOPS_DISABLE_VERSION_CHECK=1',
    ]),
  );
  expect(lines.some((line) => line.startsWith('AGE_IDENTITY='))).toBe(false);
  const words = readFileSync(`${folder}/words`, 'utf8');
  for (const secret of [other, 'bound-', 'canary-value']) expect(words).not.toContain(secret);
  expect(readFileSync(`${folder}/input`, 'utf8')).toBe('{"demo":{"default":{"A":"canary-value"}}}');
  expect(readdirSync(folder).filter((name) => name.startsWith('new.yaml'))).toEqual([]);
}, 60_000);

test('a new INI document begins with the section that has no header', async () => {
  mkdirSync(`${folder}/ini`);
  const script = `#!/bin/sh\nPATH=/usr/bin:/bin\ncat >>'${folder}/ini/input'\nexit 1\n`;
  writeFileSync(`${folder}/ini/sops`, script, { mode: 0o755 });
  const store = await openStore('sops:new.ini', portsWith({ PATH: `${folder}/ini` }));
  const value = SecretValue.fromText('a');
  await store.write?.([{ at: convention('A'), value }], CALL);
  expect(readFileSync(`${folder}/ini/input`, 'utf8')).toBe('{"DEFAULT":{},"default":{"A":"a"}}');
}, 60_000);

test('what the program makes replaces the file only if it is right', async () => {
  await document('kept.json', { A: 'a', demo: { default: { OLD: 'old' } } });
  const before = readFileSync(`${folder}/kept.json`, 'utf8');
  const wrong: Record<string, string> = {
    'in clear': JSON.stringify({ ...JSON.parse(before), demo: { default: { OLD: 'old', NEW: 'new' } } }),
    'another value': await sopsJson([recipient], { A: 'a', demo: { default: { OLD: 'old', NEW: 'other' } } }),
    'another key': await sopsJson([recipient], { A: 'a', demo: { default: { OLD: 'old', '"NEW"': 'new' } } }),
    'one lost': await sopsJson([recipient], { A: 'a', demo: { default: { NEW: 'new' } } }),
    'one changed': await sopsJson([recipient], { A: 'b', demo: { default: { OLD: 'old', NEW: 'new' } } }),
    'not of SOPS': '{}',
    nothing: '',
  };
  const environment = { ...OWN, PATH: `${folder}/bin` };
  const write = async (result: string) => {
    make('result', result);
    // The copy is the word before the last.
    make(
      'bin/sops',
      `#!/bin/sh\nPATH=/usr/bin:/bin\nwhile [ $# -gt 2 ]; do shift; done\ncat '${folder}/result' >"$1"\n`,
    );
    const store = await openStore('sops:kept.json', portsWith(environment));
    const [answer] = (await store.write?.([{ at: convention('NEW'), value: SecretValue.fromText('new') }], CALL)) ?? [];
    return answer?.kind;
  };
  for (const [what, result] of Object.entries(wrong)) {
    expect([what, await write(result)]).toEqual([what, 'failed']);
    expect(readFileSync(`${folder}/kept.json`, 'utf8')).toBe(before);
  }
  const right = await sopsJson([recipient], { A: 'a', demo: { default: { OLD: 'old', NEW: 'new' } } });
  expect(await write(right)).toBe('written');
  expect(readFileSync(`${folder}/kept.json`, 'utf8')).toBe(right);
  expect(readdirSync(folder).filter((name) => name.startsWith('.tool'))).toEqual([]);
}, 60_000);

test('a value is given to the program only if its text would be encrypted, by rules that only the program applies, too', async () => {
  const metadata = { encrypted_regex: '^p.*word$' };
  await document('rules.json', { password: 'a', CLEAR: 'b' }, { metadata, encrypts: ([key]) => key === 'password' });
  const before = readFileSync(`${folder}/rules.json`, 'utf8');
  make('clear.json', JSON.stringify({ ...JSON.parse(before), CLEAR: 'tried' }));
  make(
    'bin/sops',
    `#!/bin/sh
PATH=/usr/bin:/bin
if [ "$1" = decrypt ]; then cat >/dev/null; echo '{"password":"a","CLEAR":"b"}'; exit; fi
cat >>'${folder}/set'
while [ $# -gt 2 ]; do shift; done
cat '${folder}/clear.json' >"$1"
`,
  );
  const store = await openStore('sops:rules.json', portsWith({ ...OWN, PATH: `${folder}/bin` }));
  const [answer] = (await store.write?.([{ at: native('CLEAR'), value: SecretValue.fromText('canary') }], CALL)) ?? [];
  const detail = 'the rules of `rules.json` would leave this value in clear';
  expect(answer).toMatchObject({ kind: 'failed', failure: { kind: 'unsupported', detail } });
  expect(readFileSync(`${folder}/set`, 'utf8')).toBe('"tried"');
  expect(readFileSync(`${folder}/rules.json`, 'utf8')).toBe(before);
}, 60_000);
