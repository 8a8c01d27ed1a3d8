/** Findings about settings that are valid where each is written, and contradict each other only in some profiles. */
import type { Diagnostic } from './diagnostic.js';
import { listed } from './list-names.js';

/** The finding with the profiles in which the settings meet, and what to do there: the other profiles stay as they are. */
export function metInProfiles(finding: Diagnostic, profiles: readonly string[], help: string | null): Diagnostic {
  const where = `in ${profiles.length === 1 ? 'profile' : 'profiles'} ${listed(profiles)}`;
  return {
    ...finding,
    message: `${finding.message} ${where}`,
    help: help === null ? finding.help : `${where}, ${help}`,
  };
}
