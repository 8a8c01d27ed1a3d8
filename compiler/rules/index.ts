/** The rules, in the order their findings read best. */
import { composedIsReadOnly } from './composed-is-read-only.js';
import { defaultIsNotRequired } from './default-is-not-required.js';
import { derivedStandsAlone } from './derived-stands-alone.js';
import { entryFitsStore } from './entry-fits-store.js';
import { exportNeedsIdentity } from './export-needs-identity.js';
import { extractIsReadOnly } from './extract-is-read-only.js';
import { formatFitsType } from './format-fits-type.js';
import { generateExcludesDefault } from './generate-excludes-default.js';
import { generateHasType } from './generate-has-type.js';
import { generateOptionsFitType } from './generate-options-fit-type.js';
import { groupHasOneMode } from './group-has-one-mode.js';
import { groupHasTwoMembers } from './group-has-two-members.js';
import { identityStandsAlone } from './identity-stands-alone.js';
import { planIsBounded } from './plan-is-bounded.js';
import { promptIsIndividuallyRequired } from './prompt-is-individually-required.js';
import { promptStandsAlone } from './prompt-stands-alone.js';
import { rolesFitType } from './roles-fit-type.js';
import type { Rule } from './rule.js';
import { scopeNamesDeclaredSecrets } from './scope-names-declared-secrets.js';
import { secretHasDescription } from './secret-has-description.js';
import { storesAreSound } from './stores-are-sound.js';

export const rules: readonly Rule[] = [
  secretHasDescription,
  defaultIsNotRequired,
  promptStandsAlone,
  promptIsIndividuallyRequired,
  composedIsReadOnly,
  derivedStandsAlone,
  extractIsReadOnly,
  generateHasType,
  generateExcludesDefault,
  generateOptionsFitType,
  formatFitsType,
  rolesFitType,
  exportNeedsIdentity,
  identityStandsAlone,
  groupHasTwoMembers,
  groupHasOneMode,
  scopeNamesDeclaredSecrets,
  storesAreSound,
  entryFitsStore,
  planIsBounded,
];
