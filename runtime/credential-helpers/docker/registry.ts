/** Registries, each spelled as Docker spells it in its configuration. */

const DOCKER_HUB = 'https://index.docker.io/v1/';
/** Names of one registry, which Docker calls by its first address. */
const NAMES_OF_DOCKER_HUB: readonly string[] = [
  'docker.io',
  'www.docker.io',
  'index.docker.io',
  'registry.docker.io',
  'registry-1.docker.io',
  'hub.docker.com',
  'registry.hub.docker.com',
];

/** `HOST[:PORT]` as Docker looks for it in its configuration; null if it is not a registry. */
export function registryName(text: string): string | null {
  const [, named = '', path = ''] = /^(?:https?:\/\/)?([^/]*)(\/.*)?$/iu.exec(text) ?? [];
  if (!/^\/?(v[12]\/?)?$/u.test(path) || /[\p{Cc}\s@?#\\]/u.test(named)) return null;
  const host = hostOf(named);
  if (host === null) return null;
  return NAMES_OF_DOCKER_HUB.includes(host.replace(/:443$/u, '')) ? DOCKER_HUB : host;
}

/** In lower case, with international names as they are sent. The usual port stays: Docker keeps it, too. */
function hostOf(named: string): string | null {
  const [, name = '', port = ''] = /^(.*?)(:\d+)?$/u.exec(named) ?? [];
  if (!URL.canParse(`https://${name}${port}`)) return null;
  const { hostname } = new URL(`https://${name}`);
  return hostname === '' ? null : `${hostname}${port}`;
}
