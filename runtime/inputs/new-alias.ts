/** Whether an alias that is about to be added to the user configuration could ever be used (semantics 6.11). */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { stores } from '#schemas/diagnostics/E06-stores.js';
import { named } from '#schemas/named.js';
import type { PlannedStore } from '#schemas/plan.js';
import { descriptorOf, providers } from '#schemas/providers/index.js';
import { nearestScheme } from '#schemas/providers/other-names.js';
import { withoutCredentials } from '#schemas/stores/hidden-parts.js';
import type { StoreFault } from '#schemas/stores/judge.js';
import { credentialFaults } from '#schemas/stores/judge-credentials.js';
import { type Claims, judgeSpec } from '#schemas/stores/judge-spec.js';
import { storeRefOf } from '#schemas/stores/store-ref.js';
import { allStores } from '#schemas/stores/store-table.js';
import type { UserConfig } from '#schemas/user-config.js';
import { storeDiagnostic } from '../link/store-diagnostic.js';

export interface NewAlias {
  readonly uri: string;
  /** By name, the store that has the credential, as it was given. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** Errors that no command could get past, and the warning that this version does not know the provider. */
export function judgeNewAlias(
  { uri, credentials }: NewAlias,
  { aliases }: UserConfig,
  claims: Claims,
): readonly Diagnostic[] {
  if (!hasScheme(uri)) return [{ ...storeDiagnostic(withoutScheme(uri), {}), help: WITH_PROVIDER }];
  const judged = judgeSpec(uri);
  if (judged.uri === null || judged.faults.length > 0) return judged.faults.map(refusalOf);
  const isAlias = (name: string) => Object.hasOwn(aliases, name);
  const sources = Object.entries(credentials).map(
    ([name, spec]) => [name, { store: storeRefOf(spec, isAlias) }] as const,
  );
  const faults = credentialFaults(
    judged.uri,
    named(sources),
    allStores(named<PlannedStore>(Object.entries(aliases))),
    [],
  );
  if (faults.length > 0) return faults.map(({ fault }) => refusalOf(fault));
  const { scheme } = judged.uri;
  if (descriptorOf(scheme) !== null || claims.has(scheme)) return [];
  return [stores.W0605({ scheme, nearest: nearestScheme(scheme, Object.keys(providers)) })];
}

const WITH_PROVIDER = 'write the provider in front, such as `dotenv://.env` or `vault://vault.example.com/secret`';

/** The name of a provider alone is an address, too: `keyring`. What no external provider can be named (semantics 16) is that of a host. */
function hasScheme(uri: string): boolean {
  const [before = ''] = uri.split(':', 1);
  return descriptorOf(before.toLowerCase()) !== null || (before !== uri && /^[a-z][a-z0-9-]*$/iu.test(before));
}

function withoutScheme(uri: string): StoreFault {
  return {
    kind: 'malformed',
    shown: withoutCredentials(uri),
    problem: 'does not begin with a provider',
  };
}

/** The credential is not in a manifest here, but on a command line: the option is what takes its place. */
function refusalOf(fault: StoreFault): Diagnostic {
  const refusal = storeDiagnostic(fault, {});
  if (fault.kind !== 'password' || fault.credentials.length === 0) return refusal;
  const options = fault.credentials.map((name) => `\`--credential ${name}=keyring\``).join(' or ');
  return { ...refusal, help: `leave it out of the address, and name the store that has it with ${options}` };
}
