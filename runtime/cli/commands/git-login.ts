/** `tool git login`: stores the password for a server (semantics 6.15). */
import { type CredentialUrl, urlText } from '../../credential-helpers/credential-url.js';
import { gitManifest } from '../../credential-helpers/embedded-manifest.js';
import { GIT } from '../../credential-helpers/sendable.js';
import { ANSWER_OPTIONS, userOption } from '../answer-options.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { gitUrl, requireUser } from '../git-url.js';
import { keepPassword, type Server } from '../keep-password.js';

const OPTIONS = ANSWER_OPTIONS.filter(({ name }) => name === 'username' || name === 'provider');

export const gitLogin: CommandModule = {
  spec: {
    name: 'git login',
    synopsis: 'URL [OPTIONS]',
    options: OPTIONS,
    positionals: { least: 1, most: 1 },
    isWithoutManifest: true,
    details: `Stores a password or token for a server, or for a part of it, in the default store of the user configuration or the one
that --provider names: tool prompts for it and hides what is typed, or reads it from standard input. Name the same
address and store with \`tool git configure\`. Mail servers (smtp://) have a password for each user name.`,
    examples: ['tool git login https://github.com --username alice', 'tool git login https://github.com < token.txt'],
  },
  async run(args, context) {
    const [text = ''] = args.positionals;
    const url = gitUrl(text, userOption(args));
    requireUser(url, url.user !== null);
    await keepPassword(args, context, gitServer(url), url.user);
    return SUCCESS;
  },
};

export function gitServer(url: CredentialUrl): Server {
  return { shown: urlText(url), made: gitManifest(url, url.user), protocol: GIT };
}
