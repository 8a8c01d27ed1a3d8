/** Messages of D-Bus: those that are sent are calls, and those that arrive are of any kind. */
import { BusFault } from './bus-fault.js';
import { ValueReader } from './value-reader.js';
import { ValueWriter } from './value-writer.js';
import { type BusValue, Variant } from './values.js';

export interface BusCall {
  readonly destination: string;
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  /** Types of the arguments; none if it is left out. */
  readonly signature?: string;
  readonly body?: readonly BusValue[];
  /** Whether a person may have to do something before the answer, so that its time is not limited. */
  readonly isPrompting?: boolean;
}

export interface Received {
  readonly kind: 'return' | 'error' | 'signal' | 'other';
  /** The serial of the call that this answers; 0 if it answers none. */
  readonly answers: number;
  readonly path: string;
  readonly member: string;
  readonly errorName: string;
  readonly body: readonly BusValue[];
}

const LITTLE_ENDIAN = 'l'.charCodeAt(0);
const KINDS: ReadonlyMap<BusValue | undefined, Received['kind']> = new Map([
  [2, 'return'],
  [3, 'error'],
  [4, 'signal'],
]);
const METHOD_CALL = 1;
const VERSION = 1;
const FIELD = { path: 1, interface: 2, member: 3, errorName: 4, answers: 5, destination: 6, signature: 8 } as const;
/** Up to the length of the fields, which is the last of it. */
const FIXED_BYTES = 16;
/** Of D-Bus itself. */
const MOST_BYTES = 134_217_728;

export function encodeCall(serial: number, call: BusCall): Buffer {
  const { signature = '' } = call;
  const body = new ValueWriter().writeAll(signature, call.body ?? []).bytes();
  const fields = [
    [FIELD.path, new Variant('o', call.path)],
    [FIELD.interface, new Variant('s', call.interface)],
    [FIELD.member, new Variant('s', call.member)],
    [FIELD.destination, new Variant('s', call.destination)],
    ...(signature === '' ? [] : [[FIELD.signature, new Variant('g', signature)]]),
  ];
  const header = [LITTLE_ENDIAN, METHOD_CALL, 0, VERSION, body.length, serial, fields];
  return Buffer.concat([new ValueWriter().writeAll('yyyyuua(yv)', header).align(8).bytes(), body]);
}

/** How many bytes the message has that begins here; null where that is not yet known. */
export function lengthOfMessage(bytes: Buffer): number | null {
  if (bytes.length < FIXED_BYTES) return null;
  const [, , , , bodyLength] = new ValueReader(bytes, isLittle(bytes)).readAll('yyyyu');
  const length = startOfBody(bytes) + Number(bodyLength);
  if (length > MOST_BYTES) throw new BusFault('malformed', 'the session bus sent a message that is too long');
  return length;
}

/** The message of these bytes, which are as many as `lengthOfMessage` has said. */
export function decodeMessage(bytes: Buffer): Received {
  const [, kind, , , , , listed] = new ValueReader(bytes, isLittle(bytes)).readAll('yyyyuua(yv)');
  const fields = new Map<BusValue | undefined, BusValue>();
  for (const field of Array.isArray(listed) ? listed : []) {
    if (Array.isArray(field) && field[1] instanceof Variant) fields.set(field[0], field[1].value);
  }
  const textOf = (field: number) => {
    const value = fields.get(field);
    return typeof value === 'string' ? value : '';
  };
  const answers = fields.get(FIELD.answers);
  const body = new ValueReader(bytes.subarray(startOfBody(bytes)), isLittle(bytes));
  return {
    kind: KINDS.get(kind) ?? 'other',
    answers: typeof answers === 'number' ? answers : 0,
    path: textOf(FIELD.path),
    member: textOf(FIELD.member),
    errorName: textOf(FIELD.errorName),
    body: body.readAll(textOf(FIELD.signature)),
  };
}

function startOfBody(bytes: Buffer): number {
  const [, , , , , , fieldsLength] = new ValueReader(bytes, isLittle(bytes)).readAll('yyyyuuu');
  return Math.ceil((FIXED_BYTES + Number(fieldsLength)) / 8) * 8;
}

function isLittle(bytes: Buffer): boolean {
  return bytes[0] === LITTLE_ENDIAN;
}
