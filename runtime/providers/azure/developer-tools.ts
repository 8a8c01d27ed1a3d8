/** Tokens of the person who has signed in with the Azure CLI, or with the Azure Developer CLI. */

import { jsonIn } from '../../values/json.js';
import { endedWith, type FailureTable } from '../bases/failure-table.js';
import type { Vendor } from '../bases/vendor.js';
import { VendorProgram } from '../bases/vendor-program.js';
import type { Call, ProviderPorts } from '../provider.js';
import { type Failed, failed } from '../store-failure.js';
import { type EntraToken, tokenIn } from './entra-token.js';

interface Tool extends Vendor {
  readonly words: (resource: string, tenant: string | null) => readonly string[];
  /** The field of what it prints. */
  readonly field: string;
  readonly login: string;
}

const AZ: Tool = {
  name: 'az',
  install: 'install the Azure CLI, and sign in with `az login`',
  words: (resource, tenant) => [
    ...['account', 'get-access-token', '--output', 'json', '--resource', resource],
    ...(tenant === null ? [] : ['--tenant', tenant]),
  ],
  field: 'accessToken',
  login: 'az login',
};
const AZD: Tool = {
  name: 'azd',
  install: 'install the Azure Developer CLI, and sign in with `azd auth login`',
  words: (resource, tenant) => [
    ...['auth', 'token', '--output', 'json', '--scope', `${resource}/.default`],
    ...(tenant === null ? [] : ['--tenant-id', tenant]),
  ],
  field: 'token',
  login: 'azd auth login',
};

/** `tenant`: of the service; null: that which the person has chosen. */
export async function tokenOfPerson(
  resource: string,
  tenant: string | null,
  ports: ProviderPorts,
  call: Call,
): Promise<EntraToken | Failed> {
  const first = await tokenOf(AZ, resource, tenant, ports, call);
  if (first.kind === 'token' || !['missing-program', 'missing-credential'].includes(first.failure.kind)) return first;
  const second = await tokenOf(AZD, resource, tenant, ports, call);
  // A person who has installed the first one uses it.
  return second.kind === 'token' || first.failure.kind === 'missing-program' ? orNone(second) : first;
}

async function tokenOf(
  tool: Tool,
  resource: string,
  tenant: string | null,
  ports: ProviderPorts,
  call: Call,
): Promise<EntraToken | Failed> {
  const rows: FailureTable['rows'] = [
    { kind: 'missing-credential', detail: endedWith(`\`${tool.name}\``), help: `sign in with \`${tool.login}\`` },
  ];
  const program = new VendorProgram({ ...tool, failures: { rows } }, ports);
  const done = await program.output(tool.words(resource, tenant), call);
  if (done.kind === 'failed') return done;
  return tokenIn(jsonIn(done.stdout), tool.field) ?? failed('malformed', `\`${tool.name}\` did not print a token`);
}

function orNone(answer: EntraToken | Failed): EntraToken | Failed {
  if (answer.kind === 'token' || answer.failure.kind !== 'missing-program') return answer;
  return failed(
    'missing-credential',
    'there are no credentials for Azure: no client secret, and neither `az` nor `azd` in `PATH`',
    'set `AZURE_TENANT_ID`, `AZURE_CLIENT_ID` and `AZURE_CLIENT_SECRET`, or install the Azure CLI and sign in with `az login`',
  );
}
