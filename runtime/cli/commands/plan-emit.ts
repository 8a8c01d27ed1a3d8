/** `tool plan emit`: the plan as the configuration of an engine that runs at scale. */
import { EMIT_TARGETS, type EmitTarget } from '#schemas/plan-emission.js';
import { POLICY_TARGETS } from '#schemas/plan-policy.js';
import { emissionOf, type MadeEmission } from '../../analysis/questions/emissions.js';
import type { CommandContext } from '../../session/call.js';
import { UsageError } from '../../failure.js';
import { given } from '../../inputs/given.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { notOneOf } from '../one-of.js';
import { writeOut } from '../output.js';
import { pathOption } from '../path-option.js';
import { formatAsked, formatOption, QUESTION_OPTIONS, questionOf, TEXT_OR_JSON } from '../plan-question.js';
import { say } from '../say.js';

const POLICY = 'policy';
const CHOICES = [...EMIT_TARGETS, POLICY] as const;

export const planEmit: CommandModule = {
  spec: {
    name: 'plan emit',
    synopsis: `--for TARGET [--output FILE [--check]] [--strict] [OPTIONS] [-- COMMAND]`,
    options: [
      { name: 'for', value: 'TARGET', choices: CHOICES, summary: `the engine: ${CHOICES.join(', ')}` },
      { name: 'output', short: 'o', value: 'FILE', summary: 'write to this file instead of standard output' },
      { name: 'check', summary: 'write nothing; exit with 1 if the file does not agree with the plan' },
      { name: 'strict', summary: 'exit with 1 if something is not covered' },
      { name: 'service', value: 'NAME=SCOPE', summary: 'a service that gets a scope; may be repeated' },
      { name: 'name', value: 'NAME', summary: 'name of the project in names of objects' },
      { name: 'no-defaults', summary: 'leave out the default texts of the manifest' },
      { name: 'vendor', value: 'VENDOR', choices: POLICY_TARGETS, summary: 'with `--for policy`: whose document' },
      { name: 'read-only', summary: 'with `--for policy`: without writing values' },
      { name: 'store', value: 'NAME', summary: 'with `--for policy`: the document is for the server of this store' },
      formatOption(TEXT_OR_JSON),
      ...QUESTION_OPTIONS,
    ],
    positionals: { least: 0, most: Number.POSITIVE_INFINITY },
    takesCommand: true,
    isComparison: (args) => args.has('check') || args.has('strict'),
    details: `Prints the configuration of an engine that gives services their secrets: an override file of Docker Compose, objects of
External Secrets Operator, a job of GitHub or GitLab, a drop-in of systemd, or Vault Agent as the supervisor of a service.
It has names, addresses and the default texts of the manifest, but no other value. Services are the scopes; COMMAND is what
a service runs. What the engine cannot do as the plan says is listed on standard error and in the document. With --check,
prints the lines that differ; exits with 1 if there are any, or with 2 if the file cannot be compared. \`--for policy\` is
\`tool plan policy\`. Contacts no store, and reads only the manifest and its parents.`,
    examples: [
      'tool plan emit --for compose --service web=api --output compose.override.yaml',
      'tool plan emit --for external-secrets --profile production --strict > secrets.yaml',
      'tool plan emit --for systemd --scope worker -- /usr/bin/worker',
    ],
  },
  async run(args, context) {
    const format = formatAsked(args, TEXT_OR_JSON, 'plan emit');
    const output = pathOption(args, 'output', 'the document');
    const target = targetIn(args);
    refuseOthers(args, target);
    if (target === POLICY) return policy(args, context);
    const services = servicesIn(args);
    if (output === null && args.has('check'))
      throw new UsageError('`--check` needs the file to compare', 'add `--output FILE`');
    if (output !== null && format === 'json')
      throw new UsageError('`--output` writes the document, not JSON', 'leave out `--format json`');
    const question = await questionOf(args, context);
    const made = await emissionOf(question, {
      for: target,
      services,
      name: given(args.text('name')),
      hasDefaults: !args.has('no-defaults'),
      command: args.positionals,
    });
    const isRefused = args.has('strict') && made.emission.uncovered.length > 0;
    const command = `tool plan emit --for ${target}`;
    const isEqual =
      output === null ? await print(made, format) : await useFile(output, { args, context, made, command, isRefused });
    // They are about its use, and stand in the file.
    if (!args.has('check')) for (const note of made.notes) say(note);
    for (const row of made.emission.uncovered) say(`not covered: ${made.lineOf(row)}`);
    return isEqual && !isRefused ? SUCCESS : FAILURE;
  },
};

