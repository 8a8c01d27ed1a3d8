/** All families, for tests and documentation only: code that reports imports its own family. */
import type { Wordings } from './define.js';
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

/** Wordings by code, family after family. */
export const allWordings: Wordings = {
  ...syntax.wordings,
  ...shape.wordings,
  ...inheritance.wordings,
  ...declarations.wordings,
  ...references.wordings,
  ...stores.wordings,
  ...generation.wordings,
  ...linking.wordings,
  ...access.wordings,
  ...resolution.wordings,
  ...storesIo.wordings,
  ...delivery.wordings,
  ...planFiles.wordings,
  ...credentialHelpers.wordings,
  ...policies.wordings,
  ...templates.wordings,
  ...code.wordings,
};
