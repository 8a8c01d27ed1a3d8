/** Which records a line of an audit log has, and which of them are wanted. */
import { expect, test } from '@jest/globals';
import { type RecordFilter, wantedRecords } from '#runtime/audit/select-records.js';

const ALL: RecordFilter = { project: null, action: null };
const shop = JSON.stringify({ v: 1, id: 'a', action: 'run', project: 'shop', reason: '{"v":1}' });
const site = JSON.stringify({ v: 1, id: 'b', action: 'get', project: 'site', caller: { name: 'x' } });
const linesIn = (line: string, filter = ALL) => wantedRecords(line, filter).map((record) => record.line);

test('one record', () => expect(wantedRecords(shop, ALL)).toEqual([{ line: shop, members: JSON.parse(shop) }]));
test.each(['', 'text', '[1]', '"v"', 'null', '{"v":', '{"v":{"v":1'])('no record: %s', (line) =>
  expect(linesIn(line)).toEqual([]),
);
test('the line before had no end', () => expect(linesIn(`${shop}${site}`)).toEqual([shop, site]));
test('the record before was cut off', () => {
  for (let length = 1; length < shop.length; length++)
    expect(linesIn(`${shop.slice(0, length)}${site}`)).toEqual([site]);
});
test('filters', () => {
  expect(linesIn(`${shop}${site}`, { project: 'site', action: null })).toEqual([site]);
  expect(linesIn(`${shop}${site}`, { project: null, action: 'RUN' })).toEqual([shop]);
});