async function print({ emission }: MadeEmission, format: string | undefined): Promise<true> {
  writeOut(format === 'json' ? (await import('../views/json-text.js')).jsonText(emission) : emission.document);
  return true;
}

interface FileUse {
  readonly args: Arguments;
  readonly context: CommandContext;
  readonly made: MadeEmission;
  readonly command: string;
  /** What must not be deployed is not written. */
  readonly isRefused: boolean;
}

/** Whether the file is as it should be. */
async function useFile(file: string, { args, context, made, command, isRefused }: FileUse): Promise<boolean> {
  const text = made.emission.document;
  if (args.has('check')) {
    const { compareGenerated } = await import('../compare-generated.js');
    return compareGenerated(file, context.workingFolder, { text, command });
  }
  if (isRefused) return false;
  const { writeGenerated } = await import('../write-generated.js');
  await writeGenerated(file, context.workingFolder, { text, command, isOurs: made.isOurs });
  return true;
}

function targetIn(args: Arguments): EmitTarget | typeof POLICY {
  const written = args.text('for');
  if (written === null)
    throw new UsageError('`tool plan emit` requires `--for`', `write one of ${CHOICES.join(', ')} after it`);
  const target = CHOICES.find((one) => one === written);
  if (target === undefined) throw notOneOf(written, CHOICES, 'a target of `tool plan emit`', 'targets');
  return target;
}

/** An option of the other kind of document would do nothing. */
function refuseOthers(args: Arguments, target: EmitTarget | typeof POLICY): void {
  const unfit = (target === POLICY ? OF_ENGINES : OF_POLICIES).find((name) => args.has(name));
  if (unfit !== undefined)
    throw new UsageError(`\`--${unfit}\` cannot be used with \`--for ${target}\``, `leave out \`--${unfit}\``);
  if (target === POLICY && args.positionals.length > 0)
    throw new UsageError('`tool plan emit --for policy` takes no command', 'leave out `--` and the command');
}
const OF_ENGINES = ['output', 'check', 'strict', 'service', 'name', 'no-defaults'];
const OF_POLICIES = ['vendor', 'read-only', 'store'];

function servicesIn(args: Arguments): readonly { readonly name: string; readonly scope: string }[] {
  const services = args.texts('service').map((text) => {
    const [, name = '', scope = ''] = /^([^=]*)=(.*)$/su.exec(text) ?? [];
    if (name.trim() !== '' && scope.trim() !== '') return { name: name.trim(), scope: scope.trim() };
    throw new UsageError('`--service` requires a name and a scope', 'write `--service NAME=SCOPE`');
  });
  const names = services.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) throw new UsageError(`\`--service\` names \`${twice}\` twice`, 'a service gets one scope');
  if (services.length > 0 && args.has('scope'))
    throw new UsageError('`--scope` and `--service` cannot be used together', '`--service NAME=SCOPE` names the scope');
  return services;
}

/** The same command, with the vendor as its target. */
async function policy(args: Arguments, context: CommandContext): Promise<number> {
  const { planPolicy } = await import('./plan-policy.js');
  const vendor = args.text('vendor');
  if (vendor === null)
    throw new UsageError('`--for policy` requires `--vendor`', `write one of ${POLICY_TARGETS.join(', ')} after it`);
  return planPolicy.run({ ...wrapped(args), text: (name) => (name === 'for' ? vendor : args.text(name)) }, context);
}

function wrapped(args: Arguments): Arguments {
  return {
    positionals: [],
    has: (name) => args.has(name),
    text: (name) => args.text(name),
    texts: (name) => args.texts(name),
  };
}
