/** Which cluster a store asks, and as whom: kubeconfigs, their users, and the service account of a pod. */
import { describe, expect, test } from '@jest/globals';
import { FileFault, type Files } from '#runtime/files/files.js';
import { fakePrograms } from '../../../helpers/fake-programs.js';
import { KUBECONFIG, kubeconfig } from '../../../helpers/kubeconfig.js';
import { CALL, convention } from '../open-store.js';
import { base64, failure, folder, opened, ports, read, SECRET, world, write } from './k8s-world.js';

const SERVER = { server: 'https://k8s.test:6443' };
const held = async (spec = SECRET, given = ports()) => read(await opened(spec, given), convention('HELD'));
const FOUND = ['found canary-held'];
const config = (user: object, cluster: object = SERVER, context: object = {}) =>
  write('home/.kube/config', kubeconfig(user, cluster, context));

describe('the kubeconfig', () => {
  test('of the home folder, in YAML', async () => {
    write(
      'home/.kube/config',
      `# a comment
apiVersion: v1
kind: Config
current-context: here
clusters:
- {name: c, cluster: {server: "https://k8s.test:6443/k8s/clusters/c-1/"}}
users:
- name: u
  user:
    token: root
contexts:
- name: here
  context:
    cluster: c
    user: u
    namespace: prod
`,
    );
    world.server.put('prod/secrets/app', { data: { 'tool--demo--default--HELD': base64('canary-prod') } });
    world.first = () => null;
    await held();
    expect(world.fake.asked).toEqual(['GET /k8s/clusters/c-1/api/v1/namespaces/prod/secrets/app']);
    expect(world.fake.servers[0]).toMatchObject({ origin: 'https://k8s.test:6443', tls: {} });
  });

  test('names and tokens of digits are the text that is written', async () => {
    write(
      'home/.kube/config',
      `current-context: 1
clusters: [{name: 2, cluster: {server: "https://other.test"}}, {name: 02, cluster: {server: "https://k8s.test:6443"}}]
users: [{name: 3, user: {token: canary}}, {name: 3.0, user: {token: 0123}}]
contexts: [{name: 2, context: {cluster: 2, user: 3}}, {name: 1, context: {cluster: 02, user: 3.0, namespace: 0123}}]
`,
    );
    await held();
    expect(world.fake.servers[0]).toMatchObject({ origin: 'https://k8s.test:6443' });
    expect(world.fake.asked).toEqual(['GET /api/v1/namespaces/0123/secrets/app']);
    expect(world.requests[0]?.headers['authorization']).toBe('Bearer 0123');
  });

  test('several files are one, the first counts, and those that do not exist are passed over', async () => {
    const paths = [
      write('a.yaml', JSON.stringify({ users: [{ name: 'u', user: { token: 'root' } }], contexts: null })),
      `${folder}/gone.yaml`,
      write('b.yaml', kubeconfig({ token: 'canary-other' })),
    ];
    expect(await held(SECRET, ports({ KUBECONFIG: `${paths.join(':')}:` }))).toEqual(FOUND);
    const reversed = [...paths].reverse().join(':');
    expect(await held(SECRET, ports({ KUBECONFIG: reversed }))).toEqual(['failed denied']);
  });

  test('a context can be named', async () => {
    const { contexts, ...rest } = JSON.parse(KUBECONFIG);
    const other = { name: 'other', context: { cluster: 'c', user: 'u', namespace: 'prod' } };
    write('home/.kube/config', JSON.stringify({ ...rest, contexts: [...contexts, other] }));
    await held(`${SECRET}?context=other`);
    expect(world.fake.asked).toEqual(['GET /api/v1/namespaces/prod/secrets/app']);
    expect(await failure(await opened(`${SECRET}?context=gone`))).toMatchObject({
      detail: 'the kubeconfig has no context `gone`',
      help: expect.stringContaining('get-contexts'),
    });
  });

  test.each<[string, string, string]>([
    ['no current context', '{}', 'the kubeconfig names no current context'],
    ['an empty file', '', 'the kubeconfig names no current context'],
    ['a list', '[]', '`~/.kube/config` is not a kubeconfig'],
    ['no YAML', 'a: 1\nb: [canary', '`~/.kube/config` is not valid YAML (line 2)'],
    ['a repeated key', 'users: []\nusers: [canary]', '`~/.kube/config` is not valid YAML (line 2)'],
    ['a text', 'canary', '`~/.kube/config` is not a kubeconfig'],
    ['no cluster', kubeconfig({}, {}, { cluster: 'gone' }), 'names a cluster that is not in it'],
    ['no user', kubeconfig({}, SERVER, { user: 'gone' }), 'names a user that is not in it'],
    ['no server', kubeconfig({}, {}), 'is not a usable address'],
    ['plain HTTP', kubeconfig({ token: 'x' }, { server: 'http://k8s.test' }), 'is not a usable address'],
    ['a password', kubeconfig({}, { server: 'https://u:canary@k8s.test' }), 'is not a usable address'],
    ['another way', kubeconfig({ 'auth-provider': { name: 'oidc', config: { x: 'canary' } } }), '`auth-provider`'],
    ['groups', kubeconfig({ token: 'root', 'as-groups': ['x'] }), '`as-groups`'],
    ['no file', kubeconfig({ tokenFile: 'gone' }), 'the `tokenFile` of the kubeconfig is a file that does not exist'],
    ['no authority', kubeconfig({}, { ...SERVER, 'certificate-authority': 'gone' }), 'is a file that does not exist'],
    ['a line break', kubeconfig({ token: 'canary\nx' }), 'not valid in a token'],
    ['a namespace', kubeconfig({}, SERVER, { namespace: '../a' }), 'has a namespace that is not valid in Kubernetes'],
    ['an old plugin', kubeconfig({ exec: { apiVersion: 'v1alpha1', command: 'x' } }), '`apiVersion`'],
  ])('%s is reported, and nothing is sent', async (_, content, detail) => {
    write('home/.kube/config', content);
    const said = await failure(await opened());
    expect(said).toMatchObject({ detail: expect.stringContaining(detail) });
    expect(JSON.stringify(said)).not.toContain('canary');
    expect(world.fake.asked).toEqual([]);
  });

  test('aliases that grow without end are refused', async () => {
    const levels = Array.from(
      { length: 12 },
      (_, at) => `l${at + 1}: &l${at + 1} [${'*l'.concat(`${at}, `).repeat(9)}]`,
    );
    write('home/.kube/config', ['l0: &l0 [x]', ...levels].join('\n'));
    expect(await failure(await opened())).toMatchObject({ detail: '`~/.kube/config` is not a kubeconfig' });
  });

  test('one that cannot be read, or that a variable names in vain, is reported', async () => {
    expect(await failure(await opened(SECRET, ports({ KUBECONFIG: `${folder}/gone` })))).toMatchObject({
      detail: 'no file that `KUBECONFIG` names exists',
    });
    const denied: Files = {
      ...ports().files,
      read: () => Promise.reject(new FileFault('EACCES', 'secret path', 'permission denied')),
    };
    expect(await failure(await opened(SECRET, { ...ports(), files: denied }))).toEqual({
      kind: 'denied',
      detail: '`~/.kube/config`: permission denied',
    });
    expect(await failure(await opened(SECRET, { ...ports(), home: null }))).toMatchObject({
      detail: 'no kubeconfig was found',
    });
  });
});

