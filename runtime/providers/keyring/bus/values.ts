/** Values of D-Bus: an array, a struct and an entry of a dictionary are lists, and an array of bytes is bytes. */

import { BusFault } from './bus-fault.js';

export type BusValue = string | number | bigint | boolean | Uint8Array | Variant | readonly BusValue[];

/** A value that says its own type. */
export class Variant {
  readonly type: string;
  readonly value: BusValue;

  constructor(type: string, value: BusValue) {
    this.type = type;
    this.value = value;
  }
}

/** What an answer must hold; anything else is a fault. */
export function asText(value: BusValue | undefined): string {
  if (typeof value === 'string') return value;
  throw unexpected();
}

export function asBytes(value: BusValue | undefined): Uint8Array {
  if (value instanceof Uint8Array) return value;
  throw unexpected();
}

export function asList(value: BusValue | undefined): readonly BusValue[] {
  if (Array.isArray(value)) return value;
  throw unexpected();
}

function unexpected(): BusFault {
  return new BusFault('malformed', 'the answer of the keyring does not have the expected form');
}
