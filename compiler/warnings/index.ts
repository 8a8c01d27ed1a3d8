/** The warnings, in the order their findings read best, and when each can be reported. */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import { mayAllow } from '../source/allow-mark.js';
import type { SourceFile } from '../source/source-file.js';
import { aliasIsUsed } from './alias-is-used.js';
import { chainAsksEachStoreOnce } from './chain-asks-each-store-once.js';
import { credentialHasNoDefault } from './credential-has-no-default.js';
import { groupCanBeSatisfied } from './group-can-be-satisfied.js';
import { iniPointerFits } from './ini-pointer-fits.js';
import { overrideChangesManifest } from './override-changes-manifest.js';
import { overrideChangesProfile } from './override-changes-profile.js';
import { productionIsNotPlainText } from './production-is-not-plain-text.js';
import { providerIsKnown } from './provider-is-known.js';
import { referenceHasBraces } from './reference-has-braces.js';
import { requiredHasNoDefault } from './required-has-no-default.js';
import { secretIsInScope } from './secret-is-in-scope.js';
import { storeIsDeclared } from './store-is-declared.js';
import type { Linted, Warning } from './warning.js';
import { writtenEntryIsOwn } from './written-entry-is-own.js';

/** True for the parts they are about, regardless of errors elsewhere. */
const aboutParts: readonly Warning[] = [
  iniPointerFits,
  overrideChangesProfile,
  overrideChangesManifest,
  credentialHasNoDefault,
  requiredHasNoDefault,
  chainAsksEachStoreOnce,
  writtenEntryIsOwn,
  productionIsNotPlainText,
  providerIsKnown,
];

/** That something is used nowhere: reported only for a project without errors, because the part that an error left out might use it. */
const aboutTheWhole: readonly Warning[] = [
  secretIsInScope,
  groupCanBeSatisfied,
  aliasIsUsed,
  storeIsDeclared,
  referenceHasBraces,
];

/** Reports what compiles but is probably an error. Work grows with what was written, as in the passes. */
export function warn(linted: Linted, isSound: boolean, report: Report): void {
  for (const warning of aboutParts) warning(linted, report);
  if (!isSound) return;
  for (const warning of aboutTheWhole) warning(linted, report);
}

/** Comments are not part of the project, so they are read separately, and only if there may be one that allows warnings. */
export async function warnOfComments(files: readonly SourceFile[], report: Report): Promise<void> {
  const entry = files.at(-1);
  if (entry === undefined || !mayAllow(entry.text)) return;
  const { allowCommentNamesWarnings } = await import('./allow-comment-names-warnings.js');
  allowCommentNamesWarnings(entry, report);
}
