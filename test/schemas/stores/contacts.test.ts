/** What the stores of every scheme contact, read off the catalogue. */
import { describe, expect, test } from '@jest/globals';
import type { ProviderDescriptor } from '#schemas/providers/descriptor.js';
import { providers } from '#schemas/providers/index.js';
import { contactsOf, type StoreContact } from '#schemas/stores/contacts.js';
import { parseStoreUri } from '#schemas/addresses/store-uri.js';

function contactsIn(spec: string): readonly StoreContact[] {
  const uri = parseStoreUri(spec);
  if (uri.kind === 'malformed') throw new Error(uri.problem);
  return contactsOf(uri) ?? [];
}

/** `host NAME` with `!` where it is the vendor's, `http NAME` without TLS, `program NAME`, `file PATH`, `machine KIND`. */
function inShort(contact: StoreContact): string {
  switch (contact.kind) {
    case 'host':
      return `${contact.tls ? 'host' : 'http'} ${contact.name}${contact.isVendors ? '!' : ''}`;
    case 'program':
      return `program ${contact.program}${contact.isHelper ? '!' : ''}`;
    case 'file':
      return `file ${contact.path}${contact.isStore ? '!' : ''}`;
    case 'machine':
      return `machine ${contact.what}`;
  }
}

const OF_KUBERNETES = ['machine host', 'machine program', 'machine file'];

test.each<[string, readonly string[]]>([
  ['aac://team', ['host team.azconfig.io', 'host login.microsoftonline.com!', 'machine host', 'machine file']],
  ['age:./x.age?identity=~/key.txt', ['file ./x.age!', 'file ~/key.txt', 'machine file', 'machine program']],
  [
    'akv://team?auth=cli',
    [
      'host team.vault.azure.net',
      'host login.microsoftonline.com!',
      'program az',
      'program azd',
      'machine host',
      'machine file',
    ],
  ],
  ['awsps://eu-west-1', ['host ssm.eu-west-1.amazonaws.com!', ...OF_KUBERNETES]],
  ['awssm', OF_KUBERNETES],
  ['awssm://cn-north-1', ['host secretsmanager.cn-north-1.amazonaws.com.cn!', ...OF_KUBERNETES]],
  ['bws://me.example.com@0f8fad5b-d9cb-469f-a165-70867728950e', ['host me.example.com', 'program bws']],
  ['cloudflare://STORE?auth=token', ['host api.cloudflare.com!', 'machine host']],
  ['cloudflare://STORE', ['host api.cloudflare.com!', 'program wrangler', 'machine host']],
  ['doppler://backend', ['host api.doppler.com!', 'machine host']],
  ['dotenv', ['file .env!']],
  ['ejson', ['file secrets.ejson!']],
  ['env', []],
  ['file:./secrets', ['file ./secrets!']],
  ['fly://app', ['program flyctl', 'machine file']],
  [
    'gcsm://my-project',
    [
      'host secretmanager.googleapis.com!',
      'host oauth2.googleapis.com!',
      'machine host',
      'machine program',
      'machine file',
    ],
  ],
  ['gopass', ['program gopass', 'program gpg!', 'program git!', 'machine file']],
  ['infisical:///P', ['host app.infisical.com!', 'machine host']],
  ['infisical://EU.infisical.com:443/P', ['host eu.infisical.com!']],
  ['infisical://kv.example.com:8080/P?tls=0', ['http kv.example.com:8080']],
  ['k8s+secret://app', OF_KUBERNETES],
  ['k8s+configmap://app@prod', OF_KUBERNETES],
  ['kdbx:./x.kdbx?keyfile=x.key', ['file ./x.kdbx!', 'file x.key']],
  ['keyring', ['machine service']],
  ['null', []],
  ['openbao://KV.example.com:443/secret', ['host kv.example.com', 'machine file']],
  ['pass://team/{key}?store_dir=~/own', ['program pass', 'program gpg!', 'program git!', 'file ~/own', 'machine file']],
  ['scaleway', ['host api.scaleway.com!', 'machine host']],
  ['setec://secrets.example.ts.net:8443', ['host secrets.example.ts.net:8443']],
  ['systemd-credential', ['machine file']],
  ['vault', ['machine host', 'machine file']],
])('%s contacts %j', (spec, expected) => expect(contactsIn(spec).map(inShort)).toEqual(expected));

describe.each<[string, ProviderDescriptor]>(Object.entries(providers))('%s', (scheme, { cost, uri }) => {
  const spec = uri.example ?? (['file', 'kdbx'].includes(scheme) ? `${scheme}:./x.kdbx` : scheme);
  const known = contactsIn(spec);
  test('contacts what it costs', () => {
    const kinds = known.map((contact) => (contact.kind === 'machine' ? contact.what : contact.kind));
    if (cost.unit === 'none') expect(kinds).toEqual([]);
    if (cost.unit === 'process') expect(kinds).toContain('program');
    if (cost.unit === 'file') expect(kinds).toContain('file');
    if (cost.unit === 'request') expect(kinds.filter((kind) => ['host', 'service'].includes(kind))).not.toEqual([]);
  });
  test('sends no credential to a server that is not one of its own', () => {
    const names = providers[scheme as keyof typeof providers].credentials.map(({ name }) => name as string);
    const sent = known.flatMap((contact) => (contact.kind === 'host' ? contact.receives : []));
    expect(sent.filter((name) => !names.includes(name))).toEqual([]);
  });
});

test('of an unknown scheme nothing is known', () => {
  const uri = parseStoreUri('acme://team');
  expect(uri.kind === 'uri' && contactsOf(uri)).toBeNull();
});
