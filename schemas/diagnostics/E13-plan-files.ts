/** Plan files that are refused: nothing of them is executed and nothing is contacted. */
import { defineCodes } from './define.js';
import { shellWord } from './missing-secret.js';

type NamedPlanFile = { file: string };
const compileAgain = (p: NamedPlanFile) => `compile it again\n\n    tool plan --output ${shellWord(p.file)}`;

export const planFiles = defineCodes({
  E1301: {
    title: 'not a plan file',
    kind: 'json',
    message: (p: NamedPlanFile & { problem: string }) => `\`${p.file}\` ${p.problem}`,
    // Does not name this file: a file that is not a plan may be the manifest.
    help: () => 'use a file that was written by `tool plan --output FILE`',
  },
  E1302: {
    title: 'plan of another format',
    kind: 'json',
    message: (p: NamedPlanFile & { format: string }) =>
      `\`${p.file}\` has plan format ${p.format}, which this version does not read`,
    help: compileAgain,
  },
  E1303: {
    title: 'plan was altered',
    kind: 'json',
    message: (p: NamedPlanFile & { what: string }) => `the ${p.what} of \`${p.file}\` does not match its content`,
    help: compileAgain,
  },
  E1304: {
    title: 'plan is stale',
    kind: 'json',
    message: (p: NamedPlanFile & { manifest: string; changed: string | null }) =>
      `\`${p.file}\` is not what \`${p.manifest}\` compiles to${
        p.changed === null ? ', although none of its sources has changed' : `: \`${p.changed}\` has changed since`
      }`,
    help: (p: NamedPlanFile & { manifest: string }) =>
      `see what differs with \`tool plan diff ${shellWord(p.file)} ${shellWord(p.manifest)}\`, then ${compileAgain(p)}`,
  },
  E1305: {
    title: 'plan cannot be trusted',
    kind: 'io',
    message: (p: NamedPlanFile & { problem: string }) => `\`${p.file}\` ${p.problem}`,
  },
  E1306: {
    title: 'plan hash mismatch',
    kind: 'json',
    message: (p: { expected: string; found: string }) => `expected ${p.expected}, found ${p.found}`,
    help: () => 'review the changes with `tool plan diff`, then expect the new hash',
  },
  E1307: {
    title: 'plan file cannot be written',
    kind: 'io',
    message: (p: NamedPlanFile & { problem: string; isTaken: boolean }) => `\`${p.file}\` ${p.problem}`,
    help: (p: { isTaken: boolean }) =>
      p.isTaken
        ? 'choose another file, or remove this one first'
        : 'choose a file in an existing folder that you can write to',
  },
  E1308: {
    title: 'plan cannot be compared',
    kind: 'io',
    message: (p: {
      side: 'old' | 'new';
      operand: string;
      problem: string;
      isExplained: boolean;
      fetch: string | null;
      nearest: string | null;
    }) => `\`${p.operand}\` (${p.side === 'old' ? 'OLD' : 'NEW'}) ${p.problem}`,
    help: (p: { isExplained: boolean; fetch: string | null; nearest: string | null }) =>
      p.isExplained
        ? null
        : p.nearest !== null
          ? `did you mean \`${p.nearest}\`?`
          : p.fetch !== null
            ? `if it is a branch or commit of the remote, fetch it first:\n${p.fetch}`
            : 'compare a plan file, a manifest, a folder with one, or a git revision such as `main` or `main:services/api`',
  },
  E1309: {
    title: 'unknown difference',
    kind: 'json',
    message: () => 'the hashes differ, but this version finds no difference',
    help: () => 'compare them with the newer of the two versions that wrote the plans',
  },
  E1310: {
    title: 'plan file cannot be read',
    kind: 'io',
    message: (p: NamedPlanFile & { problem: string; nearest: string | null }) => `\`${p.file}\` ${p.problem}`,
    help: (p: { nearest: string | null }) =>
      p.nearest === null
        ? 'use a file that was written by `tool plan --output FILE` and that you can read'
        : `did you mean \`${p.nearest}\`?`,
  },
  E1311: {
    title: 'plan cannot be compared with its manifest',
    kind: 'json',
    message: (p: NamedPlanFile & { manifest: string }) =>
      `\`${p.manifest}\` does not compile, so it is unknown whether \`${p.file}\` is its plan`,
    help: (p: NamedPlanFile & { manifest: string }) => `\`tool lint ${p.manifest}\` shows the errors`,
  },
});
