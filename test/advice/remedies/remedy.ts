/** What the help of a finding of a command says to do, done by a shell: then the command passes. */

export interface Remedy {
  readonly code: string;
  /** Below the working folder; below the home folder where they start with `~/`. */
  readonly files: Readonly<Record<string, string>>;
  /** The line of a shell that shows the finding. */
  readonly fails: string;
  /** The words of the help that the remedy follows. */
  readonly says: string;
  /** What the help says, as lines of a shell. */
  readonly remedy: string;
  /** What passes then; left out: the same line. */
  readonly then?: string;
}

export const PROJECT = '[project]\nname = "demo"\nrevision = "1.0"\nrequire_reason = false\n';
/** A manifest whose secrets are in `.env`. */
export const manifest = (secrets: string, more = '') =>
  `${PROJECT}\n[defaults]\nproviders = ["dotenv://.env"]\n${more}\n[profiles.default]\n${secrets}\n`;
export const ONE = manifest('A = { description = "a" }');
export const one = { 'manifest.toml': ONE, '.env': 'A=1\n' };
export const config = '~/.config/tool/config.toml';
export const inManifest = (from: string, to: string) => `sed -i 's#${from}#${to}#' manifest.toml`;

export const remedy = (
  code: string,
  files: Remedy['files'],
  fails: string,
  says: string,
  steps: string,
  then?: string,
): Remedy => ({
  code,
  files,
  fails,
  says,
  remedy: steps,
  ...(then !== undefined && { then }),
});
