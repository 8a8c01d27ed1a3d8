/** `tool docker logout`: deletes the password for a registry (semantics 6.15). */
import type { CommandModule } from '../commands.js';
import { givenRegistry, registryServer } from '../docker-registry.js';
import { SUCCESS } from '../exit-codes.js';
import { forgetPassword } from '../keep-password.js';
import { dockerLogin } from './docker-login.js';

export const dockerLogout: CommandModule = {
  spec: {
    name: 'docker logout',
    synopsis: 'REGISTRY [OPTIONS]',
    options: dockerLogin.spec.options,
    positionals: { least: 1, most: 1 },
    isWithoutManifest: true,
    details: `Deletes the password that \`tool docker login\` stored for this registry. The configuration of Docker stays as it is;
\`tool docker unconfigure\` removes what is there.`,
    examples: ['tool docker logout ghcr.io'],
  },
  async run(args, context) {
    const [text = ''] = args.positionals;
    await forgetPassword(args, context, registryServer(givenRegistry(text)));
    return SUCCESS;
  },
};
