/** The executable answers by the name it is called by. */
import { expect, test } from '@jest/globals';
import { wordsCalled } from '#runtime/start/called-as.js';

test.each([
  ['git-credential-tool', ['git', 'credential', 'get']],
  ['/usr/local/bin/git-credential-tool', ['git', 'credential', 'get']],
  ['C:\\bin\\docker-credential-tool.exe', ['docker', 'credential', 'get']],
  ['./tool', ['get']],
  ['/git-credential-tool/tool', ['get']],
  ['node', ['get']],
])('%s', (program, words) => expect(wordsCalled(program, ['get'])).toEqual(words));
