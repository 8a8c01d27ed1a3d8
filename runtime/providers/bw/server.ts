/** The server that `bw` is set up for, compared with the one that an address names (providers-local 19.5). */
import { type Failed, failed } from '../store-failure.js';

const CLOUD = 'https://vault.bitwarden.com';

/** `actual`: as `bw status` says it; null: Bitwarden's own. Null: they are the same. */
export function serverFailure(wanted: string, actual: string | null): Failed | null {
  const [expected, found] = [normal(wanted), normal(actual ?? CLOUD)];
  if (expected === found) return null;
  return failed(
    'unsupported',
    `\`bw\` is set up for ${found}, and the address names ${expected}`,
    `run \`bw logout\`, \`bw config server ${expected}\` and \`bw login\``,
  );
}

function normal(server: string): string {
  const text = server.includes('://') ? server : `https://${server}`;
  if (!URL.canParse(text)) return server;
  const { origin, pathname } = new URL(text);
  return `${origin}${pathname}`.replace(/\/+$/, '');
}
