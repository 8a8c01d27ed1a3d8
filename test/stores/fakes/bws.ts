/**
 * Bitwarden's `bws` (crate bws 2.1.0) over projects in plain text. Its outputs are those of the real program, which `test/stores/bws.mjs`
 * runs against a double of its server.
 */
import type { FakeEnd } from '../../helpers/fake-programs.js';
import type { Asked, VendorFake } from './fake-vendor.js';

export interface BwsState {
  /** The secrets by project: key and value, in order; a key may be repeated. */
  projects: Record<string, (readonly [key: string, value: string])[]>;
  /** The only server, and the only token that it takes. */
  server: string;
  token: string;
}

export const PROJECT = '6b2f1c1e-9f3a-4a53-9a55-3d1d1f1c0a01';
export const TOKEN = '0.ec2c1d46-6a4b-4751-a310-af9601317f2d.canary-token:X8vbvA0bduihIDe/qrzIQQ==';

export const vendor: VendorFake<BwsState> = {
  program: 'bws',
  variables: ['BWS_ACCESS_TOKEN', 'BWS_CONFIG_FILE', 'BWS_PROFILE', 'BWS_SERVER_URL', 'BW_SESSION'],
  session: { BWS_ACCESS_TOKEN: TOKEN },
  empty: () => ({
    projects: { [PROJECT]: [] },
    server: 'https://vault.bitwarden.com',
    token: TOKEN,
  }),
  run,
};

function run({ words, variable }: Asked, state: BwsState): FakeEnd {
  const { options, rest } = parsed(words);
  const [group, command, ...names] = rest;
  const project = names.at(-1) ?? '';
  if (group !== 'secret' || !['list', 'create'].includes(command ?? ''))
    return wrongUse(`unrecognized subcommand '${command}'`);
  const token = variable('BWS_ACCESS_TOKEN');
  if (token === null) return dump('Missing access token');
  const [, , , key] = token.split(/[.:]/);
  if (key === undefined) return dump("Doesn't contain a decryption key");
  if ((options['--server-url'] ?? state.server) !== state.server)
    return dump(
      `error sending request for url (${options['--server-url']}/identity/connect/token)`,
      'client error (Connect)',
      'dns error: failed to lookup address information',
    );
  if (token !== state.token)
    return dump('Received error message from server: [400 Bad Request] {"error":"invalid_client"}');
  const secrets = state.projects[project];
  if (secrets === undefined)
    return dump('Received error message from server: [404 Not Found] {"message":"Resource not found."}');
  if (command === 'create') {
    secrets.push([names[0] ?? '', names[1] ?? '']);
    return {};
  }
  return {
    stdout: `${JSON.stringify(
      secrets.map(([name, value], at) => secretOf(project, at, name, value)),
      null,
      2,
    )}\n`,
  };
}

function parsed(words: readonly string[]) {
  const options: Record<string, string> = {};
  const rest: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (word.startsWith('--')) options[word] = words[++at] ?? '';
    else rest.push(word);
  }
  return { options, rest };
}

function secretOf(projectId: string, at: number, key: string, value: string) {
  const id = `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, '0')}`;
  const organizationId = '10e8cbfa-7bd2-4361-bd6f-b02e013f9c41';
  const dates = { creationDate: '2026-11-01T08:00:00Z', revisionDate: '2026-11-01T08:00:00Z' };
  return { id, organizationId, projectId, key, value, note: '', ...dates };
}

/** An error of color-eyre; a line of its log may come first. */
function dump(...causes: readonly string[]): FakeEnd {
  const log = '[2026-11-25T08:00:00Z ERROR bitwarden_core] request failed\n';
  const numbered = causes.map((cause, at) => `   ${at}: ${cause}\n`).join('');
  const end = 'Backtrace omitted. Run with RUST_BACKTRACE=1 environment variable to display it.\n';
  return { status: 1, stderr: `${log}Error: \n${numbered}\nLocation:\n   bws-2.1.0/src/main.rs:107\n\n${end}` };
}

function wrongUse(problem: string): FakeEnd {
  return { status: 2, stderr: `error: ${problem}\n\nUsage: bws [OPTIONS] <COMMAND>\n` };
}
