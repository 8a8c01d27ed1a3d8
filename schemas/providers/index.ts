/** The catalogue: what is known of each scheme without loading its provider. */
import { aac } from './aac.js';
import { age } from './age.js';
import { akv } from './akv.js';
import { awsps } from './awsps.js';
import { awssm } from './awssm.js';
import { bw } from './bw.js';
import { bws } from './bws.js';
import { cloudflare } from './cloudflare.js';
import { dashlane } from './dashlane.js';
import type { ProviderDescriptor } from './descriptor.js';
import { doppler } from './doppler.js';
import { dotenv } from './dotenv.js';
import { ejson } from './ejson.js';
import { env } from './env.js';
import { file } from './file.js';
import { fly } from './fly.js';
import { gcsm } from './gcsm.js';
import { gopass } from './gopass.js';
import { infisical } from './infisical.js';
import { k8sConfigmap } from './k8s-configmap.js';
import { k8sSecret } from './k8s-secret.js';
import { kdbx } from './kdbx.js';
import { keeper } from './keeper.js';
import { keyring } from './keyring.js';
import { lastpass } from './lastpass.js';
import { nothing } from './null.js';
import { onepassword } from './onepassword.js';
import { onepasswordToken } from './onepassword-token.js';
import { openbao } from './openbao.js';
import { pass } from './pass.js';
import { passbolt } from './passbolt.js';
import { protonpass } from './protonpass.js';
import { scaleway } from './scaleway.js';
import { setec } from './setec.js';
import { sops } from './sops.js';
import { systemdCredential } from './systemd-credential.js';
import { vault } from './vault.js';

export const providers = {
  aac,
  age,
  akv,
  awsps,
  awssm,
  bw,
  bws,
  cloudflare,
  dashlane,
  doppler,
  dotenv,
  ejson,
  env,
  file,
  fly,
  gcsm,
  gopass,
  infisical,
  'k8s+configmap': k8sConfigmap,
  'k8s+secret': k8sSecret,
  kdbx,
  keeper,
  keyring,
  lastpass,
  null: nothing,
  onepassword,
  'onepassword+token': onepasswordToken,
  openbao,
  pass,
  passbolt,
  protonpass,
  scaleway,
  setec,
  sops,
  'systemd-credential': systemdCredential,
  vault,
} as const satisfies Readonly<Record<string, ProviderDescriptor>>;

export type Scheme = keyof typeof providers;

/** The schemes this version can open: exactly these have a loader. */
export type AvailableScheme = { [S in Scheme]: (typeof providers)[S]['available'] extends true ? S : never }[Scheme];

/** Null: not a built-in provider; an external one may claim the scheme. */
export function descriptorOf(scheme: string): ProviderDescriptor | null {
  return Object.hasOwn(providers, scheme) ? providers[scheme as Scheme] : null;
}
