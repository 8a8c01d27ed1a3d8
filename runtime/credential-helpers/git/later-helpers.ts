/** Helpers that Git asks after ours: the empty one in front of ours does not end their list, so Git gives them the password, too. */
import { spawnSync } from 'node:child_process';
import type { CallContext } from '../../inputs/call-context.js';
import { GitTrouble, gitProgram } from '../../programs/git-program.js';
import { type CredentialUrl, covers, parseCredentialUrl, urlText } from '../credential-url.js';
import { isOurs } from './helper-line.js';

interface Helper {
  /** The address it is for; null for every one. */
  readonly url: CredentialUrl | null;
  readonly text: string;
}

/** As Git reads its files from the working folder; none if git cannot be run. */
export function laterHelpers(url: CredentialUrl, context: CallContext): readonly string[] {
  const helpers = configuredHelpers(context);
  const own = helpers.findLastIndex((one) => isOurs(one.text) && one.url !== null && urlText(one.url) === urlText(url));
  const later = helpers.slice(own + 1).filter((one) => one.url === null || covers(one.url, url));
  const kept = later.slice(later.findLastIndex(({ text }) => text === '') + 1);
  return own === -1 ? [] : kept.map(({ text }) => text).filter((text) => !isOurs(text));
}

function configuredHelpers({ variables, workingFolder }: CallContext): readonly Helper[] {
  const listed = listedHelpers(variables, workingFolder).split('\0').slice(0, -1);
  return listed.flatMap((line) => {
    const [key = '', ...value] = line.split('\n');
    const named = /^credential\.(.*)\.helper$/su.exec(key)?.[1];
    const text = value.join('\n');
    if (named === undefined) return { url: null, text };
    const url = parseCredentialUrl(named);
    return url.kind === 'url' ? { url, text } : [];
  });
}

function listedHelpers(variables: CallContext['variables'], folder: string): string {
  try {
    const { path, environment } = gitProgram(variables);
    // Without the options that keep Git from starting helpers: nothing is started here, and they would be listed.
    const words = ['config', '--null', '--get-regexp', '^credential\\.(.*\\.)?helper$'];
    return spawnSync(path, words, { cwd: folder, env: environment, encoding: 'utf8' }).stdout ?? '';
  } catch (error) {
    if (error instanceof GitTrouble) return '';
    throw error;
  }
}
