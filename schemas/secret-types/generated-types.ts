/** The types of which a value can be generated. */
import { secretTypeNames, typeCan } from './index.js';

export const generatedTypes = secretTypeNames.filter((type) => typeCan(type, 'generate'));
