/** The catalogue: what is known of each scheme without loading its provider. */
import type { ProviderDescriptor } from './descriptor.js';
import { dotenv } from './dotenv.js';
import { env } from './env.js';
import { file } from './file.js';
import { keyring } from './keyring.js';
import { nothing } from './null.js';

export const providers = {
  dotenv,
  env,
  file,
  keyring,
  null: nothing,
} as const satisfies Readonly<Record<string, ProviderDescriptor>>;

export type Scheme = keyof typeof providers;

/** The schemes this version can open: exactly these have a loader. */
export type AvailableScheme = { [S in Scheme]: (typeof providers)[S]['available'] extends true ? S : never }[Scheme];

/** Null: no provider of ours; an external one may claim the scheme. */
export function descriptorOf(scheme: string): ProviderDescriptor | null {
  return Object.hasOwn(providers, scheme) ? providers[scheme as Scheme] : null;
}
