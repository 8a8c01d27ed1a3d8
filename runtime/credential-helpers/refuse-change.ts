/** Why a configuration file of another program is left as it is. */
import { credentialHelpers } from '#schemas/diagnostics/E14-credential-helpers.js';
import { fail } from '../failure.js';
import { problemOf } from '../files/file-fault.js';

/** `shown`: the file as people see it. */
export function refuseChange(shown: string, why: string): never {
  return fail(credentialHelpers.E1402({ file: shown, why }));
}

/** The result of work with the file, of which failures of the file system are reported. */
export async function editing<T>(shown: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const why = problemOf(error);
    if (why === null) throw error;
    return refuseChange(shown, why);
  }
}
