/** The grammar of store specs: parsing, rendering and redaction of store URIs (providers-local 1.1). */

/**
 * A parsed store spec. Parts are percent-decoded; `authority` holds no userinfo. `written` is the author's spelling.
 * `keyring`, `keyring:` and `keyring://` all give scheme `keyring` and empty parts.
 */
export interface StoreUri {
  readonly written: string;
  readonly scheme: string;
  readonly userinfo: { readonly user: string; readonly password: string | null } | null;
  readonly authority: string;
  readonly path: string;
  /** First occurrence wins; an empty value counts as absent. */
  readonly query: ReadonlyMap<string, string>;
}