describe('the connection', () => {
  const tlsOf = async (user: object, cluster: object) => {
    config(user, { ...SERVER, ...cluster });
    await held();
    return world.fake.servers[0];
  };

  test('authorities, certificate and key, from data and from files next to the kubeconfig', async () => {
    for (const name of ['ca', 'cert', 'key']) write(`home/.kube/${name}.pem`, name);
    const pem = { authorities: Buffer.from('ca'), certificate: Buffer.from('cert'), key: Buffer.from('key') };
    const files = { 'client-certificate': 'cert.pem', 'client-key': 'key.pem' };
    expect(await tlsOf(files, { 'certificate-authority': 'ca.pem' })).toMatchObject({ tls: pem });
    world.fake.servers.length = 0;
    const data = { 'client-certificate-data': base64('cert'), 'client-key-data': base64('key') };
    expect(
      await tlsOf({ ...data, 'client-key': 'gone' }, { 'certificate-authority-data': base64('ca') }),
    ).toMatchObject({
      tls: pem,
    });
  });

  test('a name to check, no check, a proxy', async () => {
    const cluster = {
      'tls-server-name': 'other',
      'insecure-skip-tls-verify': true,
      'proxy-url': 'http://proxy.test:3128',
    };
    expect(await tlsOf({}, cluster)).toMatchObject({
      tls: { serverName: 'other', isUnverified: true },
      proxy: { address: 'http://proxy.test:3128', setting: 'proxy-url' },
    });
  });

  test.each(['127.0.0.1', '[::1]', 'localhost'])('no token is sent over plain HTTP to %s', async (host) => {
    config({ token: 'root' }, { server: `http://${host}:8001` });
    await held();
    expect(world.fake.servers[0]).toMatchObject({ origin: `http://${host}:8001` });
    expect(world.requests[0]?.headers).not.toHaveProperty('authorization');
  });
});

