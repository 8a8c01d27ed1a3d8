/** When two specs mean one store, by their text. */
import { describe, expect, test } from '@jest/globals';
import { identityText } from '#schemas/stores/identity.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';

function identity(text: string): string {
  const uri = parseStoreUri(text);
  if (uri.kind === 'malformed') throw new Error(uri.problem);
  return identityText(uri, { project: 'shop', profile: 'prod' });
}

describe('the same store', () => {
  test.each([
    ['keyring', 'keyring://'],
    ['keyring', 'keyring://tool/{project}/{profile}/{key}'],
    ['dotenv', 'dotenv:.env'],
    ['dotenv', 'dotenv:./.env'],
    ['dotenv:a/../b.env', 'dotenv://b.env'],
    ['dotenv:/a//b/./c', 'dotenv:///a/b/c'],
    ['dotenv:/../a', 'dotenv:/a'],
    ['dotenv:x%2eenv', 'dotenv:x.env'],
    ['file:./s/', 'file:s'],
    ['dotenv:.env.{profile}', 'dotenv:./.env.prod'],
    ['file:./{project}/{profile}', 'file:shop/prod'],
    ['age', 'age:./secrets.age?identity=k'],
    ['vault://team-a@b:8200/secret?tls=false&kv=1&auth=approle', 'openbao://team-a@b:8200/secret?tls=false&auth=jwt'],
    ['vault://team%2F@h', 'vault://team@h'],
    ['vault://H/', 'vault://h/secret'],
    ['akv://myvault?suffix=vault.azure.cn&auth=cli', 'akv://myvault.vault.azure.cn'],
    ['akv://MyVault', 'akv://myvault'],
    ['fly://a?stage=true', 'fly://a'],
    ['onepassword://V', 'onepassword+token://V'],
    ['onepassword', 'onepassword://Private'],
    ['onepassword://me@localhost', 'onepassword://me@Private'],
  ])('%s and %s', (left, right) => expect(identity(left)).toBe(identity(right)));
});

describe('different stores', () => {
  test.each([
    ['dotenv', 'age:.env'],
    ['dotenv:a.env', 'dotenv:/a.env'],
    ['dotenv:../a.env', 'dotenv:a.env'],
    ['dotenv:../../a', 'dotenv:../a'],
    ['dotenv:~/a', 'dotenv:./~/a'],
    ['dotenv:~/../a', 'dotenv:a'],
    ['dotenv:A.env', 'dotenv:a.env'],
    ['dotenv:.env.%7Bprofile%7D', 'dotenv:.env.prod'],
    ['dotenv:.env.%7Bprofile%7D', 'dotenv:.env.{profile}'],
    ['keyring', 'keyring://cache/{key}'],
    ['awssm://a@r', 'awssm://b@r'],
    ['vault://h/secret?tls=false', 'vault://h/secret'],
    ['aac://s?label=a', 'aac://s'],
  ])('%s and %s', (left, right) => expect(identity(left)).not.toBe(identity(right)));
});
