/** Encrypts the document of a file again, for those of its list: under the lock of the file, as every change of it. */
import type { Call, RekeyAnswer } from '../provider.js';
import { failed, failedFile } from '../store-failure.js';
import type { ChangeableDocument } from './document.js';

export async function rekeyDocument(document: ChangeableDocument, call: Call, isTrial: boolean): Promise<RekeyAnswer> {
  const { path, name, files, format } = document;
  const done: { answer: RekeyAnswer } = { answer: { kind: 'no file' } };
  try {
    const replaced = await files.update(
      path,
      async (current) => {
        const { answer, bytes } = await encryptedAgain(document, current, call, isTrial);
        done.answer = answer;
        return bytes;
      },
      { signal: call.signal },
    );
    const { answer } = done;
    if (answer.kind !== 'rekeyed') return answer;
    const { notes = [] } = format;
    return { ...answer, ...(replaced !== null && { replaced }), ...(notes.length > 0 && { notes }) };
  } catch (error) {
    const isGivenUp = call.signal.aborted && error === call.signal.reason;
    if (isGivenUp) return failed('timeout', `\`${name}\` was not changed, because the call was given up`);
    return failedFile(error, `\`${name}\``);
  }
}

interface Again {
  readonly answer: RekeyAnswer;
  /** Null: the file stays as it is. */
  readonly bytes: Uint8Array | null;
}

async function encryptedAgain(
  { decode }: ChangeableDocument,
  current: Uint8Array | null,
  call: Call,
  isTrial: boolean,
): Promise<Again> {
  const unchanged = (answer: RekeyAnswer): Again => ({ answer, bytes: null });
  if (current === null) return unchanged({ kind: 'no file' });
  const document = await decode(current, call);
  if (document.kind === 'failed') return unchanged(document);
  const { recipients } = document;
  const compared = (await recipients?.compare(call)) ?? null;
  if (recipients === undefined || compared === null) return unchanged({ kind: 'no list' });
  if (compared.kind === 'failed' || compared.comparison.kind === 'same') return unchanged(compared);
  const answer: RekeyAnswer = { ...compared, kind: 'rekeyed' };
  if (isTrial) return unchanged(answer);
  const bytes = await recipients.encrypted(call);
  return 'failure' in bytes ? unchanged(bytes) : { answer, bytes };
}
