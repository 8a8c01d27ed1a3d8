/** systemd: a drop-in that loads credentials, and starts the service through `tool run` where it needs more than their files. */
import { byName } from '#schemas/named.js';
import { descriptorOf } from '#schemas/providers/index.js';
import { type Made, type Service, shownIn } from '../parts/recipe.js';
import type { About, Drafted, Target } from '../target.js';

export const systemd: Target = {
  title: 'systemd',
  extent: 'service',
  hasCommand: true,
  engine: null,
  hasTerminal: false,
  hasCredential: ({ scheme }) => descriptorOf(scheme)?.engines?.systemd === 'credential',
  document,
};

function document([service]: readonly Service[], { command }: About): Drafted {
  if (service === undefined) return { text: '', notes: [] };
  const names = credentialsOf(service).map(({ name }) => name);
  const shown = shownIn(service);
  const isAlone = shown.length > 0 && shown.every(isCredentialFile);
  const loads = [...new Set(names)].filter(isLoadable).sort(byName);
  const isOpen = !isAlone && command.length === 0;
  const started = command.length === 0 ? ['<COMMAND>'] : command;
  return {
    text: [
      '[Service]',
      ...loads.map((name) => `LoadCredentialEncrypted=${escaped(name)}:${FOLDER}/${escaped(name)}`),
      ...(isAlone ? shown.map(variableLine) : []),
      ...(isAlone && command.length === 0
        ? []
        : ['ExecStart=', `ExecStart=${wordsOf(isAlone ? command : [...toolRun(service), ...started])}`]),
    ].join('\n'),
    notes: [
      ...(isOpen ? ['fill in `<COMMAND>`, or give the command after `--`'] : []),
      ...(isAlone ? [] : ['`tool run` looks for the manifest in the `WorkingDirectory=` of the service']),
      ...(loads.length > 0
        ? [`write each credential with \`systemd-creds encrypt --name=NAME FILE ${FOLDER}/NAME\``]
        : []),
    ],
    uncovered: credentialsOf(service).flatMap(({ secret, name, isShown }) => {
      const { profile } = service;
      if (!isLoadable(name))
        return [{ secret, profile, why: `is in the credential \`${name}\`, whose name a unit cannot have` }];
      if (isShown) return [];
      return [
        {
          secret,
          profile,
          why: 'is hidden by the scope, and systemd lets the service read every credential of its unit',
        },
      ];
    }),
  };
}

const FOLDER = '/etc/credstore.encrypted';

function credentialsOf({ secrets }: Service): readonly { secret: string; name: string; isShown: boolean }[] {
  return [...secrets.values()].flatMap(({ secret, credential, isShown }) =>
    credential === null ? [] : [{ secret, name: credential.name, isShown }],
  );
}

/** A colon ends the name, and a blank the setting. */
function isLoadable(name: string): boolean {
  return !/[:\s\p{Cc}"'\\]/u.test(name);
}

/** systemd itself can hand it over. */
function isCredentialFile({ isFile, isRequired, credential }: Made): boolean {
  return isFile && isRequired && credential?.isValue === true && isLoadable(credential.name);
}

function variableLine({ secret, credential }: Made): string {
  return `Environment="${secret}=%d/${escaped(credential?.name ?? '')}"`;
}

function toolRun({ profile, scope }: Service): readonly string[] {
  return [TOOL, 'run', '--profile', profile, ...(scope === null ? [] : ['--scope', scope]), '--'];
}

function wordsOf(words: readonly string[]): string {
  return words.map((each) => word(escaped(each))).join(' ');
}

const TOOL = '/usr/local/bin/tool';

/** In a unit, `%` starts a specifier. */
function escaped(text: string): string {
  return text.replaceAll('%', '%%');
}

/** In a command line, `$` starts a variable; quotes and backslashes mean what they do in C. */
function word(text: string): string {
  const plain = text.replaceAll('$', '$$$$');
  if (/^[\w@%+=:,./<>$-]+$/.test(plain)) return plain;
  const inside = plain
    .replace(/[\\"]/g, '\\$&')
    .replace(/\p{Cc}/gu, (one) => `\\x${one.charCodeAt(0).toString(16).padStart(2, '0')}`);
  return `"${inside}"`;
}
