/** What a name, a key, a type or a store means. */
import type { Hover } from 'vscode-languageserver-protocol';
import { MarkupKind } from 'vscode-languageserver-types';
import { inputsOf } from '#schemas/meaning.js';
import { own } from '#schemas/named.js';
import type { Plan } from '#schemas/plan.js';
import { secretTypeOf } from '#schemas/secret-types/index.js';
import type { Mention, Occurrence, Setting } from '../../../plan/front-end.js';
import { type Editor, occurrenceAt, rangeOf, type Spot, spotIn } from '../editor.js';
import { code, codes, plain } from '../markdown.js';
import {
  addressWords,
  groupsOf,
  meaningNear,
  providerTitle,
  routeWords,
  scopesOf,
  whenMissingWords,
} from '../meaning-words.js';

export async function hover(editor: Editor, params: unknown): Promise<Hover | null> {
  const spot = spotIn(editor, params);
  if (spot === null) return null;
  const occurrence = occurrenceAt(spot);
  if (occurrence !== null) {
    const plan = await editor.manifests.planOf(spot.file.path);
    const words = plan && wordsOfName(plan, occurrence);
    if (words) return shown(spot, occurrence.span, words);
  }
  const mention = mentionAt(spot);
  const words = mention === null ? null : wordsOfMention(editor, spot, mention);
  return mention === null || words === null ? null : shown(spot, mention.span, words);
}

function shown({ file }: Spot, span: Mention['span'], lines: readonly string[]): Hover {
  return { contents: { kind: MarkupKind.Markdown, value: lines.join('\n') }, range: rangeOf(file, span) };
}

/** The innermost key or value at the point. */
function mentionAt({ file, offset }: Spot): Mention | null {
  return file.mentions.findLast(({ span }) => span.start <= offset && offset <= span.end) ?? null;
}

function wordsOfName(plan: Plan, { kind, name, path }: Occurrence): readonly string[] | null {
  const profile = path[0] === 'profiles' ? String(path[1]) : null;
  switch (kind) {
    case 'secret':
      return wordsOfSecret(plan, name, profile);
    case 'alias':
      return wordsOfStore(plan, name);
    case 'scope': {
      const names = own(plan.scopes, name);
      return names === undefined ? null : [`Scope ${code(name)}`, '', `Shows ${codes(names)}`];
    }
    case 'profile':
      return own(plan.profiles, name) === undefined ? null : wordsOfProfile(plan, name);
    case 'group':
      return wordsOfGroup(plan, name, profile);
  }
}

function wordsOfSecret(plan: Plan, name: string, wanted: string | null): readonly string[] | null {
  const found = meaningNear(plan, wanted, name);
  if (found === null) return null;
  const { profile, meaning } = found;
  const inputs = inputsOf(meaning);
  const facts: readonly (readonly [string, string | null])[] = [
    ['Profile', code(profile)],
    ['Type', meaning.type === undefined ? null : code(meaning.type)],
    ['Stores', routeWords(plan, profile, meaning)],
    ['When missing', whenMissingWords(meaning)],
    ['Made of', inputs.length === 0 ? null : codes(inputs)],
    ['Groups', listOrNull(groupsOf(meaning))],
    ['Scopes', listOrNull(scopesOf(plan, profile, name))],
    ['Delivered as', meaning.deliver === 'path' ? 'the path of a file' : null],
  ];
  const lines = facts.flatMap(([fact, words]) => (words === null ? [] : [`- ${fact}: ${words}`]));
  return [`**${plain(name)}**`, '', plain(meaning.description), '', ...lines];
}

function listOrNull(names: readonly string[]): string | null {
  return names.length === 0 ? null : codes(names);
}

function wordsOfStore(plan: Plan, name: string): readonly string[] | null {
  const store = own(plan.stores, name);
  if (store !== undefined) {
    const title = store.kind === 'fallback' ? null : providerTitle(store.uri);
    return [`Alias ${code(name)}: ${addressWords(plan, store)}`, '', ...(title === null ? [] : [plain(title)])];
  }
  const title = providerTitle(name);
  return title === null ? null : [`${code(name.replace(/[:?].*$/su, ''))}: ${plain(title)}`];
}

function wordsOfProfile(plan: Plan, name: string): readonly string[] {
  const secrets = Object.keys(plan.secrets).filter((secret) => meaningNear(plan, name, secret)?.profile === name);
  return [`Profile ${code(name)}`, '', `Has ${secrets.length} ${secrets.length === 1 ? 'secret' : 'secrets'}`];
}

function wordsOfGroup(plan: Plan, name: string, profile: string | null): readonly string[] {
  const members = Object.keys(plan.secrets).filter((secret) => {
    const presence = meaningNear(plan, profile, secret)?.meaning.presence;
    if (presence === undefined || typeof presence === 'string') return false;
    return presence.atLeastOne.includes(name) || presence.exactlyOne.includes(name);
  });
  return [`Group ${code(name)}`, '', `Members: ${codes(members)}`];
}

function wordsOfMention(
  { manifests }: Editor,
  { file }: Spot,
  { kind, path, span }: Mention,
): readonly string[] | null {
  if (kind === 'key') {
    const setting = manifests.compiler.settingAt(path);
    return setting === null ? null : wordsOfSetting(setting);
  }
  const written = file.text.slice(span.start, span.end).replace(/^["']+|["']+$/gu, '');
  if (path.at(-1) === 'type') return wordsOfType(written);
  const title = /^[a-z0-9+-]+:/u.test(written) ? providerTitle(written) : null;
  return title === null ? null : [plain(title)];
}

function wordsOfSetting({ key, meaning, values }: Setting): readonly string[] {
  const said = meaning === null ? [] : ['', plain(meaning)];
  return [code(key), ...said, ...(values.length === 0 || values.length > 12 ? [] : ['', `Values: ${codes(values)}`])];
}

function wordsOfType(name: string): readonly string[] | null {
  const type = secretTypeOf(name);
  if (type === null) return null;
  const options = Object.keys(type.options);
  return [
    `${code(name)}: ${plain(type.title)}`,
    '',
    type.can.includes('generate') ? 'The tool can generate it.' : 'The tool cannot generate it.',
    ...(options.length === 0 ? [] : [`Options of \`generate\`: ${codes(options)}`]),
    ...(type.roles.length === 0 ? [] : [`Roles in \`credentials\`: ${codes(type.roles)}`]),
  ];
}
