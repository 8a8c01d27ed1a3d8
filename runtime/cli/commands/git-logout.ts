/** `tool git logout`: deletes the password for a server (semantics 6.15). */
import { userOption } from '../answer-options.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { gitUrl, requireUser } from '../git-url.js';
import { forgetPassword } from '../keep-password.js';
import { gitLogin, gitServer } from './git-login.js';

export const gitLogout: CommandModule = {
  spec: {
    name: 'git logout',
    synopsis: 'URL [OPTIONS]',
    options: gitLogin.spec.options,
    positionals: { least: 1, most: 1 },
    isWithoutManifest: true,
    details: `Deletes the password and user name that \`tool git login\` stored for this address. The configuration of Git stays as it
is; \`tool git unconfigure\` removes what is there.`,
    examples: ['tool git logout https://github.com'],
  },
  async run(args, context) {
    const [text = ''] = args.positionals;
    const url = gitUrl(text, userOption(args));
    requireUser(url, url.user !== null);
    await forgetPassword(args, context, gitServer(url));
    return SUCCESS;
  },
};
