/** Values on their way out: the environment of a child, temporary files, exports, and the start of the child itself. */
import { defineCodes } from './define.js';

type Secret = { secret: string };
type Command = { command: string };

export const delivery = defineCodes({
  E1201: {
    title: 'temporary file cannot be written',
    kind: 'io',
    message: (p: { secret: string | null; reason: string }) =>
      `the file for ${p.secret === null ? 'a hidden composition input' : `\`${p.secret}\``} cannot be written: ${p.reason}`,
    help: () => 'point `TMPDIR` at a folder outside of the project that can be written',
  },
  E1202: {
    title: 'value is not text',
    kind: 'secret_not_text',
    message: (p: Secret) => `the value of \`${p.secret}\` is not UTF-8 text`,
    help: () => 'give the secret `as_path = true`, or read it with `tool get`, which keeps bytes',
  },
  E1203: {
    title: 'value cannot enter an environment',
    kind: 'secret_not_text',
    message: (p: Secret) => `the value of \`${p.secret}\` holds a NUL, which no environment can hold`,
    help: () => 'give the secret `as_path = true`',
  },
  E1204: {
    title: 'no command',
    kind: 'usage',
    message: () => 'there is no command to run',
    help: () => 'name it after two dashes\n\n    tool run -- COMMAND',
  },
  E1205: {
    title: 'command not found',
    kind: 'io',
    message: (p: Command) => `no program \`${p.command}\` was found`,
    help: () => 'give its path, or put its folder in `PATH`',
  },
  E1206: {
    title: 'command cannot be executed',
    kind: 'io',
    message: (p: Command & { reason: string }) => `\`${p.command}\` cannot be executed: ${p.reason}`,
    help: () => 'name a program that this user may execute',
  },
  E1207: {
    title: 'environment is too large',
    kind: 'io',
    message: (p: Command) =>
      `\`${p.command}\` cannot be started: its arguments and environment exceed the system's limit`,
    help: () => 'narrow the secrets with `--scope`, or deliver large ones with `as_path = true`',
  },
  E1208: {
    title: 'output cannot be written',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `\`${p.path}\` cannot be written: ${p.reason}`,
  },
  E1209: {
    title: 'no file for the environment of the workflow',
    kind: 'io',
    message: () => '`GITHUB_ENV` is not set, so there is no file to add the secrets to',
    help: () => 'run this in a step of a GitHub workflow',
  },
  E1210: {
    title: 'piped value is not text',
    kind: 'secret_not_text',
    message: (p: Secret) => `what was piped in for \`${p.secret}\` is not UTF-8 text`,
    help: (p: Secret) => `keep the exact bytes with\n\n    tool set ${p.secret} --from-file -`,
  },
  E1211: {
    title: 'value cannot be read',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `\`${p.path}\` cannot be read: ${p.reason}`,
  },
});
