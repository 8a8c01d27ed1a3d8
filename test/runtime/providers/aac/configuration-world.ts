/** A store of App Configuration before its double, without sockets, that holds one key-value. */
import { beforeEach } from '@jest/globals';
import type { Store } from '#runtime/providers/provider.js';
import { FakeAppConfiguration } from '../../../helpers/doubles/app-configuration.js';
import { APPLICATION } from '../../../helpers/doubles/entra.js';
import { type HttpWorld, httpWorld } from '../http-world.js';

export const SPEC = 'aac://demo-store';
export const HELD = 'tool:demo:default:HELD';

/** Anew for each test. */
export const double = { configuration: new FakeAppConfiguration() };
beforeEach(() => {
  double.configuration = new FakeAppConfiguration();
  double.configuration.put(HELD, 'canary-held');
});

export function world(credentials: Record<string, string> = APPLICATION): HttpWorld {
  return httpWorld((request) => double.configuration.answer(request), credentials);
}

export function opened(spec = SPEC): Promise<Store> {
  return world().open(spec);
}
