/** Addresses as external providers get them: each part is bounded, and only coordinates that the provider supports are sent. */
import { coordinatesOf, type At } from '#schemas/addresses/address.js';
import { cleaned } from '../../values/cleaned.js';
import { type Failed, failed } from '../store-failure.js';
import { LONGEST_NAME, type WireAddress, type WireCoordinates } from './provider-methods.js';

/** `supported`: besides `item`. */
export function wireAddress(at: At, scheme: string, supported: readonly string[]): WireAddress | Failed {
  const parts = at.kind === 'convention' ? [at.project, at.profile, at.key] : coordinatesOf(at).map(([, text]) => text);
  if (parts.some((part) => Buffer.byteLength(part) > LONGEST_NAME))
    return failed('unsupported', `an address of an external provider has no part of more than ${LONGEST_NAME} bytes`);
  if (at.kind === 'convention') {
    const { project, profile, key } = at;
    return { kind: 'convention', project, profile, key };
  }
  const foreign = coordinatesOf(at).find(([name]) => name !== 'item' && !supported.includes(name));
  if (foreign !== undefined)
    return failed('unsupported', `${scheme} does not support the coordinate \`${foreign[0]}\``);
  const { item, ...others } = Object.fromEntries(coordinatesOf(at));
  return { kind: 'native', coordinates: { item: item ?? at.item, ...others } };
}

/** Equal for the same coordinates alone, whatever characters they have. */
export function coordinateKey(coordinates: WireCoordinates): string {
  return JSON.stringify(COORDINATES.map((name) => coordinates[name] ?? null));
}

const COORDINATES = ['item', 'field', 'vault', 'section', 'version'] as const;

/** Coordinates for people: `item=KEY field=password`. */
export function coordinateWords(coordinates: WireCoordinates): string {
  return COORDINATES.flatMap((name) => (coordinates[name] == null ? [] : `${name}=${cleaned(coordinates[name])}`)).join(
    ' ',
  );
}
