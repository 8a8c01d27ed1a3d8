/** Parts of a manifest, as examples show them, made whole. */

const PROJECT = '[project]\nname = "docs"\nrevision = "1.0"\n\n';
const PROFILE = '[profiles.default]\nEXAMPLE = { description = "An example" }\n\n';
const PARENT = `${PROJECT}[profiles.default]\nFROM_PARENT = { description = "Inherited" }\n`;

/** The part with a project and a profile where it has none, and a parent at `../shared`. */
export function completedManifest(part: string): Readonly<Record<string, string>> {
  const project = /^\[project\]/mu.test(part) ? '' : PROJECT;
  const profile = /^\[profiles[.\]]/mu.test(part) ? '' : PROFILE;
  return { 'manifest.toml': `${project}${profile}${part}`, '../shared/manifest.toml': PARENT };
}
