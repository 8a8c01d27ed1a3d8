/** What is wrong with specs, and their canonical spelling: one table for every provider. */
import { describe, expect, test } from '@jest/globals';
import { canonicalSpec } from '#schemas/stores/canonical-spec.js';
import { faultWords } from '#schemas/stores/judge.js';
import { judgeSpec, schemeFault } from '#schemas/stores/judge-spec.js';

/** The canonical spelling, or the faults in words. */
function judged(text: string): string {
  const { uri, faults } = judgeSpec(text);
  if (faults.length === 0) return uri === null ? 'nothing' : canonicalSpec(uri);
  const words = faults.map(faultWords).map(({ message, help }) => `${message} (${help})`);
  return `error: ${words.join('; ')}`;
}

const A = 'aac://shared';
const V = 'vault://v.example.com:8200/secret';

describe('specs that are sound', () => {
  test.each([
    ['env', 'env'],
    ['env://', 'env'],
    ['null:', 'null'],
    ['keyring://', 'keyring'],
    ['keyring://team/{profile}/{key}', 'keyring://team/{profile}/{key}'],
    ['dotenv', 'dotenv'],
    ['dotenv:///abs/.env', 'dotenv:/abs/.env'],
    ['dotenv://a b/.env', 'dotenv:a%20b/.env'],
    ['file:./s', 'file://./s'],
    ['dotenv:.env.{profile}', 'dotenv:.env.{profile}'],
    ['dotenv:a%20b/{project}%7Bx%7D', 'dotenv:a%20b/{project}%7Bx%7D'],
    ['dotenv:%7Bprofile%7D', 'dotenv:%7Bprofile%7D'],
    ['file:{project}/{profile}', 'file://{project}/{profile}'],
    ['systemd-credential', 'systemd-credential'],
    ['age:x.age?armor=true', 'age:x.age'],
    ['sops:secrets/{project}/{profile}.yaml', 'sops:secrets/{project}/{profile}.yaml'],
    ['bw://ORG@COLLECTION?type=login', 'bw://ORG@COLLECTION?type=login'],
    ['bws://0f8fad5b-d9cb-469f-a165-70867728950e', 'bws://0f8fad5b-d9cb-469f-a165-70867728950e'],
    ['onepassword://team@Vault', 'onepassword://team@Vault'],
    ['onepassword+token://Vault', 'onepassword+token://Vault'],
    ['awssm', 'awssm'],
    ['awssm://us-east-1?prefix=team/', 'awssm://us-east-1?prefix=team'],
    ['awssm://us-east-1?prefix=//', 'awssm://us-east-1?prefix=/'],
    [
      'awssm://prod@us-east-1?tag.team=platform&kms_key_id=alias/k&tag.env=prod',
      'awssm://prod@us-east-1?kms_key_id=alias/k&tag.env=prod&tag.team=platform',
    ],
    ['awssm://us-east-1?tag.env=', 'awssm://us-east-1?tag.env'],
    ['awsps://', 'awsps'],
    ['awsps://?prefix=team/', 'awsps://?prefix=/team'],
    [
      'awsps://p@us-east-1?tier=intelligent-tiering&kms_key_id=alias/team&prefix=team/platform/',
      'awsps://p@us-east-1?prefix=/team/platform&kms_key_id=alias/team&tier=intelligent-tiering',
    ],
    ['awsps://us-east-1?template=/{profile}/{project}/{key}', 'awsps://us-east-1?template=/{profile}/{project}/{key}'],
    ['gcsm://my-project', 'gcsm://my-project'],
    ['akv://myvault?auth=env', 'akv://myvault'],
    ['akv://MyVault.vault.azure.net', 'akv://myvault'],
    ['akv://myvault.vault.azure.cn', 'akv://myvault.vault.azure.cn'],
    ['akv://my.vault.vault.azure.net', 'akv://my.vault.vault.azure.net'],
    [
      'akv://myvault?suffix=vault.azure.cn&auth=managed_identity',
      'akv://myvault?auth=managed_identity&suffix=vault.azure.cn',
    ],
    ['aac://payments', 'aac://payments'],
    ['aac://Payments.azconfig.io', 'aac://payments'],
    ['aac://payments?suffix=.AzConfig.IO.&key_vault_suffix=vault.azure.net', 'aac://payments'],
    ['aac://store.example?audience=https://store.example', 'aac://store.example?audience=https://store.example'],
    ['aac://payments?audience=https://appconfig.azure.com', 'aac://payments?audience=https://appconfig.azure.com'],
    [
      'aac://payments.azconfig.azure.cn?audience=https%3A%2F%2Fappconfig.azure.cn',
      'aac://payments.azconfig.azure.cn?audience=https://appconfig.azure.cn',
    ],
    [`${A}?tag=stage=prod&tag=app=payments&label=production`, `${A}?label=production&tag=app=payments&tag=stage=prod`],
    ['vault', 'vault'],
    ['vault://V.example.com:443/secret/', 'vault://v.example.com/secret'],
    ['vault://v.example.com:443/secret?tls=false', 'vault://v.example.com:443/secret?tls=false'],
    ['openbao://team%2F@B.example.com:80//team/secret/?tls=0', 'openbao://team@b.example.com/team/secret?tls=false'],
    [`${V}?auth=approle&auth_mount=/team/approle/`, `${V}?auth=approle&auth_mount=team%2Fapprole`],
    [`${V}?auth=approle&auth_mount=approle/`, `${V}?auth=approle`],
    [`${V}?auth=jwt&auth_mount=approle`, `${V}?auth=jwt&auth_mount=approle`],
    [
      'openbao://b.example.com:8200/secret?auth=jwt&auth_mount=%C3%A9quipe-jwt&role=ci',
      'openbao://b.example.com:8200/secret?auth=jwt&auth_mount=%C3%A9quipe-jwt&role=ci',
    ],
    [`${V}?auth=jwt&role=`, `${V}?auth=jwt`],
    [`${V}?role=shop&auth=kubernetes`, `${V}?auth=kubernetes&role=shop`],
    [`${V}?wrapped=true&auth=approle`, `${V}?auth=approle&wrapped=true`],
    [`${V}?wrapped=false&auth=jwt`, `${V}?auth=jwt`],
    [
      'openbao://team-a@b.example.com:8200/team/secret?audience=d&role=r&auth=jwt&kv=1&tls=false',
      'openbao://team-a@b.example.com:8200/team/secret?tls=false&kv=1&auth=jwt&role=r&audience=d',
    ],
    ['infisical:///UUID', 'infisical:///UUID'],
    ['infisical://EU.infisical.com:443/UUID', 'infisical://eu.infisical.com/UUID'],
    ['infisical://localhost:8080/UUID?env=prod&path=team/&tls=false', 'infisical://localhost:8080/UUID?env=prod&path=/team&tls=false'], // biome-ignore format: one row
    [
      'passbolt://?template=tool/{project}/{profile}/{key}&folder=A1B2C3D4-0000-4000-8000-000000000001&server=HTTPS://Pass.Example/App/',
      'passbolt://?server=https://pass.example/App&folder=a1b2c3d4-0000-4000-8000-000000000001',
    ],
    ['scaleway://?path=team', 'scaleway://?path=/team'],
    ['scaleway://?path=/team/', 'scaleway://?path=/team'],
    ['fly://my-app?detach=true&stage=true', 'fly://my-app?stage=true&detach=true'],
    ['fly://my-app?stage=false', 'fly://my-app'],
    ['cloudflare://STORE?scopes=access,workers,access', 'cloudflare://STORE?scopes=access,workers'],
    ['k8s+secret://app@prod', 'k8s+secret://app@prod'],
    ['k8s+configmap://app', 'k8s+configmap://app'],
    ['k8s+secret://a.b-1@prod?context=east%2F1', 'k8s+secret://a.b-1@prod?context=east/1'],
    ['k8s+secret://app?context=', 'k8s+secret://app'],
    ['ejson:', 'ejson'],
    ['ejson:dir/a%20b.ejson', 'ejson:dir/a%20b.ejson'],
    ['ejson:dir%3A123/x.ejson', 'ejson:dir%3A123/x.ejson'],
    ['ejson:dir/a:1', 'ejson:dir/a:1'],
    ['doppler://backend', 'doppler://backend'],
    ['doppler://backend/prd', 'doppler://backend/prd'],
    ['setec://Secrets.tail1234.ts.net:443', 'setec://secrets.tail1234.ts.net'],
    ['setec://secrets.tail1234.ts.net?prefix=a/b', 'setec://secrets.tail1234.ts.net?prefix=a/b'],
    ['setec://secrets.tail1234.ts.net?prefix=%2Fteam%2F', 'setec://secrets.tail1234.ts.net?prefix=team'],
    ['unknown://x?y=z', 'unknown://x?y=z'],
  ])('%s', (text, expected) => expect(judged(text)).toBe(expected));
});

