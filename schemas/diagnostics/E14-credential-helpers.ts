/** Credential helpers of Git and Docker: their configuration files, and what their protocols can carry. */
import { defineCodes } from './define.js';
import { listed } from './list-names.js';

export const credentialHelpers = defineCodes({
  E1401: {
    title: 'another credential helper',
    kind: 'validation_failed',
    message: (p: { of: string; file: string; helper: string }) =>
      `\`${p.file}\` already has the credential helper \`${p.helper}\` for ${p.of}; nothing was changed`,
    help: () => 'remove it from that file first if `tool` is to answer instead',
  },
  E1402: {
    title: 'configuration not changed',
    kind: 'io',
    message: (p: { file: string; why: string }) => `\`${p.file}\` was not changed: ${p.why}`,
    help: () => 'correct the file and run the command again',
  },
  E1403: {
    title: 'no terminal to confirm a change on',
    kind: 'prompt_unavailable',
    message: (p: { file: string }) => `the change to \`${p.file}\` must be confirmed, but there is no terminal`,
    help: () => 'to change it without confirmation, add `--yes`',
  },
  E1404: {
    title: 'value does not fit the protocol',
    kind: 'validation_failed',
    message: (p: { secret: string; has: string; program: string }) =>
      `the value of \`${p.secret}\` contains ${p.has}, which the protocol of ${p.program} cannot carry`,
    help: () => 'store the value again without it',
  },
  E1405: {
    title: 'helper not in the path',
    kind: 'io',
    message: (p: { program: string }) =>
      `there is no \`${p.program}\` in \`PATH\`, so Docker could not start it; nothing was changed`,
    help: (p: { program: string }) => `install the package globally, or link the executable as \`${p.program}\``,
  },
  E1406: {
    title: 'no Git repository',
    kind: 'io',
    message: (p: { why: string }) => `the configuration of the repository cannot be found: ${p.why}`,
    help: () => 'run this in a repository, or add `--global`',
  },
  E1407: {
    title: 'no store for a password',
    kind: 'no_provider_configured',
    message: () => 'no store is named for the password, and no default store is configured',
    help: () =>
      'name one with `--provider`, here and in `configure`, or choose a default with `tool config global init`',
  },
  W1401: {
    title: 'password for another helper',
    kind: 'validation_failed',
    message: (p: { url: string; helpers: readonly string[] }) =>
      `Git also asks ${listed(p.helpers)} for ${p.url}, after \`tool\`, and gives it the password once it was accepted`,
    help: () =>
      'remove that helper, or move its lines before those of `tool`; `git config --show-origin` names the file',
  },
});
