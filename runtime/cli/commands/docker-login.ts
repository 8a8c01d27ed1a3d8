/** `tool docker login`: stores the password for a registry (semantics 6.15). */
import { ANSWER_OPTIONS } from '../answer-options.js';
import type { CommandModule } from '../commands.js';
import { givenRegistry, registryServer } from '../docker-registry.js';
import { SUCCESS } from '../exit-codes.js';
import { keepPassword } from '../keep-password.js';

export const dockerLogin: CommandModule = {
  spec: {
    name: 'docker login',
    synopsis: 'REGISTRY [OPTIONS]',
    options: ANSWER_OPTIONS.filter(({ name }) => name === 'provider'),
    positionals: { least: 1, most: 1 },
    isWithoutManifest: true,
    details: `Stores a password or token for a registry in the default store of the user configuration or the one that --provider
names: tool prompts for it and hides what is typed, or reads it from standard input. \`tool docker configure\` says which
user name belongs to it.`,
    examples: ['tool docker login ghcr.io', 'tool docker login docker.io < token.txt'],
  },
  async run(args, context) {
    const [text = ''] = args.positionals;
    await keepPassword(args, context, registryServer(givenRegistry(text)), null);
    return SUCCESS;
  },
};
