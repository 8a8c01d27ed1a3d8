/** Servers below a path, as gateways have them: another application at the root sees no token, and its answers count for nothing. */
import { writeFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { SecretValue } from '#runtime/values/secret-value.js';
import { KEYS } from '../../helpers/doubles/aws.js';
import { FakeKubernetes } from '../../helpers/doubles/kubernetes.js';
import { FakeParameterStore } from '../../helpers/doubles/parameter-store.js';
import { FakeSecretsManager } from '../../helpers/doubles/secrets-manager.js';
import { FakeVault } from '../../helpers/doubles/vault.js';
import { type FakeRequest, type FakeResponse, fakeHttp } from '../../helpers/fake-http.js';
import { kubeconfig } from '../../helpers/kubeconfig.js';
import { temporaryFolder } from '../files/temporary-folder.js';
import { httpWorld, readAll } from './http-world.js';
import { CALL, convention, openSpec, portsIn, usableStore } from './open-store.js';

const folder = temporaryFolder();
type Answer = (request: FakeRequest) => FakeResponse;
interface Case {
  readonly spec: string;
  readonly variables: (address: string) => Readonly<Record<string, string>>;
  readonly server: () => Answer;
}

const vault = (): Answer => {
  const server = new FakeVault();
  server.put('secret', 'tool/demo/default/HELD', { value: 'right' });
  server.tokens.set('canary-token', { rights: 'all', uses: Number.POSITIVE_INFINITY });
  return (request) => server.answer(request);
};
const CASES: Readonly<Record<string, Case>> = {
  vault: { spec: 'vault', variables: (address) => ({ VAULT_ADDR: address }), server: vault },
  openbao: { spec: 'openbao', variables: (address) => ({ BAO_ADDR: address }), server: vault },
  awssm: {
    spec: 'awssm://eu-west-1',
    variables: (address) => ({ ...KEYS, AWS_ENDPOINT_URL: address }),
    server: () => {
      const server = new FakeSecretsManager();
      server.put('tool/demo/default/HELD', 'right');
      return (request) => server.answer(request);
    },
  },
  awsps: {
    spec: 'awsps://eu-west-1',
    variables: (address) => ({ ...KEYS, AWS_ENDPOINT_URL_SSM: address }),
    server: () => {
      const server = new FakeParameterStore();
      server.put('/tool/demo/default/HELD', 'right');
      return (request) => server.answer(request);
    },
  },
  'k8s+secret': {
    spec: 'k8s+secret://app?context=here',
    variables: (server) => {
      writeFileSync(`${folder}/kubeconfig`, kubeconfig({}, { server }));
      return { KUBECONFIG: `${folder}/kubeconfig` };
    },
    server: () => {
      const server = new FakeKubernetes();
      server.tokens.set('', ['get', 'patch', 'create']);
      server.put('default/secrets/app', {
        data: { 'tool--demo--default--HELD': Buffer.from('right').toString('base64') },
      });
      return (request) => server.answer(request);
    },
  },
};

/** The server below this path, and another application everywhere else, which answers everything. */
function behindGateway(basePath: string, server: Answer) {
  const strayed: string[] = [];
  const answer: Answer = (request) => {
    if (request.path.startsWith(`${basePath}/`))
      return server({ ...request, path: request.path.slice(basePath.length) });
    strayed.push(request.path);
    return { status: 200, body: { data: { data: { value: 'wrong' } }, SecretString: 'wrong', Parameters: [] } };
  };
  return { answer, strayed };
}

describe.each(Object.entries(CASES))('%s', (_, { spec, variables, server }) => {
  const basePath = '/k8s/clusters/c-1';

  test.each(['', '/'])('is asked below the path of its address%s', async (end) => {
    const gateway = behindGateway(basePath, server());
    const given = variables(`http://127.0.0.1:8200${basePath}${end}`);
    const { open } = httpWorld(gateway.answer, { token: 'canary-token' }, given);
    const store = await open(spec);
    expect(await readAll(store, convention('HELD'))).toEqual(['found right']);
    expect(await store.write?.([{ at: convention('NEW'), value: SecretValue.fromText('new') }], CALL)).toMatchObject([
      { kind: 'written' },
    ]);
    expect(await readAll(store, convention('NEW'))).toEqual(['found new']);
    expect(gateway.strayed).toEqual([]);
  });
});

test.each([
  ['https://alice:canary@v.test/team/?x=canary#f', '/team'],
  ['https://v.test/ui', ''],
  ['https://v.test/ui/', ''],
  ['https://v.test/ui/vault/secrets/secret/list', ''],
  ['https://v.test/team/ui/vault/secrets', '/team'],
  ['https://v.test/uist', '/uist'],
])('the path of %s for Vault is %p', async (address, basePath) => {
  const gateway = behindGateway(basePath, vault());
  const { open, sent } = httpWorld(gateway.answer, { token: 'canary-token' }, { VAULT_ADDR: address });
  expect(await readAll(await open('vault'), convention('HELD'))).toEqual(['found right']);
  expect([gateway.strayed, sent[0]?.path]).toEqual([[], `${basePath}/v1/secret/data/tool/demo/default/HELD`]);
});

test.each([
  ['doppler://p', 'TOOL_DOPPLER_ENDPOINT'],
  ['gcsm://project-1', 'TOOL_GCSM_ENDPOINT'],
  ['akv://vault', 'TOOL_AKV_ENDPOINT'],
  ['aac://config', 'TOOL_AAC_ENDPOINT'],
  ['scaleway://fr-par?project_id=b2f1c3d4-0000-4000-8000-000000000001', 'TOOL_SCALEWAY_ENDPOINT'],
  ['infisical:///b2f1c3d4-0000-4000-8000-000000000001', 'INFISICAL_DOMAIN'],
  ['infisical:///b2f1c3d4-0000-4000-8000-000000000001', 'INFISICAL_API_URL'],
])('%s, whose API has no path, refuses one in %s before anything is sent', async (spec, variable) => {
  const sent: FakeRequest[] = [];
  const { http } = fakeHttp((request) => {
    sent.push(request);
    return { status: 200 };
  });
  const opened = await openSpec(spec, { ...portsIn('/nowhere', { [variable]: 'https://gateway.test/team' }), http });
  expect(opened).toMatchObject({ kind: 'refused', failure: { kind: 'unsupported' } });
  expect(sent).toEqual([]);
  expect(
    (await usableStore(spec, { ...portsIn('/nowhere', { [variable]: 'https://gateway.test/' }), http })).kind,
  ).toBe('open');
});
