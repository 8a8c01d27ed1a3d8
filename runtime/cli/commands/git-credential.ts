/** `tool git credential`: answers Git as a credential helper (semantics 6.15). */
import { type CredentialUrl, covers, needsUser } from '../../credential-helpers/credential-url.js';
import { gitManifest } from '../../credential-helpers/embedded-manifest.js';
import { askedUrl, isWhole } from '../../credential-helpers/git/credential-request.js';
import type { HelperOptions } from '../../credential-helpers/helper-options.js';
import { GIT, sendableText } from '../../credential-helpers/sendable.js';
import { UsageError } from '../../failure.js';
import type { CommandContext } from '../../session/call.js';
import type { Session } from '../../session/session.js';
import { ANSWER_OPTIONS, answerOptions, textOption } from '../answer-options.js';
import type { Arguments } from '../arguments.js';
import type { CommandModule } from '../commands.js';
import { SUCCESS } from '../exit-codes.js';
import { gitUrl } from '../git-url.js';
import { writeOut } from '../output.js';
import { requestText } from '../helper-request.js';
import { say } from '../say.js';
import { type CredentialNames, credentialFor, withCredential } from '../with-credential.js';

export const gitCredential: CommandModule = {
  spec: {
    name: 'git credential',
    synopsis: 'OPERATION [--url URL] [OPTIONS]',
    options: [{ name: 'url', value: 'URL', summary: 'answer for this address only' }, ...ANSWER_OPTIONS],
    positionals: { least: 1, most: 1 },
    details: `Answers Git as a credential helper; \`tool git configure\` writes the configuration that makes Git start it. Git writes
what it asks for to standard input. The operation get prints the user name and password for the same protocol, host and
port, a path within the given one, and the same user; nothing for anything else. Git's other operations, store and
erase, change nothing.`,
    examples: ['printf "protocol=https\\nhost=example.com\\n\\n" | tool git credential get'],
  },
  async run(args, context) {
    const [operation] = args.positionals;
    const options = answerOptions(args, context);
    const own = ownUrl(args, options);
    if (operation !== 'get') return SUCCESS;
    const asked = askedUrl(requestText(isWhole));
    if (asked !== null && (own === null || covers(own, asked))) await answer(args, context, { options, own, asked });
    return SUCCESS;
  },
};

/** Null: whatever Git asks for. A secret of a manifest is never for any server. */
function ownUrl(args: Arguments, options: HelperOptions): CredentialUrl | null {
  const text = textOption(args, 'url');
  if (text !== null) return gitUrl(text, options.username);
  if (options.file === null) return null;
  throw new UsageError('a manifest needs an address', 'say with `--url URL` which server its secrets are for');
}

interface Answering {
  readonly options: HelperOptions;
  readonly own: CredentialUrl | null;
  readonly asked: CredentialUrl;
}

async function answer(args: Arguments, context: CommandContext, { options, own, asked }: Answering): Promise<void> {
  const user = own?.user ?? options.username;
  const owner = own ?? asked;
  if (needsUser(owner) && options.usernameSecret === null && (user ?? asked.user) === null) return;
  const made = gitManifest(owner, user ?? asked.user);
  const caller = { name: 'git', operation: 'credential_get', resource: asked.host };
  const given = { ...options, username: user };
  await withCredential(args, context, { options: given, made, caller }, async (session, names) => {
    const username = user ?? (await storedUser(session, names));
    if (asked.user !== null && username !== null && username !== asked.user) return;
    const credential = await credentialFor(session, names.password);
    if (credential === null) return say(`tool: no password is stored for ${owner.protocol}://${asked.host}`);
    const password = sendableText(credential.value, names.password, GIT);
    writeOut(attributesText({ username, password, password_expiry_utc: secondsOf(credential.expiresAt) }));
  });
}

async function storedUser(session: Session, { username }: CredentialNames): Promise<string | null> {
  const credential = username === null ? null : await credentialFor(session, username);
  return credential === null || username === null ? null : sendableText(credential.value, username, GIT);
}

/** As Git reads them; those that are not known are left out. */
function attributesText(attributes: Readonly<Record<string, string | null>>): string {
  const known = Object.entries(attributes).filter(([, value]) => value !== null);
  return known.map(([name, value]) => `${name}=${value}\n`).join('');
}

/** Since 1970, rounded down: Git must not use a password that has just expired. */
function secondsOf(time: Date | null): string | null {
  return time === null ? null : String(Math.floor(time.getTime() / 1000));
}
