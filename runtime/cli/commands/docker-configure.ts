/** `tool docker configure`: makes Docker ask this tool for the credential of a registry (semantics 6.15). */
import { credentialHelpers } from '#schemas/diagnostics/E14-credential-helpers.js';
import { changeDockerConfig, readDockerConfig } from '../../credential-helpers/docker/docker-config-file.js';
import { changeDockerFile, keptOptions } from '../../credential-helpers/docker/docker-credentials.js';
import { withRegistry } from '../../credential-helpers/docker/edit-docker-config.js';
import { DOCKER_HELPER, isDockerHelperFound } from '../../credential-helpers/own-program.js';
import { fail, UsageError } from '../../failure.js';
import { ANSWER_OPTIONS, answerOptions, textOption } from '../answer-options.js';
import type { CommandModule } from '../commands.js';
import { isChangeConfirmed, YES } from '../confirm-change.js';
import { dockerConfigFile, givenRegistry, possibleDockerEdit } from '../docker-registry.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { requireSecrets } from '../require-secrets.js';
import { shellWord } from '../views/shell-word.js';
import { printedLines } from '../views/terminal-text.js';

export const dockerConfigure: CommandModule = {
  spec: {
    name: 'docker configure',
    synopsis: '--registry REGISTRY --username USER [OPTIONS]',
    options: [
      { name: 'registry', value: 'REGISTRY', summary: 'HOST[:PORT]; docker.io for Docker Hub' },
      ...ANSWER_OPTIONS,
      YES,
    ],
    positionals: { least: 0, most: 0 },
    details: `Writes to the configuration of Docker that it asks tool for the user name and password of a registry, after confirmation.
The password is what \`tool docker login\` stored or, with --file, a secret of that manifest: PASSWORD, or the one that
--token-secret names. Everything else in the file stays as it is. A helper of another program for the registry is kept,
and nothing is changed.`,
    examples: [
      'tool docker configure --registry ghcr.io --username alice',
      'tool docker configure --registry registry.example.com:5000 --username ci --file manifest.toml --token-secret TOKEN',
    ],
  },
  async run(args, context) {
    const text = textOption(args, 'registry');
    if (text === null)
      throw new UsageError(
        'missing option --registry',
        `usage: tool docker configure ${dockerConfigure.spec.synopsis}`,
      );
    const options = answerOptions(args, context);
    if (options.username === null && options.usernameSecret === null)
      throw new UsageError('a registry needs a user name', 'add `--username USER`');
    const registry = givenRegistry(text);
    await requireSecrets(args, context, options);
    if (!isDockerHelperFound(context.variables)) fail(credentialHelpers.E1405({ program: DOCKER_HELPER }));
    const file = dockerConfigFile(context);
    const edit = (before: string | null) => possibleDockerEdit(withRegistry(before, registry), file, registry);
    edit(await readDockerConfig(file));
    const what = `This is for ${file.shown}, in credHelpers:`;
    const lines = [`${JSON.stringify(registry)}: "tool"`];
    if (!(await isChangeConfirmed(args, context, { file: file.shown, what, lines }))) return SUCCESS;
    // Docker finds the helper only once the helper knows what to answer.
    await changeDockerFile(context.variables, file.path, ({ created, registries }) => ({
      created,
      registries: { ...registries, [registry]: keptOptions(options) },
    }));
    const created = await changeDockerConfig(file, edit);
    if (created !== null) await changeDockerFile(context.variables, file.path, (before) => ({ ...before, created }));
    writeOut(printedLines([`✓ Docker asks tool for ${registry} (in ${file.shown})`]));
    const provider = options.provider === null ? '' : ` --provider ${shellWord(options.provider)}`;
    if (options.file === null)
      writeOut(printedLines([`  Store the password with: tool docker login ${shellWord(registry)}${provider}`]));
    return SUCCESS;
  },
};
