/** The controller of External Secrets beside a real API server: the `Secret` has what `tool export` prints, byte for byte. */
import { deepStrictEqual, strictEqual } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { builtOperator } from './operator-program.mjs';
import { fill, manifestFor } from './values.mjs';

const MORE = `
USER_NAME = { description = "x", default = "it's {{ the }} default" }
GREETING = { description = "x", composed = "<\${USER_NAME}>" }
THERE = { description = "x", required = false }
LOST = { description = "x", required = false }
MADE_OF_LOST = { description = "x", required = false, composed = "<\${LOST}>" }
TLS = { description = "x", providers = ["k8s+secret://app@prod"], ref = { item = "tls.key" } }`;
const SHOWN = ', "GREETING", "THERE", "LOST", "MADE_OF_LOST", "TLS"';

export async function operator(vault, kubernetes, folder, tool) {
  const built = builtOperator();
  if (built === null) {
    console.log('left out: External Secrets, which cannot be built here');
    return {};
  }
  return { 'the Secret has what the tool exports': () => compared({ vault, kubernetes, folder, tool }, built) };
}

async function compared({ vault, kubernetes, folder, tool }, { program, definitions }) {
  const { ask, origin, authority } = kubernetes;
  const must = async (method, path, body, options) => {
    const answer = await ask(method, path, body, options);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  await fill(vault);
  for (const file of definitions)
    await must(
      'POST',
      '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
      parseAllDocuments(readFileSync(file, 'utf8'))[0].toJS(),
    );
  await prepare(must, authority, vault);
  const kubeconfig = join(folder, 'operator.yaml');
  writeFileSync(kubeconfig, configOf(origin, authority));
  const host = vault.address.replace('http://', '');
  const manifest = manifestFor(`vault://${host}/secret?tls=false`, MORE).replace('SHOWN', SHOWN);
  const environment = { VAULT_TOKEN: vault.token, KUBECONFIG: kubeconfig };
  const exported = await tool(manifest, ['export', '--scope', 'api', '--format', 'json'], { environment });
  strictEqual(exported.status, 0, exported.stderr);
  const made = await tool(manifest, ['plan', 'emit', '--for', 'external-secrets', '--strict', '--scope', 'api']);
  strictEqual(made.status, 0, made.stderr);
  for (const document of parseAllDocuments(made.stdout)) {
    const object = document.toJS();
    if (object?.kind === 'SecretStore' || object?.kind === 'ExternalSecret') await create(ask, object, origin);
  }
  const words = [
    '--enable-cluster-store-reconciler=false',
    '--enable-cluster-external-secret-reconciler=false',
    '--enable-cluster-push-secret-reconciler=false',
    '--enable-push-secret-reconciler=false',
    '--metrics-addr=0',
  ];
  const log = [];
  const controller = spawn(program, words, { env: { PATH: process.env.PATH, HOME: folder, KUBECONFIG: kubeconfig } });
  for (const stream of [controller.stdout, controller.stderr]) stream.on('data', (data) => log.push(data));
  try {
    const secret = await until(
      async () => {
        if (controller.exitCode !== null)
          throw new Error(`the controller ended: ${Buffer.concat(log).toString().slice(-3000)}`);
        const { status, body } = await ask('GET', '/api/v1/namespaces/default/secrets/shop-default-api');
        return status === 200 ? body : null;
      },
      () => Buffer.concat(log).toString().slice(-3000),
    );
    const got = Object.entries(secret.data).map(([name, data]) => [name, Buffer.from(data, 'base64').toString()]);
    deepStrictEqual(Object.fromEntries(got), JSON.parse(exported.stdout));
  } finally {
    controller.kill();
    if (controller.exitCode === null) await once(controller, 'exit');
  }
}

/** What a cluster has, or its administrator adds. */
async function prepare(must, authority, { token }) {
  await must('POST', '/api/v1/namespaces', { metadata: { name: 'prod' } });
  const data = { 'tls.key': Buffer.from('key\nof the server\n').toString('base64') };
  await must('POST', '/api/v1/namespaces/prod/secrets', { metadata: { name: 'app' }, data });
  const home = '/api/v1/namespaces/default';
  await must('POST', `${home}/serviceaccounts`, { metadata: { name: 'shop' } });
  const certificate = { 'ca.crt': readFileSync(authority, 'utf8') };
  await must('POST', `${home}/configmaps`, { metadata: { name: 'kube-root-ca.crt' }, data: certificate });
  await must('POST', `${home}/secrets`, { metadata: { name: 'shop-team-sign-in' }, stringData: { token } });
  const rbac = '/apis/rbac.authorization.k8s.io/v1/namespaces/prod';
  const rules = [{ apiGroups: [''], resources: ['secrets'], resourceNames: ['app'], verbs: ['get'] }];
  await must('POST', `${rbac}/roles`, { metadata: { name: 'shop' }, rules });
  await must('POST', `${rbac}/rolebindings`, {
    metadata: { name: 'shop' },
    subjects: [{ kind: 'ServiceAccount', name: 'shop', namespace: 'default' }],
    roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'shop' },
  });
}

/** The API server validates it by its definition, which takes a moment to be served. Here its address is not that of a cluster. */
async function create(ask, object, origin) {
  const cluster = object.spec.provider?.kubernetes;
  if (cluster !== undefined) cluster.server.url = origin;
  const path = `/apis/external-secrets.io/v1/namespaces/default/${object.kind.toLowerCase()}s?fieldValidation=Strict`;
  await until(async () => {
    const { status, body } = await ask('POST', path, object);
    if (status === 404) return null;
    if (status !== 201) throw new Error(`${object.kind}: ${status} ${JSON.stringify(body)}`);
    return true;
  });
}

async function until(look, describe = () => '') {
  for (let tries = 0; tries < 600; tries++) {
    const found = await look();
    if (found !== null) return found;
    await new Promise((resume) => setTimeout(resume, 100));
  }
  throw new Error(`nothing came: ${describe()}`);
}

function configOf(server, authority) {
  const clusters = [{ name: 'c', cluster: { server, 'certificate-authority': authority } }];
  const contexts = [{ name: 'here', context: { cluster: 'c', user: 'u', namespace: 'default' } }];
  const users = [{ name: 'u', user: { token: 'canary-admin' } }];
  return JSON.stringify({ apiVersion: 'v1', kind: 'Config', 'current-context': 'here', clusters, contexts, users });
}