describe('specs that are not', () => {
  test.each([
    ['env://NAME', 'ref = { item = "NAME" }'],
    ['env:///NAME', 'ref = { item = "NAME" }'],
    ['null://x', 'does not accept one (null)'],
    ['file', 'needs a folder'],
    ['file:', 'needs a folder'],
    ['file://', 'needs a folder'],
    ['file:./s?x=1', 'unknown option `x`'],
    ['dotenv:.env?x', 'unknown option `x`'],
    ['dotenv:me@x', '%40'],
    ['dotenv:@x', '%40'],
    ['dotenv:.env.{key}', 'unknown placeholder `{key}`'],
    ['dotenv:.env.{profile', '%7B'],
    ['dotenv:{{profile}}', 'brace'],
    ['file:./{}', 'unknown placeholder `{}`'],
    ['awssm://@us-east-1', 'empty user name'],
    ['keyring:///x/{key}', 'remove it'],
    ['keyring://team', 'has no `{key}`'],
    ['keyring://team', 'append `/{key}`'],
    ['pass://team', 'append `/{key}`'],
    ['gopass://team', 'append `/{key}`'],
    ['lastpass://team', 'append `/{key}`'],
    ['protonpass://vault/team', 'append `/{key}`'],
    ['kdbx:a.kdbx?prefix=team', 'append `/{key}`'],
    ['keyring://{nope}/{key}', '{nope}'],
    ['keyring:C:/x/{key}', 'Windows'],
    ['1password://Vault', 'onepassword'],
    ['1password+token://Vault', 'onepassword'],
    ['op://V/I/f', 'ref = { item = "I", field = "f", vault = "V" }'],
    ['op://V/I/s/f', 'ref = { item = "I", field = "f", vault = "V", section = "s" }'],
    ['onepassword://V/I/f', 'item = "I"'],
    ['sops:x.txt', 'without a known format'],
    ['sops:.env', 'without a known format'],
    ['sops:{project}.yaml', 'both'],
    ['sops:{key}.yaml', '{key}'],
    ['kdbx:', 'needs a file'],
    ['kdbx:a.kdbx?keyfile=', 'is empty'],
    ['kdbx:a.kdbx?keyfile=a&keyfile=b', 'given twice'],
    ['bws://nope', 'UUID'],
    ['dashlane://cards', 'unknown kind'],
    ['keeper://', 'keeper://FOLDER_UID'],
    ['keeper://UID?folder=x', 'keeper://FOLDER_UID'],
    ['passbolt://host', 'does not accept one (null)'],
    ['passbolt://?template=x', '{key}'],
    ['bw://?org=a&organization=b', 'remove one'],
    ['awssm://us-east-1/prod/db', 'ref = { item = "prod/db" }'],
    ['awssm://a:canary-pw@us-east-1', 'password'],
    ['awssm://us-east-1?prefx=x', 'did you mean `prefix`?'],
    ['awsps://?template=relative/{key}', 'template'],
    ['awsps://?template=/{key}', 'template'],
    ['awsps://?template=/prod/static', 'template'],
    ['awsps://?template=/prod/{key}/nested', 'template'],
    ['awsps://?template=/prod/{unknown}/{key}', '{unknown}'],
    ['awsps://?template=/prod/{key}/{key}', 'template'],
    ['awsps://?prefix=/a&template=/b/{key}', 'both `prefix` and `template`'],
    ['awsps://?prefix=ssm-x', 'which the service reserves'],
    ['awsps://?tier=free', '`standard`, `advanced`'],
    ['awsps://us-east-1/x/y', 'item = "x/y"'],
    ['gcsm://12345678', 'project'],
    ['gcsm://My-Proj', 'project'],
    ['gcsm://abc-', 'project'],
    ['gcsm://', 'gcsm://my-project'],
    ['gcsm://my-project/secrets/db-url/versions/3', 'ref = { item = "db-url" }'],
    ['akv://myvault?auth=bogus', 'must be `env`'],
    ['akv://myvault/some/path', 'path'],
    ['akv://', 'akv://my-vault'],
    ['akv://myvault:8443', 'name of a vault'],
    ['akv://myvault?suffix=a/b', 'suffix'],
    ['aac://payments.azconfig.azure.cn', 'audience'],
    ['aac://evil.example?audience=https://appconfig.azure.com', 'another host'],
    ['aac://a.azconfig.azure.us.azconfig.evil.example?audience=https://appconfig.azure.us', 'another host'],
    ['aac://a.azconfig.azure.cn?audience=https://vault.azure.cn', 'another host'],
    ['aac://payments?audience=https://vault.azure.net', 'another host'],
    ['aac://payments?audience=https://management.azure.com', 'another host'],
    ['aac://my%2Fstore', 'name of a store'],
    ['aac://store:443', 'port'],
    [`${A}?tag=app`, 'tag=NAME=VALUE'],
    [`${A}?tag==prod`, 'tag=NAME=VALUE'],
    [`${A}?tag=app=`, 'tag=NAME=VALUE'],
    [`${A}?tag=app=one&tag=app=two`, 'two tags'],
    [`${A}?tag=app=%00`, 'NUL'],
    [`${A}?${'abcdef'.replace(/./g, 'tag=$&=1&')}label=x`, 'more than five'],
    [`${A}?label=`, 'is empty'],
    [`${A}?label=a&label=b`, 'given twice'],
    [`${A}?unknown=1`, 'unknown option'],
    [`${A}?prefix=%25`, 'prefix'],
    ['aac://store.example?suffix=azconfig.io&audience=https%3A%2F%2Fx.example', 'suffix'],
    ['aac://store?auth=connection_string&key_vault_auth=inherit', 'inherit'],
    [`${V}?auth_mount=approle`, 'auth_mount'],
    [`${V}?auth=kubernetes`, 'requires `role`'],
    [`${V}?auth=jwt&wrapped=true`, 'wrapped'],
    [`${V}?auth=approle&auth_mount=`, 'auth_mount'],
    [`${V}?auth=approle&auth_mount=team%2F%2Fapprole`, 'auth_mount'],
    [`${V}?auth=approle&auth_mount=team%2F..%2Fapprole`, 'auth_mount'],
    [`${V}?auth=approle&auth_mount=team%0Aapprole`, 'auth_mount'],
    [`${V}?field=x`, 'ref = { item = "...", field = "..." }'],
    ['infisical://app.infisical.com', 'PROJECT_UUID'],
    ['infisical://h/UUID/extra', 'PROJECT_UUID'],
    ['infisical://h/UUID?tls=banana', 'tls'],
    ['scaleway://fr-par/team', 'path'],
    ['fly://', 'fly://my-app'],
    ['fly://u@my-app', 'user name'],
    ['fly://my-app/path', 'path'],
    ['fly://my-app?unknown=true', 'unknown option'],
    ['fly://my-app?stage=yes', '`true`, `false`'],
    ['fly://my-app?stage=true&stage=false', 'given twice'],
    ['cloudflare://STORE?scopes=', 'scopes'],
    ['cloudflare://STORE?scopes=foo', 'scopes'],
    ['cloudflare://STORE?wrangler_profile=x', 'wrangler_profile'],
    [`cloudflare://${'a'.repeat(33)}`, 'id of a store'],
    ['k8s+secret://app@prod/x', 'path'],
    ['k8s+secret://app@prod:6443', 'has a port'],
    ['k8s+secret://App', 'name that is not valid'],
    ['k8s+secret://@prod', 'empty user name'],
    ['k8s+secret://a..b', 'name that is not valid'],
    ['k8s+configmap://app@prod.east', 'namespace that is not valid'],
    ['k8s+configmap://app?namespace=x', 'unknown option'],
    ['ejson://u@f', 'user name'],
    ['ejson:f?x=1', 'unknown option'],
    ['ejson:f#x', 'fragment'],
    ['ejson:dir:123/secrets.ejson', 'has a port'],
    ['ejson://secrets.ejson:123', 'has a port'],
    ['doppler://my%2Fapp', 'lower case'],
    ['doppler://app/my%2Fconfig', 'lower case'],
    ['doppler://Backend', 'lower case'],
    ['doppler://a/b/c', 'lower case'],
    ['doppler://a?x=1', 'unknown option'],
    ['doppler://', 'doppler://my-project'],
    ['setec://h?prefix=', 'is empty'],
    ['setec://h?prefix=a//b', 'prefix'],
    ['setec://h?prefix=%2F', 'prefix'],
    ['setec://h?prefix=a/../b', 'prefix'],
    ['setec://h?x=1', 'unknown option'],
    ['setec://h/path', 'path'],
    ['setec://u@h', 'user name'],
    ['unknown://u:canary-pw@x', 'password'],
  ])('%s', (text, words) => {
    expect(judged(text)).toMatch(/^error: /);
    expect(judged(text)).toContain(words);
    expect(judged(text)).not.toContain('canary-');
  });
});

