/**
 * Keeps a record small: a manifest, an argument or a reason may be of any size, and one record must not fill a log that holds those of
 * other projects, too. Names that do not fit are counted, and the digest of all tells whether a list that someone has is the same.
 */
import { isRecord } from '#schemas/is-record.js';

/** What a record takes in the file, with its line end. */
const RECORD_BYTES = 8_192;
const LINE_BYTES = RECORD_BYTES - 1;
const REASON_CHARACTERS = 1_000;
/** For every text, from one to the next until the record fits; with the last one it does, whatever the texts are. */
const TEXT_CHARACTERS = [1_000, 500, 250, 100, 50] as const;
const CUT_MARK = '…';

/** The members of a record in the order in which they are written. What is undefined is not. */
export interface RecordMembers {
  readonly [name: string]: unknown;
  /** Sorted. */
  readonly keys: readonly string[] | undefined;
  readonly keys_omitted: number | undefined;
  readonly keys_sha256: string | undefined;
  /** Coordinates, by some of the names in `keys`. */
  readonly refs: ReadonlyMap<string, string> | undefined;
  readonly reason: string | undefined;
}

/** The record as one line, without its end. */
export function fittedLine(members: RecordMembers): string {
  const { reason = '' } = members;
  const record =
    reason.length <= REASON_CHARACTERS ? members : { ...members, reason: shortened(reason, REASON_CHARACTERS) };
  const line = lineOf(record);
  return bytesOf(line) <= LINE_BYTES ? line : lineOf(withFittingNames(withFittingTexts(record)));
}

/** With texts so short that all but the names fits. */
function withFittingTexts(record: RecordMembers): RecordMembers {
  const fits = (each: RecordMembers) => bytesOf(lineOf(withNames(each, 0))) <= LINE_BYTES;
  if (fits(record)) return record;
  const { keys, refs, ...texts } = record;
  const cut = TEXT_CHARACTERS.map((limit): RecordMembers => ({ ...record, ...shortenedIn(texts, limit) }));
  return cut.find(fits) ?? cut.at(-1) ?? record;
}

/** With the first names, each with its coordinates, so that a name without any in the record has used none. */
function withFittingNames(record: RecordMembers): RecordMembers {
  const { keys = [], refs } = record;
  let left = LINE_BYTES - bytesOf(lineOf(withNames(record, 0))) - bytesOf('"keys":[],"refs":{},');
  const end = keys.findIndex((key) => {
    const ref = refs?.get(key);
    left -= bytesOf(`${asJson(key)},`) + (ref === undefined ? 0 : bytesOf(`${asJson(key)}:${asJson(ref)},`));
    return left < 0;
  });
  return withNames(record, end === -1 ? keys.length : end);
}

/** With the first names, and what is said of all if there are more. */
function withNames(record: RecordMembers, count: number): RecordMembers {
  const { keys = [], refs = new Map<string, string>() } = record;
  if (count === keys.length) return record;
  const kept = keys.slice(0, count);
  return {
    ...record,
    keys: kept,
    keys_omitted: keys.length - count,
    keys_sha256: sha256(keys.join('\n')),
    refs: new Map([...refs].filter(([key]) => kept.includes(key))),
  };
}

function sha256(text: string): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(text).digest('hex');
}

function lineOf(record: RecordMembers): string {
  const { keys, refs } = record;
  if (keys === undefined && refs === undefined) return asJson(record);
  return asJson({
    ...record,
    keys: keys?.length ? keys : undefined,
    refs: refs?.size ? Object.fromEntries(refs) : undefined,
  });
}

/** Without controls, which JSON may contain as they are and a terminal obeys. */
function asJson(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f]/g, escaped);
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function bytesOf(line: string): number {
  return Buffer.byteLength(line, 'utf8');
}

/** Also the texts inside, as those of `caller`. */
function shortenedIn(members: object, limit: number): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => {
      if (typeof value === 'string') return [name, shortened(value, limit)];
      return [name, isRecord(value) ? shortenedIn(value, limit) : value];
    }),
  );
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  // A character is at most two units of the text.
  const characters = Array.from(text.slice(0, 2 * limit + 2));
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}${CUT_MARK}`;
}
