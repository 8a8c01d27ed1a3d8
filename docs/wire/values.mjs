/** What cases write in place of values: what is filled in before sending, and what is compared on receipt. */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { isObject } from './rules.mjs';

/**
 * `{folder}` inside of texts; `{ "$now": MS }`: the time, so much later; `{ "$saved": NAME }`; `{ "$open": PATCH }`: the params of an
 * initialisation, changed; `{ "$repeat": TEXT, "times": N }`; `{ "$nested": N }`: arrays in each other; `{ "$list": N, "of": ITEM }`,
 * with `{n}` in the texts of ITEM.
 */
export function filled(value, context) {
  if (typeof value === 'string') return value.replaceAll('{folder}', context.folder);
  if (Array.isArray(value)) return value.map((item) => filled(item, context));
  if (!isObject(value)) return value;
  if ('$now' in value) return Date.now() + value.$now;
  if ('$saved' in value) return context.saved.get(value.$saved);
  if ('$open' in value) return patched(context.opening, filled(value.$open, context));
  if ('$repeat' in value) return value.$repeat.repeat(value.times);
  if ('$nested' in value) return JSON.parse('['.repeat(value.$nested) + ']'.repeat(value.$nested));
  if ('$list' in value)
    return Array.from({ length: value.$list }, (_, n) =>
      filled(JSON.parse(JSON.stringify(value.of).replaceAll('{n}', String(n))), context),
    );
  return fromEntries(Object.entries(value).map(([name, inner]) => [name, filled(inner, context)]));
}

/** Members are replaced one by one; `{ "$absent": true }` removes one. */
export function patched(base, patch) {
  if (!isObject(base) || !isObject(patch)) return patch;
  const changed = { ...base };
  for (const [name, inner] of Object.entries(patch)) {
    if (isObject(inner) && inner.$absent) delete changed[name];
    else if (isObject(inner) && '$set' in inner) changed[name] = inner.$set;
    else changed[name] = patched(base[name], inner);
  }
  return changed;
}

/** Null, or where and how the value differs from what is expected. Objects may have more members. */
export function difference(expected, value, context, at = 'it') {
  if (Array.isArray(expected)) {
    if (!Array.isArray(value) || value.length !== expected.length)
      return `${at} is ${shown(value)}, not a list of ${expected.length}`;
    return firstOf(expected.map((item, index) => difference(item, value[index], context, `${at}[${index}]`)));
  }
  if (!isObject(expected)) {
    const wanted = typeof expected === 'string' ? expected.replaceAll('{folder}', context.folder) : expected;
    return value === wanted ? null : `${at} is ${shown(value)}, not ${shown(wanted)}`;
  }
  const matcher = Object.keys(expected).find((name) => name.startsWith('$'));
  if (matcher !== undefined) return matched(matcher, expected, value, context, at);
  if (!isObject(value)) return `${at} is ${shown(value)}, not an object`;
  return firstOf(
    Object.entries(expected).map(([name, inner]) =>
      name === 'error' && typeof inner === 'string'
        ? difference({ data: { kind: inner } }, value.error, context, `${at}.error`)
        : difference(inner, value[name], context, `${at}.${name}`),
    ),
  );
}

function matched(matcher, expected, value, context, at) {
  const wrong = (what) => `${at} is ${shown(value)}, not ${what}`;
  switch (matcher) {
    case '$absent':
      return value === undefined ? null : wrong('absent');
    case '$type':
      return typeOf(value) === expected.$type ? null : wrong(`of type ${expected.$type}`);
    case '$any':
      return expected.$any.some((one) => difference(one, value, context, at) === null)
        ? null
        : wrong(`one of ${shown(expected.$any)}`);
    case '$not':
      return difference(expected.$not, value, context, at) === null ? wrong('something else') : null;
    case '$match':
      return typeof value === 'string' && new RegExp(expected.$match, 'u').test(value)
        ? null
        : wrong(`like ${expected.$match}`);
    case '$contains': {
      const lacking = expected.$contains.filter((item) => !Array.isArray(value) || !value.includes(item));
      return lacking.length === 0 ? null : wrong(`a list with ${shown(lacking)}`);
    }
    case '$length':
      return value?.length === expected.$length ? null : wrong(`of length ${expected.$length}`);
    case '$saved':
      return value === context.saved.get(expected.$saved) ? null : wrong('what it was before');
    case '$save':
      context.saved.set(expected.$save, value);
      return value === undefined ? wrong('there') : null;
    case '$later': {
      const ahead = value - Date.now();
      return ahead > 0 && ahead <= expected.$later ? null : wrong(`at most ${expected.$later} ms ahead`);
    }
    case '$file':
      return differenceOfFile(expected.$file, value, context, at);
    default:
      throw new Error(`unknown matcher ${matcher}`);
  }
}

function differenceOfFile({ text, base64, mode, save }, path, context, at) {
  if (typeof path !== 'string' || !existsSync(path)) return `${at} is ${shown(path)}, where no file is`;
  const found = readFileSync(path).toString('base64');
  if (found !== (base64 ?? Buffer.from(text).toString('base64'))) return `${at} names a file with other content`;
  const bits = (statSync(path).mode & 0o777).toString(8);
  if (mode !== undefined && bits !== mode) return `${at} names a file with mode ${bits}, not ${mode}`;
  if (save !== undefined) context.saved.set(save, path);
  return null;
}

function typeOf(value) {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isSafeInteger(value) ? 'integer' : typeof value;
}

/** `__proto__` is a name like others. */
function fromEntries(entries) {
  const object = {};
  for (const [name, value] of entries)
    Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });
  return object;
}

function firstOf(differences) {
  return differences.find((one) => one !== null) ?? null;
}

function shown(value) {
  return (JSON.stringify(value) ?? 'absent').slice(0, 200);
}
