/** All explanations, family after family: loaded by `tool explain`, `tool lint --format sarif` and the page about errors alone. */
import { syntax } from './E01-syntax.js';
import { shape } from './E02-shape.js';
import { inheritance } from './E03-inheritance.js';
import { declarations } from './E04-declarations.js';
import { references } from './E05-references.js';
import { stores } from './E06-stores.js';
import { generation } from './E07-generation.js';
import { linking } from './E08-linking.js';
import { access } from './E09-access.js';
import { resolution } from './E10-resolution.js';
import { storesIo } from './E11-stores-io.js';
import { delivery } from './E12-delivery.js';
import { planFiles } from './E13-plan-files.js';
import { credentialHelpers } from './E14-credential-helpers.js';
import { policies } from './E15-policies.js';
import { templates } from './E16-templates.js';
import { code } from './E17-code.js';
import type { Explanations } from './explanation.js';

/** A test holds that every code has one. */
export const allExplanations: Explanations = {
  ...syntax,
  ...shape,
  ...inheritance,
  ...declarations,
  ...references,
  ...stores,
  ...generation,
  ...linking,
  ...access,
  ...resolution,
  ...storesIo,
  ...delivery,
  ...planFiles,
  ...credentialHelpers,
  ...policies,
  ...templates,
  ...code,
};

/** The meaning of the two digits after the letter of a code, in order. */
export const families: readonly (readonly [family: string, about: string])[] = [
  ['01', 'TOML and templates that cannot be read'],
  ['02', 'Wrong, missing and unknown keys and values'],
  ['03', '`extends`, profiles, and what a declaration lacks'],
  ['04', 'Settings of one secret that contradict each other'],
  ['05', 'Unknown names, cycles, groups, scopes'],
  ['06', 'Stores of a manifest: aliases, chains, coordinates, caches'],
  ['07', 'Secret types and their options'],
  ['08', 'Linking: the profile, scope and stores of this machine and call'],
  ['09', 'Access: reasons and prompts'],
  ['10', 'Values: missing, decoded, selected, composed, generated'],
  ['11', 'Stores that failed or refused'],
  ['12', 'Delivery: environment, files, commands'],
  ['13', 'Plan files'],
  ['14', 'Credential helpers of Git and Docker'],
  ['15', 'Policies: rules that manifests break, and their own mistakes'],
  ['16', 'Files that are filled with values'],
  ['17', 'What programs read, compared with a manifest'],
];