test('a password is the only fault of its spec and names the credentials', () => {
  const { faults } = judgeSpec('vault://u:canary-pw@h/m?nope=1');
  expect(faults).toEqual([
    {
      kind: 'password',
      shown: 'vault://u:***@h/m?nope=***',
      holds: 'password',
      credentials: ['token', 'role_id', 'secret_id'],
    },
  ]);
});

describe('schemes on a machine', () => {
  const fault = (text: string, claimed: readonly string[] = []) => {
    const { uri } = judgeSpec(text);
    return uri && schemeFault(uri, new Set(claimed));
  };
  test('of this version', () => expect(fault('keyring')).toBeNull());
  test('unknown', () => expect(fault('doetnv:x')).toMatchObject({ kind: 'unknown-scheme', nearest: 'dotenv' }));
  test('formerly called so', () => expect(fault('kubernetes://x')).toMatchObject({ nearest: 'k8s+secret' }));
  test('claimed', () => expect(fault('mine://x', ['mine'])).toBeNull());
  test('a claim of ours is not asked', () => expect(fault('env://h', ['env'])).toBeNull());
});

test('words hold no control characters and stay short', () => {
  const { message } = faultWords({ kind: 'malformed', shown: `a\u001b[31m${'x'.repeat(1e5)}`, problem: 'is odd' });
  expect(message).toContain('\\u001b[31m');
  expect(message.length).toBeLessThan(200);
});
