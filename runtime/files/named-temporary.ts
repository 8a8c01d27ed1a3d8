/** The folder for temporary files that variables name, as other programs choose it. */
import { join } from 'node:path';

/** Used if the variables name none. */
export const USUAL_TEMPORARY = '/tmp';

export function namedTemporary(variables: Readonly<Record<string, string | undefined>>): string {
  const set = (name: string) => variables[name] || undefined;
  if (process.platform === 'win32')
    return set('TEMP') ?? set('TMP') ?? join(set('SystemRoot') ?? set('windir') ?? '', 'temp');
  const folder = set('TMPDIR') ?? set('TMP') ?? set('TEMP') ?? USUAL_TEMPORARY;
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder;
}
