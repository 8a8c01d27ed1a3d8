/** `tool export`: the resolved secrets on standard output (semantics 6.4). */
import { UsageError } from '../../failure.js';
import { type Arguments, EXCEPT, EXPECT_HASH, ONLY, PLAN, PROFILE, PROVIDER, SCOPE } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { formats } from '../export-formats.js';
import { notOneOf } from '../one-of.js';
import { withSession } from '../with-session.js';

export const exportSecrets: CommandModule = {
  spec: {
    name: 'export',
    synopsis: '[--format FORMAT] [OPTIONS]',
    options: [
      {
        name: 'format',
        value: 'FORMAT',
        choices: Object.keys(formats),
        summary: 'shell (default), or one of those below',
      },
      { name: 'name', value: 'NAME', summary: 'name of the Secret of k8s, else project and scope' },
      { name: 'string-data', summary: 'show texts as texts in the Secret of k8s' },
      PROFILE,
      PROVIDER,
      SCOPE,
      ONLY,
      EXCEPT,
      PLAN,
      EXPECT_HASH,
    ],
    positionals: { least: 0, most: 0 },
    details: `Prints the resolved secrets for another program to read. If a required secret is missing, or a value cannot be
written in the format, nothing is printed.

Formats for shells are shell (sh, bash, zsh), fish, csh, nushell and powershell; for programs dotenv, json, docker
(--env-file), systemd (EnvironmentFile=) and k8s (a Secret, for kubectl apply). The format gha adds the secrets to the
environment of a GitHub workflow and masks them in its log, except for values that are a default in the manifest, and
values of fewer than 4 characters, with a warning.`,
    examples: [
      'eval "$(tool export)"',
      'tool export --format fish | source',
      'tool export --format json --scope worker',
      'tool export --format k8s --name shop | kubectl apply -f -',
    ],
  },
  async run(args, context) {
    const name = args.text('format') ?? 'shell';
    const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
    if (format === undefined) throw notOneOf(name, Object.keys(formats), 'a format of `tool export`', 'formats');
    if (name !== 'k8s') refuseOptionsOfK8s(args);
    await withSession(args, context, (session) => {
      const { isWithoutFiles } = format;
      const how = isWithoutFiles === undefined ? {} : { isWithoutFiles };
      return session.export((exporting) => format.emit(exporting, name, args, context), how);
    });
    return SUCCESS;
  },
};

function refuseOptionsOfK8s(args: Arguments): void {
  const given = ['name', 'string-data'].find((option) => args.has(option));
  if (given !== undefined) throw new UsageError(`\`--${given}\` is for \`--format k8s\` alone`);
}
