/** The differences between Vault and OpenBao: names, variables and files; the protocol is the same. */
import { type Environment, firstVariableIn } from '../../values/environment.js';

export interface KvProduct {
  /** `Vault` */
  readonly name: string;
  /** `VAULT` of `VAULT_ADDR`; the first that is set and not empty counts. */
  readonly prefixes: readonly string[];
  /** Variables that name the file of the token, instead of `~/.vault-token`. */
  readonly tokenPaths: readonly string[];
}

/** `ADDR` for `VAULT_ADDR`; empty if none is set. */
export function settingOf({ prefixes }: KvProduct, name: string, environment: Environment): string {
  return firstVariableIn(
    environment,
    prefixes.map((prefix) => `${prefix}_${name}`),
  );
}

/** The variable to set, for advice. */
export function variableOf({ prefixes }: KvProduct, name: string): string {
  return `${prefixes[0]}_${name}`;
}
