/** Ways to sign in: tokens, certificates, programs, the service account of a pod; certificates of the server. */
import { deepStrictEqual, match, strictEqual } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { manifestOf } from '../shared/tool.mjs';
import { base64 } from './world.mjs';

const RULES = [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }];

export function signIns({ ask, folder, fresh, kubeconfig, put, server, tokenWith, tool }) {
  const held = async () => {
    const name = fresh('signed');
    await put(name, { data: { 'tool--shop--default--KEY': base64('signed in') } });
    return name;
  };
  const get = async (user, cluster, options = {}) => {
    const config = user === null ? null : kubeconfig(user, cluster);
    const ran = await tool(manifestOf(`k8s+secret://${await held()}`), ['get', 'KEY'], {
      kubeconfig: config,
      ...options,
    });
    return ran.status === 0 ? ran.stdout.trimEnd() : ran.stderr;
  };
  /** A program that prints this, and notes each start. */
  const plugin = (status) => {
    const name = join(folder, fresh('plugin'));
    const printed = { kind: 'ExecCredential', apiVersion: 'client.authentication.k8s.io/v1', status };
    writeFileSync(name, `#!/bin/sh\necho started >>${name}.log\ncat <<'END'\n${JSON.stringify(printed)}\nEND\n`);
    chmodSync(name, 0o700);
    const exec = { apiVersion: printed.apiVersion, command: name, interactiveMode: 'Never' };
    return { user: { exec }, starts: () => readFileSync(`${name}.log`, 'utf8').split('\n').length - 1 };
  };
  const pair = { certificate: join(server.folder, 'user.pem'), key: join(server.folder, 'user.key') };
  const certified = () =>
    ask('POST', '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings', {
      metadata: { name: fresh('certified') },
      subjects: [{ kind: 'User', name: 'certified', apiGroup: 'rbac.authorization.k8s.io' }],
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
    });

  return {
    'a token, and one in a file': async () => {
      const token = await tokenWith(RULES);
      const tokenFile = join(folder, fresh('token'));
      writeFileSync(tokenFile, `${token}\n`);
      deepStrictEqual([await get({ token }), await get({ tokenFile })], ['signed in', 'signed in']);
    },
    'a wrong token is denied, and not quoted': async () => {
      const said = await get({ token: 'canary-wrong' });
      match(said, /error\[E1102\][\s\S]*sign in to the cluster again/);
      strictEqual(said.includes('canary'), false);
    },
    'a client certificate, from files and as data': async () => {
      await certified();
      const files = { 'client-certificate': pair.certificate, 'client-key': pair.key };
      const data = Object.entries(files).map(([name, file]) => [`${name}-data`, readFileSync(file).toString('base64')]);
      deepStrictEqual([await get(files), await get(Object.fromEntries(data))], ['signed in', 'signed in']);
    },
    'a program gives a token, and is started once for a command': async () => {
      const { user, starts } = plugin({ token: await tokenWith(RULES) });
      deepStrictEqual([await get(user), starts()], ['signed in', 1]);
    },
    'a program gives a certificate': async () => {
      await certified();
      const [certificate, key] = [pair.certificate, pair.key].map((file) => readFileSync(file, 'utf8'));
      const { user, starts } = plugin({ clientCertificateData: certificate, clientKeyData: key });
      deepStrictEqual([await get(user), starts()], ['signed in', 1]);
    },
    'an unknown authority is not trusted, unless the kubeconfig says so': async () => {
      const cluster = { 'certificate-authority': pair.certificate };
      match(await get({ token: 'canary-admin' }, cluster), /error\[E1104\][\s\S]*certificate-authority/);
      const careless = { 'certificate-authority': undefined, 'insecure-skip-tls-verify': true };
      strictEqual(await get({ token: 'canary-admin' }, careless), 'signed in');
    },
    'the name to check can be given': async () => {
      const named = (name) => get({ token: 'canary-admin' }, { 'tls-server-name': name });
      strictEqual(await named('kubernetes.default.svc'), 'signed in');
      match(await named('other.test'), /is for another name/);
    },
    ...inPod(),
  };

  /** The folder of the service account is laid out in a file system of its own. */
  function inPod() {
    if (!canMount()) {
      console.log('left out: the service account of a pod, which needs root and unshare');
      return {};
    }
    return {
      'in a pod the service account signs in': async () => {
        const account = join(folder, fresh('account'));
        const { port } = new URL(server.origin);
        const lay = [
          'mount -t tmpfs none "$(readlink -f /var/run)"',
          'mkdir -p /var/run/secrets/kubernetes.io/serviceaccount',
          'cd /var/run/secrets/kubernetes.io/serviceaccount',
          `cp ${account} token; cp ${server.authority} ca.crt; printf default >namespace`,
          'cd "$OLDPWD"',
          `export KUBERNETES_SERVICE_HOST=127.0.0.1 KUBERNETES_SERVICE_PORT=${port}`,
          'exec "$@"',
        ].join('\n');
        writeFileSync(account, await tokenWith(RULES));
        strictEqual(await get(null, {}, { wrap: ['unshare', '-m', 'sh', '-c', lay, 'sh'] }), 'signed in');
      },
    };
  }
}

function canMount() {
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return existsSync('/var/run');
  } catch {
    return false;
  }
}
