/** All remedies. */
import { choices } from './choices.js';
import { code } from './code.js';
import { credentialHelpers } from './credential-helpers.js';
import { delivery } from './delivery.js';
import { manifests } from './manifests.js';
import type { Remedy } from './remedy.js';
import { templates } from './templates.js';
import { values } from './values.js';

export const REMEDIES: readonly Remedy[] = [
  ...manifests,
  ...choices,
  ...values,
  ...delivery,
  ...credentialHelpers,
  ...templates,
  ...code,
];
