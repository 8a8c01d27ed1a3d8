/** Resources of Passbolt, as its program prints them (providers-local 18). */
import { UUID } from '#schemas/addresses/uuid.js';
import { jsonIn } from '../../values/json.js';
import { objectIn } from '../bases/http-reply.js';
import { severalNamed } from '../bases/named-item.js';
import { wholeList } from '../bases/whole-list.js';
import { type Failed, failed } from '../store-failure.js';

export interface ListedResource {
  readonly id: string;
  readonly name: string;
  /** By name; without those that this listing does not have. */
  readonly fields: Readonly<Record<string, string>>;
}

export function listedIn(output: Uint8Array): readonly ListedResource[] | Failed {
  return wholeList(jsonIn(output), listed) ?? NO_RESOURCES;
}

const NO_RESOURCES = failed('malformed', '`passbolt list resource` printed something that is not a list of resources');

/** The fields of one resource, which is printed without its id. */
export function fieldsIn(output: Uint8Array): Readonly<Record<string, string>> | null {
  const resource = objectIn(jsonIn(output));
  return resource === null || typeof resource['name'] !== 'string' ? null : textsOf(resource);
}

/** Null: there is none of this name. */
export function named(resources: readonly ListedResource[], name: string): ListedResource | Failed | null {
  const [first, ...more] = resources.filter((resource) => resource.name === name);
  if (first === undefined || more.length === 0) return first ?? null;
  const ids = [first, ...more].map(({ id }) => id);
  return severalNamed('resources have this name', ids, 'write the id of one as the `item` of a `ref`', 'unsupported');
}

function listed(resource: unknown): ListedResource | null {
  const fields = textsOf(objectIn(resource) ?? {});
  const { id = '', name } = fields;
  return UUID.test(id) && name !== undefined ? { id, name, fields } : null;
}

function textsOf(members: object): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => typeof member === 'string'));
}