describe('the user', () => {
  const sentWith = async (user: object, given = ports()) => {
    config(user);
    await held(SECRET, given);
    return world.requests.map(({ headers }) => headers['authorization']);
  };

  test('a token, a password, a file that counts more than a token', async () => {
    expect(await sentWith({ token: 'root' })).toEqual(['Bearer root']);
    world.requests.length = 0;
    expect(await sentWith({ username: 'me', password: 'x:y' })).toEqual([`Basic ${base64('me:x:y')}`]);
    world.requests.length = 0;
    write('home/.kube/token', 'root\n');
    expect(await sentWith({ token: 'other', tokenFile: 'token' })).toEqual(['Bearer root']);
  });

  test('a token that was replaced in its file is read again after a refusal, once', async () => {
    write('home/.kube/token', 'old');
    config({ tokenFile: 'token' });
    world.first = ({ headers }) => {
      if (headers['authorization'] === 'Bearer old') write('home/.kube/token', 'root');
      return null;
    };
    expect(await held()).toEqual(FOUND);
    world.first = () => null;
    write('home/.kube/token', 'wrong');
    expect(await held()).toEqual(['failed denied']);
    expect(world.fake.asked).toHaveLength(4);
  });

  test('acts as another', async () => {
    await sentWith({ token: 'root', as: 'robot' });
    expect(world.requests[0]?.headers).toMatchObject({ 'impersonate-user': 'robot' });
  });
});

describe('a program that signs in', () => {
  const V1 = 'client.authentication.k8s.io/v1';
  const printed = (status: object, apiVersion = V1) => JSON.stringify({ kind: 'ExecCredential', apiVersion, status });
  const exec = (more: object = {}) => ({ exec: { apiVersion: V1, command: 'signer', ...more } });
  const withPlugin = (stdout: string | (() => string), more: object = {}) => {
    const extensions = [{ name: 'client.authentication.k8s.io/exec', extension: { port: 8443, ttl: 1.5 } }];
    config(exec(more), { ...SERVER, 'certificate-authority-data': base64('ca'), extensions });
    const programs = fakePrograms({ signer: () => ({ stdout: typeof stdout === 'string' ? stdout : stdout() }) });
    return { programs, given: ports({}, programs) };
  };

  test('is run once for a token, with what the kubeconfig gives it', async () => {
    const env = [{ name: 'REGION', value: 'eu' }];
    const { programs, given } = withPlugin(printed({ token: 'root' }), {
      args: ['get', '-x'],
      env,
      provideClusterInfo: true,
    });
    const store = await opened(SECRET, given);
    expect(await read(store, convention('HELD'))).toEqual(FOUND);
    expect(await read(store, convention('HELD'))).toEqual(FOUND);
    expect(programs.runs).toHaveLength(1);
    const [run] = programs.runs;
    expect([run?.words, run?.variable('REGION')]).toEqual([['get', '-x'], 'eu']);
    expect(JSON.parse(run?.variable('KUBERNETES_EXEC_INFO') ?? '')).toEqual({
      kind: 'ExecCredential',
      apiVersion: V1,
      spec: {
        interactive: false,
        cluster: { ...SERVER, 'certificate-authority-data': base64('ca'), config: { port: 8443, ttl: 1.5 } },
      },
    });
  });

  test('is run again when its token has expired or is refused', async () => {
    const tokens = ['stale', 'root', 'root', 'root'];
    const expired = new Date(Date.now() - 1000).toISOString();
    const { programs, given } = withPlugin(() => printed({ token: tokens.shift(), expirationTimestamp: expired }));
    const store = await opened(SECRET, given);
    expect(await read(store, convention('HELD'))).toEqual(FOUND);
    expect(programs.runs).toHaveLength(2);
    expect(await read(store, convention('HELD'))).toEqual(FOUND);
    expect(programs.runs).toHaveLength(3);
  });

  test('gives the certificate of the connection', async () => {
    world.server.tokens.set('', ['get']);
    const { programs, given } = withPlugin(printed({ clientCertificateData: 'cert', clientKeyData: 'key' }));
    expect(await held(SECRET, given)).toEqual(FOUND);
    expect(programs.runs).toHaveLength(1);
    expect(world.fake.servers[0]?.tls).toMatchObject({ certificate: Buffer.from('cert'), key: Buffer.from('key') });
  });

  test.each<[string, string]>([
    ['nothing', ''],
    ['no status', JSON.stringify({ kind: 'ExecCredential', apiVersion: V1 })],
    ['another version', printed({ token: 'canary' }, 'client.authentication.k8s.io/v1beta1')],
    ['half a certificate', printed({ clientCertificateData: 'canary' })],
    ['a token of two lines', printed({ token: 'canary\nx' })],
    ['no date', printed({ token: 'canary', expirationTimestamp: 'soon' })],
  ])('that prints %s is reported', async (_, stdout) => {
    const said = await failure(await opened(SECRET, withPlugin(stdout).given));
    expect(said).toMatchObject({ kind: 'malformed', detail: '`signer` did not print an `ExecCredential`' });
    expect(JSON.stringify(said)).not.toContain('canary');
    expect(world.fake.asked).toEqual([]);
  });

  test('that fails, is missing or needs a terminal is reported', async () => {
    config(exec({ installHint: 'get it from\nexample.com' }));
    const failing = fakePrograms({ signer: () => ({ status: 3, stderr: 'login first' }) });
    expect(await failure(await opened(SECRET, ports({}, failing)))).toEqual({
      kind: 'denied',
      detail: '`signer`, which signs in to the cluster, ended with status 3: login first',
    });
    expect(await failure(await opened(SECRET, ports({}, fakePrograms({}))))).toMatchObject({
      kind: 'missing-program',
      help: 'get it from example.com',
    });
    config(exec({ interactiveMode: 'Always' }));
    expect(await failure(await opened(SECRET, ports({}, failing)))).toMatchObject({ kind: 'unsupported' });
  });

  test('with a path is next to the kubeconfig', async () => {
    config(exec({ command: './bin/signer' }));
    const programs = fakePrograms({});
    await held(SECRET, ports({}, programs));
    expect(programs.finds).toEqual([`${folder}/home/.kube/bin/signer`]);
  });
});

