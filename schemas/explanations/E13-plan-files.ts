/** Explanations of plan files that are refused, and of plans that cannot be compared. */
import { type Explanations, shell } from './explanation.js';

export const planFiles: Explanations = {
  E1301: {
    text: 'The file is not JSON, holds no plan, or holds one that makes no sense, such as a secret in a profile that is not there. Nothing of it was executed. Plan files are written by `tool plan --output`, and not by hand.',
    wrong: shell('tool plan > plan.json', 'tool run --plan plan.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1302: {
    text: 'The plan was compiled by a version that writes another format. It is refused rather than guessed at. Compile it again with the version that is to execute it.',
    wrong: shell('tool run --plan old.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1303: {
    text: 'A plan file holds a hash of its plan and one of the whole file, and what was found does not match. That guards against accidents: a hand that slipped, a transfer that broke off. Against somebody who can compute the hash anew there is the manifest, which must compile to the same plan, and `--expect-hash`.',
    wrong: shell("sed -i 's/production/staging/' plan.json", 'tool run --plan plan.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1304: {
    text: 'Where a manifest is found, it must compile to the plan in the file, so that a plan file cannot say anything else than the manifest. Here it compiles to another plan: the manifest or one of its parents has changed in meaning, the file belongs to another manifest, or it was altered. Comments, the order of keys and line ends make no plan stale. `tool plan --check FILE` makes the same comparison and prints what differs. Where no manifest is found, a plan file runs alone.',
    wrong: shell("sed -i 's/8080/9090/' manifest.toml", 'tool run --plan plan.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1305: {
    text: 'A plan decides which stores are contacted and with which credentials, so it must not come from somebody else. The file can be written by everybody, belongs to another user (neither you, nor root, nor the owner of the folder that it is in), is no regular file, or is larger than 64 MiB. This is checked on every start.',
    wrong: shell('chmod 666 plan.json', 'tool run --plan plan.json -- ./server'),
    right: shell('chmod 644 plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1306: {
    text: 'With `--expect-hash` or `TOOL_EXPECT_HASH` a command runs only if the plan is the one that was reviewed. This one has another hash: its meaning changed. Comments, the order of keys and line ends do not change a hash.',
    wrong: shell('tool run --expect-hash sha256:0000 -- ./server'),
    right: shell(
      'tool plan diff reviewed.json manifest.toml',
      'tool run --expect-hash "$(tool plan --hash)" -- ./server',
    ),
  },
  E1307: {
    text: 'The plan file could not be written: its folder does not exist, the disk is full, this user may not write there, or something that is no plan file lies there already, such as the manifest itself. A file that was there before is unchanged.',
    wrong: shell('tool plan --output nowhere/plan.json'),
    right: shell('tool plan --output plan.json'),
  },
  E1308: {
    text: 'A side of a comparison is a plan file, a manifest, a folder that holds one, or a git revision. This one could not be read or does not compile; what is wrong with it is told below. Without both sides there is no answer, so the exit code is 2.',
    wrong: shell('tool plan diff mian manifest.toml'),
    right: shell('tool plan diff main manifest.toml'),
  },
  E1309: {
    text: 'The plans have different hashes, but nothing that this version compares differs. One of them was made by a newer version that knows more. It is not reported as equal, because it is not; the exit code is 2.',
    wrong: shell('tool plan diff newer.json manifest.toml'),
    right: shell('tool plan --output here.json', 'tool plan diff here.json manifest.toml'),
  },
  E1310: {
    text: 'There is no file at this path, or the system does not let this user read it. A path is seen from the working folder. Nothing was executed or compared.',
    wrong: shell('tool run --plan plna.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1311: {
    text: 'Where a manifest is found, a plan file is executed only if it is what the manifest compiles to. This manifest does not compile, so there is nothing to compare the plan with, and nothing was executed. `tool lint` shows every mistake in the manifest. A plan file runs alone only where there is no manifest in its working folder or above it.',
    wrong: shell("echo '[profiles' >> manifest.toml", 'tool run --plan plan.json -- ./server'),
    right: shell('tool lint', 'tool run --plan plan.json -- ./server'),
  },
};
