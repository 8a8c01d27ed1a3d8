/** Whether there is a value for one secret that a program asks for by name, and where: nothing is made, written, cached or handed out. */
import { FIND } from '../../execute/mode.js';
import type { Operation } from '../operation.js';
import { firstStoreOf, resolve } from '../resolve.js';
import { factsOf } from './get.js';
import { linkedOrUndeclared, type NamedAnswer } from './get-named.js';
import { type ValueSource, sourceOf } from './source-of.js';

export type FoundNamed =
  | Exclude<NamedAnswer, { readonly kind: 'resolved' }>
  | ({ readonly kind: 'found'; readonly asPath: boolean } & ValueSource);

export async function findNamed(operation: Operation, secret: string): Promise<FoundNamed> {
  if ((await linkedOrUndeclared(operation, secret)) === null) return { kind: 'undeclared' };
  const { resolution } = await resolve(operation, FIND, (looked) => firstStoreOf(secret, looked));
  const found = resolution.secrets.find((one) => one.secret === secret);
  if (found?.status === 'found') {
    operation.addFacts(factsOf(found.origin));
    return { kind: 'found', asPath: found.asPath, ...sourceOf(found.origin) };
  }
  if (found?.status === 'will_generate') {
    operation.addFacts({ outcome: 'found' });
    return { kind: 'found', asPath: found.asPath, source: 'generated', sourceProvider: null };
  }
  operation.addFacts({ outcome: 'missing' });
  return { kind: 'missing', required: found?.status === 'missing_required' };
}