describe('in a pod', () => {
  const ACCOUNT = '/var/run/secrets/kubernetes.io/serviceaccount';
  const inPod = (files: Readonly<Record<string, string>>) => {
    const given = ports({ KUBERNETES_SERVICE_HOST: 'fd00::1', KUBERNETES_SERVICE_PORT: '6443' });
    const content = new Map(Object.entries(files).map(([name, text]) => [`${ACCOUNT}/${name}`, text]));
    const reads: string[] = [];
    const reading: Files = {
      ...given.files,
      read: async (path) => {
        reads.push(path);
        const text = content.get(path);
        return text === undefined ? null : Buffer.from(text);
      },
    };
    return { content, reads, given: { ...given, files: reading } };
  };

  test('the service account signs in, and its namespace counts', async () => {
    const { given } = inPod({ token: 'root\n', 'ca.crt': 'ca', namespace: 'prod' });
    await held(SECRET, given);
    expect(world.fake.servers[0]).toMatchObject({
      origin: 'https://[fd00::1]:6443',
      tls: { authorities: Buffer.from('ca') },
    });
    expect(world.fake.asked).toEqual(['GET /api/v1/namespaces/prod/secrets/app']);
    expect(world.requests[0]?.headers).toMatchObject({ authorization: 'Bearer root' });
  });

  test('a replaced token is read again', async () => {
    const { given, content, reads } = inPod({ token: 'old', 'ca.crt': 'ca', namespace: 'default' });
    world.first = () => {
      content.set(`${ACCOUNT}/token`, 'root');
      return null;
    };
    expect(await held(SECRET, given)).toEqual(FOUND);
    expect(reads.filter((path) => path.endsWith('/token'))).toHaveLength(2);
  });

  test('a kubeconfig counts more, and a context needs one', async () => {
    const { given } = inPod({ token: 'x' });
    expect(await held(SECRET, { ...given, files: ports().files })).toEqual(FOUND);
    expect(await failure(await opened(`${SECRET}?context=x`, given))).toMatchObject({
      detail: 'no kubeconfig was found',
    });
  });

  test('without a token it is reported', async () => {
    expect(await failure(await opened(SECRET, inPod({}).given))).toMatchObject({
      detail: expect.stringContaining('certificate-authority'),
    });
    expect(await failure(await opened(SECRET, inPod({ 'ca.crt': 'ca' }).given))).toMatchObject({
      kind: 'missing-credential',
    });
  });
});

test('closing ends the connection', async () => {
  const store = await opened();
  await store.read([convention('HELD')], CALL);
  await store.close?.();
  expect(world.fake.closed).toBe(1);
});
