/** `tool docker credential`: answers Docker as a credential helper (semantics 6.15). */
import { own } from '#schemas/named.js';
import { dockerConfigPath } from '../../credential-helpers/docker/docker-config-file.js';
import { dockerFile, givenOptions } from '../../credential-helpers/docker/docker-credentials.js';
import { registryName } from '../../credential-helpers/docker/registry.js';
import { dockerManifest } from '../../credential-helpers/embedded-manifest.js';
import type { HelperOptions } from '../../credential-helpers/helper-options.js';
import { DOCKER, sendableText } from '../../credential-helpers/sendable.js';
import { Failure, UsageError } from '../../failure.js';
import type { CommandContext } from '../../session/call.js';
import type { Session } from '../../session/session.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { FAILURE, SUCCESS } from '../exit-codes.js';
import { withKeptOptions } from '../kept-options.js';
import { writeOut } from '../output.js';
import { requestText } from '../helper-request.js';
import { printedLines } from '../views/terminal-text.js';
import { credentialFor, withCredential } from '../with-credential.js';

/** Docker knows by these words that it may go on without a password. */
const NOT_FOUND = 'credentials not found in native keychain';

export const dockerCredential: CommandModule = {
  spec: {
    name: 'docker credential',
    synopsis: 'OPERATION',
    options: [],
    positionals: { least: 1, most: 1 },
    isWithoutManifest: true,
    details: `Answers Docker as a credential helper; \`tool docker configure\` writes the configuration that makes Docker start it. The
operation get reads the address of a registry from standard input and prints its user name and password as JSON.
Docker's operations store and erase are refused, as \`tool docker login\` and \`logout\` are for that; list prints nothing
that is stored.`,
    examples: ['printf ghcr.io | tool docker credential get'],
  },
  async run(args, context) {
    const [operation = ''] = args.positionals;
    if (operation === 'list') writeOut('{}\n');
    return operation === 'list' ? SUCCESS : answered(operation, args, context);
  },
};

/** Docker shows what a helper prints on standard output when it fails. */
async function answered(operation: string, args: Arguments, context: CommandContext): Promise<number> {
  try {
    const { isFound, text } = operation === 'get' ? await answer(args, context) : refusal(operation);
    writeOut(text);
    return isFound ? SUCCESS : FAILURE;
  } catch (error) {
    const [message] =
      error instanceof Failure ? error.diagnostics.map(({ message, code }) => `${message} (${code})`) : [];
    if (message === undefined && !(error instanceof UsageError)) throw error;
    writeOut(printedLines([`tool: ${message ?? (error as Error).message}`]));
    return FAILURE;
  }
}

interface Answer {
  readonly isFound: boolean;
  readonly text: string;
}

function refusal(operation: string): Answer {
  const advice: Readonly<Record<string, string>> = { store: 'tool docker login', erase: 'tool docker logout' };
  const command = advice[operation];
  const text =
    command === undefined ? 'not an operation of a credential helper' : `use \`${command} REGISTRY\` instead`;
  return { isFound: false, text: printedLines([`tool: ${text}`]) };
}

async function answer(args: Arguments, context: CommandContext): Promise<Answer> {
  const server = requestText(null).trim();
  const registry = registryName(server);
  const options = registry === null ? null : await optionsFor(registry, context);
  if (registry === null || options === null) return { isFound: false, text: `${NOT_FOUND}\n` };
  const made = dockerManifest(registry);
  const caller = { name: 'docker', operation: 'credential_get', resource: registry };
  const call = { options, made, caller };
  return withCredential(withKeptOptions(args, options), context, call, async (session, names) => {
    const [username, password] = [
      options.username ?? (names.username === null ? null : await textOf(session, names.username)),
      await textOf(session, names.password),
    ];
    if (username === null || password === null) return { isFound: false, text: `${NOT_FOUND}\n` };
    return { isFound: true, text: `${JSON.stringify({ ServerURL: server, Username: username, Secret: password })}\n` };
  });
}

async function textOf(session: Session, secret: string): Promise<string | null> {
  const credential = await credentialFor(session, secret);
  return credential === null ? null : sendableText(credential.value, secret, DOCKER);
}

async function optionsFor(registry: string, context: CommandContext): Promise<HelperOptions | null> {
  const path = dockerConfigPath(context);
  if (path === null) return null;
  const { registries } = await dockerFile(context.variables, path);
  const kept = own(registries, registry);
  return kept === undefined ? null : givenOptions(kept);
}
