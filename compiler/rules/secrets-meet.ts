/** A secret and another that it is made of, which does not fit: what about the other one matters, and the profile in which it is so. */
import type { Diagnostic } from '#schemas/diagnostics/diagnostic.js';
import { metInProfiles } from '#schemas/diagnostics/met-in-profile.js';
import { declarationOf, fieldPlace, type Secret, secretPlace } from '../tree/effective.js';
import type { Setting } from './settings-meet.js';

/** `settings`: those of `other` that matter. The finding is at the name of `other` in `secret`. */
export function secretsMeet(
  finding: Diagnostic,
  secret: Secret,
  other: Secret,
  settings: readonly Setting[],
): Diagnostic {
  const written = settings.filter((setting) => declarationOf(other, setting) !== null);
  const labels =
    written.length === 0
      ? [{ at: secretPlace(other), text: `\`${other.name}\` is declared here` }]
      : written.map((setting) => ({
          at: fieldPlace(other, setting),
          text: `\`${setting}\` of \`${other.name}\` is here`,
        }));
  const shown = { ...finding, labels };
  const profile = secret.profiles.find((name) => other.profiles.includes(name));
  const isOneProfile = labels.every(({ at }) => at.path[1] === finding.at?.path[1]);
  if (profile === undefined || isOneProfile) return shown;
  const { help } = finding;
  return metInProfiles(shown, [profile], help);
}
