/** Values on their way out: the environment of a child, temporary files, exports, and the start of the child itself. */
import { defineCodes } from './define.js';
import { listed, secretsListed } from './list-names.js';
import { shellWord } from './missing-secret.js';
import { shellMeant, withoutAssigned } from './shell-meant.js';

type Secret = { secret: string };
type Command = { command: string };

export const delivery = defineCodes({
  E1201: {
    title: 'temporary file cannot be written',
    kind: 'io',
    message: (p: { secret: string | null; reason: string }) =>
      `the file for ${p.secret === null ? 'a hidden composition input' : `\`${p.secret}\``} cannot be written: ${p.reason}`,
    help: () => 'set `TMPDIR` to a writable folder outside the project',
  },
  E1202: {
    title: 'value is not text',
    kind: 'secret_not_text',
    message: (p: Secret) => `the value of \`${p.secret}\` is not UTF-8 text`,
    help: () => 'give the secret `as_path = true`, or read it with `tool get`, which keeps bytes',
  },
  E1203: {
    title: 'value cannot be an environment variable',
    kind: 'secret_not_text',
    message: (p: Secret & { format?: string }) =>
      `the value of \`${p.secret}\` contains a NUL character, which environment variables cannot hold`,
    help: (p) =>
      `give the secret \`as_path = true\`${p.format === undefined ? '' : ', or export with `--format json`'}`,
  },
  E1204: {
    title: 'no command',
    kind: 'usage',
    message: () => 'missing command to run',
    help: () => 'put the command after `--`\n\n    tool run -- COMMAND',
  },
  E1205: {
    title: 'command not found',
    kind: 'io',
    message: (p: Command) => `\`${withoutAssigned(p.command)}\`: command not found`,
    help: (p: Command) => shellMeant(p.command) ?? 'give its path, or add its folder to `PATH`',
  },
  E1206: {
    title: 'command cannot be executed',
    kind: 'io',
    message: (p: Command & { reason: string }) => `\`${p.command}\` cannot be executed: ${p.reason}`,
    help: () => 'check that the file is a program and that you may execute it',
  },
  E1207: {
    title: 'environment is too large',
    kind: 'io',
    message: (p: Command) =>
      `\`${p.command}\` cannot be started: its arguments and environment exceed the system's limit`,
    help: () => 'pass fewer secrets with `--scope`, or deliver large ones with `as_path = true`',
  },
  E1208: {
    title: 'output cannot be written',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `\`${p.path}\` cannot be written: ${p.reason}`,
  },
  E1209: {
    title: 'no workflow environment file',
    kind: 'io',
    message: () => '`GITHUB_ENV` is not set, so there is no file to write the secrets to',
    help: () => 'run this in a step of a GitHub workflow',
  },
  E1210: {
    title: 'piped value is not text',
    kind: 'secret_not_text',
    message: (p: Secret) => `the piped value of \`${p.secret}\` is not UTF-8 text`,
    help: (p: Secret) => `keep the exact bytes with\n\n    tool set ${p.secret} --from-file -`,
  },
  E1211: {
    title: 'value cannot be read',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `\`${p.path}\` cannot be read: ${p.reason}`,
    help: () => 'name a file that you can read, or `-` for standard input',
  },
  E1212: {
    title: 'values are too large to redact',
    kind: 'validation_failed',
    message: (p: { secret: string | null }) =>
      `with ${secretsListed([p.secret])}, the values in all their forms are larger than 4 MiB, the limit of \`--redact\``,
    help: () => 'pass fewer secrets with `--scope`, or run the command without `--redact`',
  },
  E1213: {
    title: 'output cannot be redacted',
    kind: 'io',
    message: (p: { reason: string }) => `the command cannot be given a pipe for its output: ${p.reason}`,
    help: () => 'use the executable for Linux, or run the command without `--redact`',
  },
  E1214: {
    title: 'name cannot be a variable',
    kind: 'validation_failed',
    message: (p: { secrets: readonly string[]; format: string }) => {
      const are = p.secrets.length === 1 ? 'is not a valid name' : 'are not valid names';
      return `${listed(p.secrets)} ${are} of a variable in \`--format ${p.format}\`: only ASCII letters, digits and \`_\` are`;
    },
    help: (p) =>
      `leave ${p.secrets.length === 1 ? 'it' : 'them'} out with a scope (\`--scope NAME\`), or export with \`--format json\``,
  },
  E1215: {
    title: 'generated file cannot be read',
    kind: 'io',
    message: (p: { path: string; reason: string | null; command: string }) =>
      `\`${p.path}\` ${p.reason === null ? 'does not exist' : `cannot be read: ${p.reason}`}`,
    help: (p) =>
      p.reason === null
        ? `generate it with\n\n    ${p.command} --output ${shellWord(p.path)}`
        : 'make it a file that you can read, or name another one with `--output`',
  },
  E1216: {
    title: 'value does not fit the format',
    kind: 'validation_failed',
    message: (p: Secret & { has: string; format: string }) =>
      `the value of \`${p.secret}\` ${p.has}, which \`--format ${p.format}\` cannot hold`,
    help: () => 'leave it out with `--except`, or give the secret `as_path = true`',
  },
  E1231: {
    title: 'git cannot be searched',
    kind: 'io',
    message: (p: { what: string; reason: string }) => `${p.what} ${p.reason}`,
    help: () => 'search the files as they are, without `--staged` and `--history`, or correct what git reports',
  },
  E1232: {
    title: 'hook cannot be changed',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `\`${p.path}\` cannot be written: ${p.reason}`,
    help: () => 'add this line to the hook that runs before a commit\n\n    tool scan --staged',
  },
  E1233: {
    title: 'nothing can be looked for',
    kind: 'required_secret_missing',
    message: (p: { profiles: readonly string[] }) =>
      `no secret of ${p.profiles.length === 1 ? 'profile' : 'profiles'} ${listed(p.profiles)} has a value here that can be looked for`,
    help: () => 'see what is missing with\n\n    tool check --read-only',
  },
  W1201: {
    title: 'value is not redacted',
    kind: 'validation_failed',
    message: (p: { secret: string | null }) =>
      `the value of ${secretsListed([p.secret])} is shorter than 4 bytes, so it is not redacted`,
    help: () => 'use a longer value, or keep it out of the output',
  },
  W1202: {
    title: 'file was not removed',
    kind: 'io',
    message: (p: { path: string; reason: string }) => `\`${p.path}\` cannot be removed: ${p.reason}`,
    help: () => 'remove it yourself: it may contain a value',
  },
  W1203: {
    title: 'value is not masked',
    kind: 'validation_failed',
    message: (p: { secrets: readonly string[] }) =>
      `the value of ${listed(p.secrets)} is too short to be masked in the log of the workflow`,
    help: () => 'use a value of 4 characters or more, or keep it out of the log',
  },
});
