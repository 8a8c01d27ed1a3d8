/** The infisical store before its double, with secrets in two environments and three folders. */
import { beforeEach } from '@jest/globals';
import { FakeInfisical } from '../../helpers/doubles/infisical.js';
import { httpWorld } from './http-world.js';

export const PROJECT = new FakeInfisical().project;
export const SPEC = `infisical:///${PROJECT}`;

/** A new server for each test. */
export function infisicalWorld() {
  const here = { infisical: new FakeInfisical() };
  beforeEach(() => {
    const infisical = new FakeInfisical();
    infisical.put('default', '/tool/demo/default/HELD', 'canary-held');
    infisical.put('prod', '/tool/demo/default/HELD', 'canary-prod');
    infisical.put('default', '/backend/KEY', 'canary-backend');
    infisical.put('default', '/ROOT', 'canary-root');
    here.infisical = infisical;
  });
  const world = (variables = {}) =>
    httpWorld((request) => here.infisical.answer(request), { token: 'canary-token' }, variables);
  return Object.assign(here, { world, opened: (spec = SPEC) => world().open(spec) });
}
