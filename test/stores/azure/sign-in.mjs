/** The variables of the application that signs in. */
import { APPLICATION } from '../../../dist/test/helpers/doubles/entra.js';

export const SIGN_IN = Object.fromEntries(
  Object.entries(APPLICATION).map(([name, text]) => [`AZURE_${name.toUpperCase()}`, text]),
);
