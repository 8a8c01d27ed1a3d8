/** External Secrets Operator: an `ExternalSecret` for each profile and scope, the stores behind them, and patches of Deployments. */
import { shownStore } from '../../questions/store-rows.js';
import { dnsLabel } from '../parts/dns-label.js';
import { missableEntries, type ReadEntry, type Service, shownIn } from '../parts/recipe.js';
import { spelled, type Spelling } from '../parts/spelled.js';
import { type Yaml, yamlText } from '../parts/yaml.js';
import type { About, Drafted, Target } from '../target.js';
import { deploymentPatch } from './deployment-patch.js';
import { externalSecret, fetchedIn, isMissable } from './external-secret.js';
import { providerOf } from './providers.js';

/** The limit of Kubernetes. */
const LARGEST_SECRET = 1_048_576;

export const externalSecrets: Target = {
  title: 'External Secrets',
  extent: 'profiles',
  hasCommand: false,
  engine: {
    unreadable: ({ uri, entry }) => {
      if (providerOf(uri) === null) return 'no provider';
      return uri.scheme === 'awssm' && isPattern(entry.field ?? '') ? `a field called \`${entry.field}\`` : null;
    },
    decodes: ['base64', 'base64url'],
    extracts: ['json'],
    longest: LARGEST_SECRET,
    knowsMissing: ({ uri }) => providerOf(uri)?.knowsMissing ?? false,
  },
  secretProblem: (name) => (/^[A-Za-z0-9_]+$/.test(name) ? null : 'has a name that is not a key of a `Secret`'),
  document,
};

/** With AWS, the operator takes a field for a path of its own language, whose signs choose other fields. */
function isPattern(field: string): boolean {
  return /[*?|#@!{}[\]\\]/.test(field);
}

function document(services: readonly Service[], about: About): Drafted {
  const stores = new Stores(about, services);
  const objects = services.flatMap((service) => {
    if (shownIn(service).length === 0) return [];
    const fetched = fetchedIn(service);
    const secret =
      fetched.length > 0 ? externalSecret(service, fetched, (read) => stores.nameOf(read)) : plainSecret(service);
    return [secret, deploymentPatch(service)];
  });
  const profiles = new Set(services.map(({ profile }) => profile));
  return {
    text: [...stores.objects(), ...objects].map((object) => `---\n${yamlText(object)}`).join('\n'),
    notes: [
      ...stores.notes(),
      ...(profiles.size > 1
        ? ['the patches of several profiles are for the same Deployments: emit each profile with `--profile`']
        : []),
    ],
    uncovered: services.flatMap((service) => [...removedWithEntries(service), ...pathsWithoutFiles(service)]),
  };
}

/** Nothing but texts of the manifest, which are in version control. */
function plainSecret(service: Service): Yaml {
  const stringData = new Map(shownIn(service).map((made) => [made.secret, spelled(service, made, PLAIN)]));
  return { apiVersion: 'v1', kind: 'Secret', metadata: { name: service.fullName }, stringData };
}
const PLAIN: Spelling = { text: (text) => text, entry: () => '' };

/** An operator that finds no entry at all removes the `Secret` with what needs none. */
function removedWithEntries(service: Service): NonNullable<Drafted['uncovered']> {
  const fetched = fetchedIn(service);
  if (fetched.length === 0 || !fetched.every(isMissable)) return [];
  const why = 'is missing while no entry of the service is there, for External Secrets then removes the `Secret`';
  return shownIn(service)
    .filter((made) => missableEntries(service, made).length === 0)
    .map(({ secret }) => ({ secret, profile: service.profile, why }));
}

function pathsWithoutFiles(service: Service): NonNullable<Drafted['uncovered']> {
  const why = 'is a file that may be missing, and its variable has the path nevertheless';
  return shownIn(service)
    .filter((made) => made.isFile && missableEntries(service, made).length > 0)
    .map(({ secret }) => ({ secret, profile: service.profile, why }));
}

/** The `SecretStore`s, one for each store, in the order in which they are met. */
class Stores {
  readonly #about: About;
  readonly #secrets: ReadonlySet<string>;
  readonly #named = new Map<ReadEntry['row'], { readonly name: string; readonly read: ReadEntry }>();

  constructor(about: About, services: readonly Service[]) {
    this.#about = about;
    this.#secrets = new Set(services.map(({ fullName }) => fullName));
  }

  nameOf(read: ReadEntry): string {
    const known = this.#named.get(read.row);
    if (known !== undefined) return known.name;
    const taken = new Set([...this.#named.values()].map(({ name }) => name));
    const { ref } = read.row;
    const own = ref?.kind === 'alias' ? dnsLabel(ref.name) : null;
    const base = `${this.#about.label}-${own ?? dnsLabel(read.uri.scheme) ?? 'store'}`
      .slice(0, LONGEST_STORE)
      .replace(/-+$/, '');
    let name = base;
    const isTaken = () => taken.has(name) || this.#secrets.has(signInOf(name));
    for (let count = 2; isTaken(); count++) name = `${base}-${count}`;
    this.#named.set(read.row, { name, read });
    return name;
  }

  objects(): readonly Yaml[] {
    return this.#all().map(({ name, provided }) => ({
      apiVersion: 'external-secrets.io/v1',
      kind: 'SecretStore',
      metadata: { name },
      spec: { provider: provided.provider },
    }));
  }

  notes(): readonly string[] {
    return this.#all().flatMap(({ name, shown, provided: { keys, hasServiceAccount, open, remarks } }) => [
      ...open.map(
        (placeholder) => `fill in \`${placeholder}\` of the SecretStore \`${name}\`, which ${shown} does not name`,
      ),
      ...(keys.length > 0
        ? [`the SecretStore \`${name}\` signs in with ${keysText(keys)} of the Secret \`${signInOf(name)}\``]
        : []),
      ...(hasServiceAccount
        ? [`the SecretStore \`${name}\` signs in as the ServiceAccount \`${this.#about.label}\``]
        : []),
      ...remarks.map((remark) => `the SecretStore \`${name}\` ${remark}`),
    ]);
  }

  #all() {
    return [...this.#named.values()]
      .sort((left, right) => (left.name < right.name ? -1 : 1))
      .flatMap(({ name, read }) => {
        const signIn = { secret: signInOf(name), serviceAccount: this.#about.label };
        const provided = providerOf(read.uri)?.provided(read.uri, signIn);
        return provided === undefined ? [] : [{ name, provided, shown: `\`${shownStore(read.row).store}\`` }];
      });
  }
}
/** The `Secret` with credentials of a store, which that of no service may replace. */
function signInOf(store: string): string {
  return `${store}-sign-in`;
}

/** With an ending and a number, it stays a DNS label. */
const LONGEST_STORE = 50;

function keysText(keys: readonly string[]): string {
  return keys.map((key) => `\`${key}\``).join(' and ');
}
