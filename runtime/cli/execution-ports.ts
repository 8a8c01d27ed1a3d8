/** What execution is given of this machine when it is driven from the command line. */
import { tmpdir, userInfo } from 'node:os';
import { parseStoreUri } from '#schemas/stores/store-uri.js';
import type { ExecutePorts } from '../execute/ports.js';
import { temporaryFiles } from '../execute/temporary-files.js';
import { nodeFiles } from '../files/node-files.js';
import { bytesOf, processEnvironment } from '../inputs/environment.js';
import { homeFolder } from '../inputs/folders.js';
import type { LinkedPlan } from '../link/linked-plan.js';
import { concurrencyOf } from '../providers/each-at-once.js';
import { isAvailable, loadProvider } from '../providers/index.js';
import { writeErr } from './output.js';
import type { Session } from './session.js';
import { escapeForTerminal } from './views/terminal-text.js';

export function executionPorts(session: Session, linked: LinkedPlan): ExecutePorts {
  const environment = bytesOf(processEnvironment());
  const world = {
    context: { project: linked.project, profile: linked.profile, reason: session.reason, authorizationMs: null },
    baseFolder: session.baseFolder,
    home: homeFolder(process.env),
    environment,
    files: nodeFiles(),
  };
  return {
    open: async ({ scheme, uri }, credential) => {
      const parsed = parseStoreUri(uri);
      if (parsed.kind === 'malformed') return { kind: 'refused', failure: { kind: 'unsupported', detail: parsed.problem } };
      if (!isAvailable(scheme)) return { kind: 'refused', failure: { kind: 'unsupported', detail: `this version has no provider for \`${scheme}\`` } };
      const provider = await loadProvider(scheme);
      return provider.open(parsed, { ...world, credential, user: currentUser() });
    },
    environment,
    concurrency: concurrencyOf(environment),
    ask: null,
    notice: (text) => writeErr(`${escapeForTerminal(text)}\n`),
    record: () => {},
    temporary: temporaryFiles(tmpdir()),
    now: () => new Date(),
    signal: new AbortController().signal,
  };
}

/** The account name of the operating system; a user without an entry there has the one of the environment. */
function currentUser(): string {
  try {
    return userInfo().username;
  } catch {
    return process.env['USER'] ?? '';
  }
}
