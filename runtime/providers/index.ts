/** The providers by scheme. Each is one file or folder, loaded when a store of its scheme is opened. */
import type { AvailableScheme } from '#schemas/providers/index.js';
import type { ProviderModule } from './provider.js';

/** If a scheme that the catalogue calls available has no line here, this does not compile. */
const loaders: Readonly<Record<AvailableScheme, () => Promise<ProviderModule>>> = {
  aac: () => import('./aac.js'),
  age: () => import('./age.js'),
  akv: () => import('./akv.js'),
  awsps: () => import('./awsps.js'),
  awssm: () => import('./awssm.js'),
  bw: () => import('./bw.js'),
  bws: () => import('./bws.js'),
  cloudflare: () => import('./cloudflare.js'),
  dashlane: () => import('./dashlane.js'),
  doppler: () => import('./doppler.js'),
  dotenv: () => import('./dotenv.js'),
  ejson: () => import('./ejson.js'),
  env: () => import('./env.js'),
  file: () => import('./file.js'),
  fly: () => import('./fly.js'),
  gcsm: () => import('./gcsm.js'),
  gopass: () => import('./gopass.js'),
  infisical: () => import('./infisical.js'),
  kdbx: () => import('./kdbx.js'),
  'k8s+configmap': () => import('./k8s-configmap.js'),
  'k8s+secret': () => import('./k8s-secret.js'),
  keeper: () => import('./keeper.js'),
  keyring: () => import('./keyring.js'),
  lastpass: () => import('./lastpass.js'),
  null: () => import('./null.js'),
  onepassword: () => import('./onepassword.js'),
  'onepassword+token': () => import('./onepassword-token.js'),
  pass: () => import('./pass.js'),
  passbolt: () => import('./passbolt.js'),
  openbao: () => import('./openbao.js'),
  protonpass: () => import('./protonpass.js'),
  scaleway: () => import('./scaleway.js'),
  setec: () => import('./setec.js'),
  sops: () => import('./sops.js'),
  'systemd-credential': () => import('./systemd-credential.js'),
  vault: () => import('./vault.js'),
};

/** Whether this version can open stores of the scheme. */
export function isAvailable(scheme: string): scheme is AvailableScheme {
  return Object.hasOwn(loaders, scheme);
}

export function loadProvider(scheme: AvailableScheme): Promise<ProviderModule> {
  return loaders[scheme]();
}
