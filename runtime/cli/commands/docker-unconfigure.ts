/** `tool docker unconfigure`: removes what `configure` wrote (semantics 6.15). */
import { changeDockerConfig, readDockerConfig } from '../../credential-helpers/docker/docker-config-file.js';
import { changeDockerFile, dockerFile } from '../../credential-helpers/docker/docker-credentials.js';
import { withoutRegistries } from '../../credential-helpers/docker/edit-docker-config.js';
import { UsageError } from '../../failure.js';
import { textOption } from '../answer-options.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { isChangeConfirmed, YES } from '../confirm-change.js';
import { dockerConfigFile, givenRegistry, possibleDockerEdit } from '../docker-registry.js';
import { SUCCESS } from '../exit-codes.js';
import { writeOut } from '../output.js';
import { printedLines } from '../views/terminal-text.js';

export const dockerUnconfigure: CommandModule = {
  spec: {
    name: 'docker unconfigure',
    synopsis: '--registry REGISTRY | --all [OPTIONS]',
    options: [
      { name: 'registry', value: 'REGISTRY', summary: 'the registry that was configured' },
      { name: 'all', summary: 'all registries in this file' },
      YES,
    ],
    positionals: { least: 0, most: 0 },
    isWithoutManifest: true,
    details: `Removes from the configuration of Docker what \`tool docker configure\` wrote, after confirmation, and nothing else: every
other byte of the file stays. Stored passwords stay as well; \`tool docker logout\` deletes them.`,
    examples: ['tool docker unconfigure --registry ghcr.io', 'tool docker unconfigure --all --yes'],
  },
  async run(args, context) {
    const registry = meantRegistry(args);
    const file = dockerConfigFile(context);
    const { registries, created } = await dockerFile(context.variables, file.path);
    const meant = Object.keys(registries).filter((one) => registry === null || one === registry);
    if (meant.length === 0) {
      writeOut(printedLines([`○ Docker does not ask tool for ${registry ?? 'any registry'} (in ${file.shown})`]));
      return SUCCESS;
    }
    const edit = (before: string | null) => possibleDockerEdit(withoutRegistries(before, meant, created), file, '');
    edit(await readDockerConfig(file));
    const change = { file: file.shown, what: `These registries are removed from ${file.shown}:`, lines: meant };
    if (!(await isChangeConfirmed(args, context, change))) return SUCCESS;
    const left = await changeDockerConfig(file, edit);
    await changeDockerFile(context.variables, file.path, (before) => ({
      created: left,
      registries: Object.fromEntries(Object.entries(before.registries).filter(([one]) => !meant.includes(one))),
    }));
    writeOut(printedLines(meant.map((one) => `✓ Docker no longer asks tool for ${one} (in ${file.shown})`)));
    return SUCCESS;
  },
};

/** Null for all. */
function meantRegistry(args: Arguments): string | null {
  const text = textOption(args, 'registry');
  if (text !== null && args.has('all')) throw new UsageError('`--registry` and `--all` cannot be used together');
  if (text !== null) return givenRegistry(text);
  if (args.has('all')) return null;
  throw new UsageError(
    'missing option --registry or --all',
    `usage: tool docker unconfigure ${dockerUnconfigure.spec.synopsis}`,
  );
}
