/** `tool set`: stores one value (semantics 6.6). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { storesIo } from '#schemas/diagnostics/E11-stores-io.js';
import { prepareSet } from '../../execute/set-secret.js';
import { fail, UsageError } from '../../failure.js';
import type { SecretValue } from '../../values/secret-value.js';
import { type Arguments, EXPECT_HASH, PROFILE, PROVIDER } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { executionPorts } from '../execution-ports.js';
import { SUCCESS } from '../exit-codes.js';
import { writeErr } from '../output.js';
import { pathOption } from '../path-option.js';
import { linkNamed, openSession } from '../plan-session.js';
import { givenValue } from '../value-source.js';
import { escapeForTerminal } from '../views/terminal-text.js';

export const set: CommandModule = {
  spec: {
    name: 'set',
    synopsis: 'NAME [VALUE | --from-file PATH] [OPTIONS]',
    options: [
      { name: 'from-file', value: 'PATH', summary: 'store the exact bytes of this file; - for standard input' },
      PROFILE,
      PROVIDER,
      EXPECT_HASH,
    ],
    positionals: { least: 1, most: 2 },
    takesSecret: true,
    details: `Stores a value in the first store of the secret's chain. The value is the second argument, the exact bytes
of a file, or standard input without leading and trailing blanks. Arguments are visible to other programs while the
command runs: prefer a pipe. Scopes are ignored.`,
    examples: [
      'tool set STRIPE_KEY < key.txt',
      'tool set TLS_KEY --from-file key.pem',
      'printf %s "$VALUE" | tool set API_KEY',
    ],
  },
  async run(args) {
    const [name = '', value] = args.positionals;
    // No secret has such a name, and to say so would repeat the value.
    if (name.includes('=')) throw new UsageError('name and value must be two arguments', 'usage: tool set NAME VALUE');
    if (value !== undefined && args.has('from-file'))
      throw new UsageError('a value and `--from-file` cannot be used together');
    pathOption(args, 'from-file', 'the value');
    return store(args, name);
  },
};

async function store(args: Arguments, name: string): Promise<number> {
  const session = await openSession(args);
  const linked = linkNamed(session, [name]);
  const prepared = await prepareSet(linked, executionPorts(session, linked), name);
  if (prepared.kind === 'refused') return fail(prepared.why);
  try {
    const { profile, shown, target, kindOfStore } = prepared;
    say(`Writing secret '${name}' to ${shown} (profile: ${profile})`);
    say(`  target: ${target}`);
    const failure = await prepared.store(filled(await givenValue(args, name), name));
    await warn(prepared.warnings);
    if (failure !== null) return fail(failure);
    say(`✓ Secret '${name}' saved to ${kindOfStore} (profile: ${profile})`);
    return SUCCESS;
  } finally {
    await prepared.close();
  }
}

async function warn(warnings: readonly Diagnostic[]): Promise<void> {
  if (warnings.length === 0) return;
  const { printDiagnostics } = await import('../print-failure.js');
  await printDiagnostics(warnings, null);
}

/** One line for people: standard output stays empty. */
function say(line: string): void {
  writeErr(`${escapeForTerminal(line)}\n`);
}

function filled(value: SecretValue, name: string): SecretValue {
  return value.isEmpty ? fail(storesIo.E1118({ secret: name })) : value;
}
