/** The gcsm store before its double, signed in by a credential file. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach } from '@jest/globals';
import type { ProviderPorts, Store } from '#runtime/providers/provider.js';
import { serviceAccountFile } from '../../../helpers/doubles/google.js';
import { FakeGoogleSecrets } from '../../../helpers/doubles/google-secrets.js';
import { type FakeHttp, type FakeRequest, type FakeResponse, fakeHttp } from '../../../helpers/fake-http.js';
import { temporaryFolder } from '../../files/temporary-folder.js';
import { failureOf, readAll } from '../http-world.js';
import { convention, openStore, portsIn } from '../open-store.js';

export interface GoogleWorld {
  readonly fake: FakeHttp;
  readonly sent: FakeRequest[];
  readonly ports: ProviderPorts;
  readonly open: (spec?: string) => Promise<Store>;
}

export const SPEC = 'gcsm://my-project';

/** `file`: what gcloud keeps in the home folder; null: nothing. */
export function googleWorld(
  folder: string,
  answer: (request: FakeRequest) => FakeResponse,
  file: unknown = serviceAccountFile(),
  variables: Readonly<Record<string, string>> = {},
): GoogleWorld {
  if (file !== null) write(join(folder, 'home/.config/gcloud'), 'application_default_credentials.json', file);
  const sent: FakeRequest[] = [];
  const fake = fakeHttp((request) => {
    sent.push(request);
    return answer(request);
  });
  const ports: ProviderPorts = { ...portsIn(folder, variables), http: fake.http };
  return { fake, sent, ports, open: (spec = SPEC) => openStore(spec, ports) };
}

/** A server with HELD and a home for each test. */
export function testWorld() {
  const folder = temporaryFolder();
  const state = { at: '', google: secretsWithHeld() };
  beforeEach(() => {
    state.at = mkdtempSync(`${folder}/home-`);
    state.google = secretsWithHeld();
  });
  const answered = (request: FakeRequest) => state.google.answer(request);
  const world = (file: unknown, variables = {}, answer: (request: FakeRequest) => FakeResponse = answered) =>
    googleWorld(state.at, answer, file, variables);
  return Object.assign(state, { world, readWith: (file: unknown, variables = {}) => readIn(world(file, variables)) });
}

/** What a read of HELD gives, what was requested for its token, and from whom. */
export async function readIn({ open, sent, fake }: GoogleWorld) {
  const store = await open();
  const read = await readAll(store, convention('HELD'));
  const { help = '', detail = '' } = Object(await failureOf(store, convention('HELD')));
  return { read, tokens: sent.filter(({ path }) => !path.includes('/secrets/')), servers: fake.servers, help, detail };
}

/** The answer to a read that succeeds. */
export const WORKS = ['found canary-held'];

export function secretsWithHeld(): FakeGoogleSecrets {
  const google = new FakeGoogleSecrets();
  google.put('tool2--demo--default--HELD', 'canary-held');
  return google;
}

/** A text as it is, anything else as JSON. */
export function write(folder: string, name: string, content: unknown): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
}
