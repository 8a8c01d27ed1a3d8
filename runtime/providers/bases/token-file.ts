/** Tokens in files that the platform replaces while this process runs, so that they are read each time. */
import { decodeUtf8 } from '../../values/utf8.js';
import type { ProviderPorts } from '../provider.js';
import { type Failed, failed, failedFile } from '../store-failure.js';

/** Without the newline at its end. `shown`: what the file is called in messages. */
export async function tokenInFile(path: string, shown: string, { files }: ProviderPorts): Promise<string | Failed> {
  try {
    const bytes = await files.read(path);
    const text = bytes === null ? '' : (decodeUtf8(bytes) ?? '').trim();
    return text === '' ? failed('missing-credential', `${shown} is missing or empty`) : text;
  } catch (error) {
    return failedFile(error, shown);
  }
}
