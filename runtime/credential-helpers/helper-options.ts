/** With which secrets, or which user name, a helper answers. */

/** As they were given; null where they were not. */
export interface HelperOptions {
  readonly username: string | null;
  readonly usernameSecret: string | null;
  readonly tokenSecret: string | null;
  /** Absolute. */
  readonly file: string | null;
  readonly profile: string | null;
  readonly provider: string | null;
}
