/** Every code is in one of three places: an edit and a command show that its help works, or a reason says why neither can. */
import { expect, test } from '@jest/globals';
import { allWordings } from '#schemas/diagnostics/index.js';
import { EDITS } from './edits.js';
import { REMEDIES } from './remedies/index.js';

const SAYS_IT_ITSELF = 'no help: the message names what must be written';
const OUTSIDE = 'its cause is outside the manifest and the command line, in the store or its server';
const FAULT = 'only a fault of the system shows it; the suites on faults cause it';
const NARROWING = 'needs values of many MiB; the help is the option that narrows the command';

const NO_EDIT: Readonly<Record<string, string>> = {
  E0201: SAYS_IT_ITSELF,
  E0206: SAYS_IT_ITSELF,
  E0207: SAYS_IT_ITSELF,
  E0215: SAYS_IT_ITSELF,
  E0217: SAYS_IT_ITSELF,
  E0601: SAYS_IT_ITSELF,
  E0606: SAYS_IT_ITSELF,
  E0706: SAYS_IT_ITSELF,
  E0218: 'a limit: no single edit makes a manifest smaller',
  E0302: 'no help: the system says why the file cannot be read',
  E0309: 'the folder of the shell itself was removed',
  E0311: 'the help is to make the change in an editor',
  E0312: 'the users that run the tests have a home folder in the password database',
  E0314: FAULT,
  W0302: 'the help points at comments that the command has written',
  W0304: 'the help shows a template whose texts only the author knows',
  W0305: 'the help is to compare two readings by eye',
  E0806: 'the help is another store or a later version',
  W0801: 'a note: the other form of the command imports other addresses',
  E0907: 'the help is to run the command from a terminal',
  E0909: 'the help is to ask a person',
  E0911: 'the help restores permissions that only their owner knows',
  E0912: 'the help is for an agent: the tests of `tool mcp` show what is refused and what runs',
  W0901: 'the help says what does not happen until the system lets the log be written',
  E1007: NARROWING,
  E1014: NARROWING,
  E1015: NARROWING,
  E1207: NARROWING,
  E1212: NARROWING,
  E1010: 'the help is to answer a prompt, which needs a terminal',
  E1013: 'only callers that may not write see it; the help is a command of theirs',
  E1016: 'only the crash of a library shows it',
  E1017: 'the help is to store an archive that another program makes',
  E1018: 'the help is to store an archive, or its password, that another program makes',
  E1101: OUTSIDE,
  E1102: OUTSIDE,
  E1103: OUTSIDE,
  E1104: OUTSIDE,
  E1105: OUTSIDE,
  E1106: OUTSIDE,
  E1108: OUTSIDE,
  E1109: OUTSIDE,
  E1111: 'the help is to install a program',
  E1405: 'the help is to install a program',
  W1401: 'the help is to change what another program has configured',
  E1119: 'the stores whose files are one another need programs; the help is a separate store',
  E1120: OUTSIDE,
  E1121: 'the help refers to the other errors of the same command',
  E1123: 'the help is the same command in another project',
  E1124: OUTSIDE,
  E1125: 'the help refers to the other errors of the same command',
  E1128: 'the help is not to delete: the command without its option',
  E1129: OUTSIDE,
  E1131: OUTSIDE,
  E1133: 'the help is that of the failure which is quoted',
  E1137: 'the help is to report a bug',
  E1134: 'the help says which stores have a list, which only the author can decide',
  E1136: 'the help is to look for the file that was meant',
  E1135: 'the help is a list of people that only the author knows',
  E1132: FAULT,
  W1108: 'the help is to remove a variable from the shell of the caller',
  W1101: 'the words and the help are those of the error that it repeats',
  W1102: 'no help: the other stores have answered',
  W1103: 'no help: the value was delivered',
  W1104: OUTSIDE,
  W1105: 'the help is about links that the system does not tell',
  W1106: 'the help restores permissions that only their owner knows',
  W1107: 'the help is a recipient that another program makes',
  W1109: 'the help is to change values in the systems that accept them',
  W1110: 'the help is the command that `docs/teams.md` shows, which its test runs',
  W1111: 'the help is a line of `.gitignore`, where the test has no repository',
  E1208: 'no help: the system says why the output cannot be written',
  E1213: FAULT,
  W1202: FAULT,
  E1302: 'only another version of the tool writes such a plan',
  E1305: 'no help: the message says whose file it must be',
  E1309: 'only another version of the tool shows it',
};

test('every code has advice that was tried, or a reason why it cannot be', () => {
  const tried = new Set([...Object.keys(EDITS), ...REMEDIES.map(({ code }) => code)]);
  const codes = Object.keys(allWordings);
  expect(codes.filter((code) => !tried.has(code)).sort()).toEqual(Object.keys(NO_EDIT).sort());
});
