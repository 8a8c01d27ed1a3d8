/**
 * What is only a warning in a user configuration: keys that are unknown to this version, as a later version may
 * have written them, and settings of the audit log that cannot be used, because auditing never prevents an access to a
 * secret (spec 6.5). Tables of aliases are not forgiven anything: a misread one leads to another store.
 */
import type { Report } from '#schemas/diagnostics/diagnostic.js';
import { shape as codes } from '#schemas/diagnostics/E02-shape.js';
import { access } from '#schemas/diagnostics/E09-access.js';
import { isRecord } from '#schemas/is-record.js';
import { nearest } from '#schemas/nearest.js';
import { keysOf } from './known-keys.js';
import { type KeyPath, placeAt, type ShapeContext } from './shape-place.js';
import { auditShape, userConfigRootShape } from './user-config-shape.js';

type Table = Readonly<Record<string, unknown>>;

/** The values without what is forgiven. */
export function withoutForgiven(values: Table, context: ShapeContext, report: Report): Table {
  const known = withoutUnknown(values, [], context, report);
  return Object.fromEntries(
    Object.entries(known).map(([key, value]): [string, unknown] => {
      if (key === 'audit') return [key, usableAudit(value, context, report)];
      return [key, key === 'defaults' && isRecord(value) ? withoutUnknown(value, [key], context, report) : value];
    }),
  );
}

function withoutUnknown(table: Table, path: KeyPath, context: ShapeContext, report: Report): Table {
  const keys = keysOf(userConfigRootShape, path);
  const name = path.length === 0 ? context.table : `\`[${path.join('.')}]\``;
  const kept = Object.entries(table).filter(([key]) => {
    if (keys.includes(key)) return true;
    const at = placeAt(context, [...path, key], 'key');
    report(codes.W0203({ key, table: name, nearest: nearest(key, keys), known: keys }, { at }));
    return false;
  });
  return Object.fromEntries(kept);
}

/** Without a usable path nothing is recorded; for the rest the defaults are used. */
function usableAudit(value: unknown, context: ShapeContext, report: Report): Table {
  if (!isRecord(value)) {
    report(access.W0905({ key: null, isOff: false }, { at: placeAt(context, ['audit'], 'value') }));
    return {};
  }
  const usable: Record<string, unknown> = withoutUnknown(value, ['audit'], context, report);
  for (const [key, shape] of Object.entries(auditShape.shape)) {
    if (usable[key] === undefined || shape.safeParse(usable[key]).success) continue;
    delete usable[key];
    if (key === 'path') usable['enabled'] = false;
    report(access.W0905({ key, isOff: key === 'path' }, { at: placeAt(context, ['audit', key], 'value') }));
  }
  return usable;
}
