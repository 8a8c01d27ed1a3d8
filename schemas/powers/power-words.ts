/** What a plan makes a machine do, in words: whole, for a command that is cut could end in anything. */

import { listPhrase, type Phrase, separated } from '../phrase.js';
import type { HostPower, Power, StorePower, ValueOrigin, VariablePower } from './power.js';

/** `runs curl … | sh (to generate BUILD_ID)`. */
export function powerPhrase(power: Power, secrets: readonly string[]): Phrase {
  const names = listPhrase(secrets);
  const purpose = (what: string): Phrase =>
    names.length === 0 ? [] : [{ ours: ` (${what} ` }, ...names, { ours: ')' }];
  switch (power.kind) {
    case 'host':
      return power.values
        ? [{ ours: 'stores secrets at ' }, whole(power.host), ...tlsPhrase(power), ...purpose('for')]
        : [...contactPhrase(power), ...tlsPhrase(power), ...purpose('for')];
    case 'program':
      return [{ ours: 'runs ' }, whole(power.program), ...purpose('for')];
    case 'external':
      return [{ ours: 'runs the external provider ' }, whole(power.scheme), ...purpose('for')];
    case 'command':
      return [{ ours: 'runs ' }, whole(power.command), ...purpose('to generate')];
    case 'file':
      return [{ ours: power.access === 'read' ? 'reads ' : 'writes ' }, whole(power.path), ...purpose('for')];
    case 'variable':
      return variablePhrase(power);
    case 'store':
      return [...storePhrase(power), ...purpose('for')];
  }
}

/** The same in one text, for findings; whoever prints it escapes it. */
export function powerText(power: Power, secrets: readonly string[]): string {
  return powerPhrase(power, secrets)
    .map((piece) => ('ours' in piece ? piece.ours : piece.theirs))
    .join('');
}

function whole(text: string): Phrase[number] {
  return { theirs: text, isWhole: true };
}

function contactPhrase({ host, receives }: HostPower): Phrase {
  if (receives.length === 0) return [{ ours: 'contacts ' }, whole(host)];
  const sent = receives.flatMap(({ credential, from }, index): Phrase => {
    const source: Phrase = from === 'environment' ? [] : [{ ours: ' (from ' }, { theirs: from }, { ours: ')' }];
    return [...(index === 0 ? [] : [{ ours: ', ' }]), { theirs: credential }, ...source];
  });
  return [{ ours: 'sends ' }, ...sent, { ours: ' to ' }, whole(host)];
}

function tlsPhrase({ tls }: HostPower): Phrase {
  return tls ? [] : [{ ours: ' without TLS' }];
}

/** Whose entries by convention, and which others: any manifest can name itself after another project. */
function storePhrase({ store, hidden, project, items, access }: StorePower): Phrase {
  const convention: Phrase[] = project === null ? [] : [[{ ours: 'the entries of ' }, whole(project)]];
  const named = items.map((item): Phrase => [whole(item)]);
  const where: Phrase[number] = store === null ? { ours: 'your default store' } : whole(store);
  return [
    { ours: access === 'read' ? 'reads ' : 'writes ' },
    ...separated([...convention, ...named], ', '),
    { ours: ' in ' },
    where,
    ...(hidden === undefined ? [] : [{ ours: `, whose hidden parts have the hash ${hidden}` }]),
  ];
}

/** Programs load code by it, or find others. */
function variablePhrase({ name, from }: VariablePower): Phrase {
  const parts = (from.parts ?? []).map((part): Phrase => [{ theirs: part.secret }, ...originPhrase(part)]);
  const made: Phrase = parts.length === 0 ? [] : [{ ours: ', with ' }, ...separated(parts, '; ')];
  return [{ ours: 'sets ' }, whole(name), ...originPhrase(from), ...made, ...EFFECT];
}

/** ` from keyring, else to "x"`. */
function originPhrase({ stores, text, select }: ValueOrigin): Phrase {
  const value: Phrase = text === null ? [] : [{ ours: ' to ' }, whole(JSON.stringify(text))];
  const selected: Phrase = select === undefined ? [] : [{ ours: ' (' }, whole(select), { ours: ')' }];
  if (stores.length === 0) return [...value, ...selected];
  const source = stores.flatMap((store, index): Phrase => {
    const shown = store === null ? { ours: 'your default store' } : { theirs: store };
    return index === 0 ? [shown] : [{ ours: ', ' }, shown];
  });
  const otherwise: Phrase = text === null ? [] : [{ ours: ', else' }, ...value];
  return [{ ours: ' from ' }, ...source, ...otherwise, ...selected];
}

const EFFECT: Phrase = [{ ours: ', which changes what programs load or run' }];
