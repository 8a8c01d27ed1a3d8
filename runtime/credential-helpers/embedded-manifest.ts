/** The manifest of a credential that no manifest of a project declares: one password, and perhaps a user name, in a project of their own. */
import { createHash } from 'node:crypto';
import { type CredentialUrl, needsUser, urlText } from './credential-url.js';

export interface EmbeddedManifest {
  readonly text: string;
  readonly password: string;
  readonly username: string;
}

/** The profile of these manifests. */
export const EMBEDDED_PROFILE = 'default';

/** Of a server that Git asks for. Mail servers have a credential for each user. */
export function gitManifest(url: CredentialUrl, user: string | null): EmbeddedManifest {
  const owner = needsUser(url) ? `${urlText(url)}\0${user ?? ''}` : urlText(url);
  return manifestOf('git-credential', owner, urlText(url));
}

/** Of a registry, by the name that Docker has for it. */
export function dockerManifest(registry: string): EmbeddedManifest {
  return manifestOf('docker-credential', registry, registry);
}

/** The id keeps credentials apart in stores that know names of entries only. */
function manifestOf(kind: string, owner: string, shown: string): EmbeddedManifest {
  const id = createHash('sha256').update(owner).digest('hex');
  const [password, username] = [`PASSWORD_${id}`, `USERNAME_${id}`];
  const text = `[project]
name = "${kind}-${id}"
revision = "1.0"

[profiles.${EMBEDDED_PROFILE}]
${password} = { description = ${JSON.stringify(`Password for ${shown}`)} }
${username} = { description = ${JSON.stringify(`User name for ${shown}`)}, required = false }
`;
  return { text, password, username };
}
