/** Projects of a user who requires approvals, with programs of vendors that fail, and a proxy that notes the hosts. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const PROGRAMS = [
  'op',
  'pass',
  'gopass',
  'bw',
  'bws',
  'lpass',
  'dcli',
  'flyctl',
  'pass-cli',
  'sops',
  'gpg',
  'ejson',
  'age',
];

export async function trustWorld(tool) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'tool-trust-')));
  const [home, bin] = [join(root, 'home'), join(root, 'bin')];
  mkdirSync(join(home, '.config/tool'), { recursive: true });
  mkdirSync(bin);
  mkdirSync(join(home, '.password-store'));
  writeFileSync(join(home, '.password-store/.gpg-id'), 'nobody\n');
  mkdirSync(join(home, '.password-store/tool/p/default'), { recursive: true });
  writeFileSync(join(home, '.password-store/tool/p/default/A.gpg'), 'x');
  writeFileSync(
    join(home, '.config/tool/config.toml'),
    '[trust]\nrequire = true\n[defaults]\nprovider = "null"\n[defaults.providers]\nmine = "dotenv:~/mine.env"\n',
  );
  for (const name of PROGRAMS) {
    writeFileSync(join(bin, name), '#!/bin/false\n');
    chmodSync(join(bin, name), 0o755);
  }
  // An external provider that ends before it answers.
  const claims = join(home, '.config/tool/providers.d');
  mkdirSync(claims);
  writeFileSync(join(bin, 'acme'), '#!/bin/false\n');
  chmodSync(join(bin, 'acme'), 0o755);
  writeFileSync(join(claims, 'acme.tool.json'), JSON.stringify({ executable: join(bin, 'acme') }));
  symlinkSync(process.execPath, join(bin, 'node'));
  const hosts = [];
  const proxy = createServer((request, response) => {
    hosts.push(new URL(request.url).host);
    response.writeHead(502).end();
  });
  proxy.on('connect', (request, socket) => {
    hosts.push(request.url);
    socket.on('error', () => {});
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  await new Promise((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address();
  const address = `http://127.0.0.1:${port}`;
  const env = {
    PATH: `${bin}:/usr/bin:/bin`,
    HOME: home,
    ...{ HTTP_PROXY: address, HTTPS_PROXY: address, http_proxy: address, https_proxy: address },
    ...{ VAULT_TOKEN: 't', BAO_TOKEN: 't', BWS_ACCESS_TOKEN: 't', DOPPLER_TOKEN: 'dp.st.x', INFISICAL_TOKEN: 't' },
    ...{ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 's', AWS_EC2_METADATA_DISABLED: 'true', AWS_MAX_ATTEMPTS: '1' },
    ...{ SCW_SECRET_KEY: 'x', SCW_ACCESS_KEY: 'x', OP_SERVICE_ACCOUNT_TOKEN: 'x' },
  };
  let made = 0;
  return {
    project(manifest) {
      const folder = join(root, `w${made++}`, 'project');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'manifest.toml'), manifest);
      const program = dirname(dirname(tool.at(-1)));
      return {
        ...{ root, bin, folder, home, env, tool: run, words: tool, hosts, port },
        own: [folder, join(home, '.config/tool'), join(home, '.cache/tool'), join(home, '.local/state/tool'), program],
      };
      function run(line) {
        return spawnSync(tool[0], [...tool.slice(1), ...line.split(' ')], { cwd: folder, env, encoding: 'utf8' });
      }
    },
    remove() {
      proxy.close();
      rmSync(root, { recursive: true, force: true });
    },
  };
}
