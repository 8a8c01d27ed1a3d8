import { expect, test } from '@jest/globals';
import { SyncTokens } from '#runtime/providers/aac/sync-tokens.js';

test('of each token the latest is shown, without its number', () => {
  const tokens = new SyncTokens();
  expect(tokens.headers()).toEqual({});
  tokens.learn('jtqGc1I4=MDoyOA==;sn=28');
  expect(tokens.headers()).toEqual({ 'sync-token': 'jtqGc1I4=MDoyOA==' });
  tokens.learn('jtqGc1I4=MDoyNw==;sn=27, other=x;sn=1,unreadable');
  tokens.learn(undefined);
  expect(tokens.headers()).toEqual({ 'sync-token': 'jtqGc1I4=MDoyOA==,other=x' });
  tokens.learn('other=y;sn=9');
  expect(tokens.headers()).toEqual({ 'sync-token': 'jtqGc1I4=MDoyOA==,other=y' });
});
