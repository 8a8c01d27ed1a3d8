/**
 * Settings of one secret that contradict each other. Where an override or the defaults of a profile brought them
 * together, each line is valid by itself and in other profiles: the finding shows both lines, names the profile, and
 * its help changes nothing but that profile.
 */
import type { Diagnostic, Place } from '#schemas/diagnostics/diagnostic.js';
import { metInProfiles } from '#schemas/diagnostics/met-in-profile.js';
import type { SecretShape } from '../shape/manifest-shape.js';
import { declarationOf, fieldPlace, type Secret } from '../tree/effective.js';

export type Setting = keyof SecretShape;

/** `remedy`: what to write in the profile, where that is more than taking one of the settings back. */
export function settingsMeet(
  finding: Diagnostic,
  secret: Secret,
  settings: readonly Setting[],
  remedy?: string | null,
): Diagnostic {
  const places = settings.flatMap((setting) => {
    const at = settingPlace(secret, setting);
    return at === null ? [] : [{ setting, at }];
  });
  const others = places.filter(({ at }) => finding.at === null || !isWithin(finding.at, at));
  const shown = { ...finding, labels: others.map(({ setting, at }) => ({ at, text: labelOf(setting) })) };
  const profile = secret.profiles[0];
  if (profile === undefined || isOneDeclaration(places.map(({ at }) => at))) return shown;
  return metInProfiles(shown, [profile], remedy ?? withdrawals(secret, settings, profile));
}

/** Where a setting that is in force was written; null where it was not. */
export function settingPlace(secret: Secret, setting: Setting): Place | null {
  if (setting === 'default') return secret.default === null ? null : { ...secret.default.at, part: 'key' };
  if (setting === 'required') return secret.presenceAt;
  return declarationOf(secret, setting) === null ? null : fieldPlace(secret, setting);
}

function labelOf(setting: Setting): string {
  if (setting === 'default') return 'the default is here';
  return setting === 'required' ? 'requiredness is decided here' : `\`${setting}\` is here`;
}

function isWithin(inner: Place, outer: Place): boolean {
  return inner.file === outer.file && outer.path.every((step, index) => step === inner.path[index]);
}

/** Whether all places are in the declaration of one secret in one profile. */
export function isOneDeclaration([first, ...others]: readonly Place[]): boolean {
  if (first === undefined) return true;
  const declaration = { ...first, path: first.path.slice(0, 3) };
  return others.every((other) => isWithin(other, declaration));
}

/** What an override can take back: what it added, and what can be switched off. Other fields of `default` cannot be removed. */
function withdrawals(secret: Secret, settings: readonly Setting[], profile: string): string | null {
  const ways = settings.flatMap((setting) => withdrawal(secret, setting, profile) ?? []);
  return ways.length === 0 ? null : ways.join(', or ');
}

function withdrawal(secret: Secret, setting: Setting, profile: string): string | null {
  const { name } = secret;
  if (setting === 'required') return `set \`required = true\` on \`${name}\``;
  if (setting === 'prompt' || setting === 'generate') return `set \`${setting} = false\` on \`${name}\``;
  if (setting === 'default' && secret.isDefaultOfProfile)
    return `remove \`default\` from \`[profiles.${profile}.defaults]\``;
  const [own, ...inherited] = secret.declarations;
  return own.fields[setting] === undefined || inherited.length === 0 ? null : `remove \`${setting}\` from \`${name}\``;
}
