/** How policies of AWS name resources. */
import type { StoreUri } from '#schemas/addresses/store-uri.js';

/** Partitions besides the usual one, by how their regions start. */
const PARTITIONS: readonly (readonly [region: string, partition: string])[] = [
  ['cn-', 'aws-cn'],
  ['us-gov-', 'aws-us-gov'],
  ['eusc-', 'aws-eusc'],
  ['us-iso-', 'aws-iso'],
  ['us-isob-', 'aws-iso-b'],
  ['us-isof-', 'aws-iso-f'],
  ['eu-isoe-', 'aws-iso-e'],
];

/** `arn:aws:ssm:eu-central-1:*`: no store names an account. */
export function arnStart(service: string, uri: StoreUri): string {
  const { authority: region } = uri;
  const partition = PARTITIONS.find(([start]) => region.startsWith(start))?.[1] ?? 'aws';
  return `arn:${partition}:${service}:${isRegionKnown(uri) ? region : '*'}:*`;
}

export function isRegionKnown({ authority }: StoreUri): boolean {
  return authority !== '';
}

/** A text without wildcards and variables. */
export function literal(text: string): string {
  return text.replace(/[*?$]/g, (character) => `\${${character}}`);
}
