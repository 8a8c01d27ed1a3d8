/** Explanations of plan files that are refused, and of plans that cannot be compared. */
import { type Explanations, shell } from './explanation.js';

export const planFiles: Explanations = {
  E1301: {
    text: 'The file is not JSON, is not a plan, or is an inconsistent plan, for example with a secret in a profile that does not exist. Nothing was executed. Plan files are written by `tool plan --output`, not by hand.',
    wrong: shell('tool plan > plan.json', 'tool run --plan plan.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1302: {
    text: 'The plan was compiled by a version that uses another format. Compile it again with the version that executes it.',
    wrong: shell('tool run --plan old.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1303: {
    text: 'A plan file contains a hash of its plan and a hash of the whole file, and one of them does not match. The hashes detect accidental changes, such as an edit or an incomplete transfer. They do not stop an attacker, who can recompute them; against an attacker, a plan file must be what its manifest compiles to, and `--expect-hash` accepts only the plan that was reviewed.',
    wrong: shell("sed -i 's/production/staging/' plan.json", 'tool run --plan plan.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1304: {
    text: 'If a manifest is found, it must compile to the plan in the file, so that a plan file cannot contradict its manifest. This one compiles to a different plan: the meaning of the manifest or one of its parents has changed, the file belongs to another manifest, or it was altered. Comments, the order of keys and line endings do not make a plan stale. `tool plan --check FILE` makes the same comparison and prints the differences. If no manifest is found, the plan file is executed on its own.',
    wrong: shell("sed -i 's/8080/9090/' manifest.toml", 'tool run --plan plan.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1305: {
    text: 'A plan decides which stores are contacted and with which credentials, so it must come from a trusted source. This file is writable by everyone, belongs to another user (not you, root, or the owner of its folder), is not a regular file, or is larger than 64 MiB. This is checked on every start.',
    wrong: shell('chmod 666 plan.json', 'tool run --plan plan.json -- ./server'),
    right: shell('chmod 644 plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1306: {
    text: 'With `--expect-hash` or `TOOL_EXPECT_HASH`, a command runs only if the plan is the one that was reviewed. This plan has a different hash, so its meaning has changed. Comments, the order of keys and line endings do not change a hash.',
    wrong: shell('tool run --expect-hash sha256:0000 -- ./server'),
    right: shell(
      'tool plan diff reviewed.json manifest.toml',
      'tool run --expect-hash "$(tool plan --hash)" -- ./server',
    ),
  },
  E1307: {
    text: 'The plan file could not be written: its folder does not exist, the disk is full, you do not have permission, or a file that is not a plan already exists there, such as the manifest. An existing file is unchanged.',
    wrong: shell('tool plan --output nowhere/plan.json'),
    right: shell('tool plan --output plan.json'),
  },
  E1308: {
    text: 'A comparison takes plan files, manifests, folders with a manifest, or git revisions. This one could not be read or does not compile; the cause is reported below. Without both there is no result, so the exit code is 2.',
    wrong: shell('tool plan diff mian manifest.toml'),
    right: shell('tool plan diff main manifest.toml'),
  },
  E1309: {
    text: 'The plans have different hashes, but are equal in everything that this version compares. One of them was written by a newer version. The plans are not reported as equal, because they are not; the exit code is 2.',
    wrong: shell('tool plan diff newer.json manifest.toml'),
    right: shell('tool plan --output here.json', 'tool plan diff here.json manifest.toml'),
  },
  E1310: {
    text: 'There is no file at this path, or you do not have permission to read it. The path is relative to the working folder. Nothing was executed or compared.',
    wrong: shell('tool run --plan plna.json -- ./server'),
    right: shell('tool plan --output plan.json', 'tool run --plan plan.json -- ./server'),
  },
  E1311: {
    text: 'If a manifest is found, a plan file is executed only if it is what the manifest compiles to. This manifest does not compile, so there is nothing to compare with, and nothing was executed. `tool lint` shows every error in the manifest. A plan file is executed on its own only if there is no manifest in the working folder or its parents.',
    wrong: shell("echo '[profiles' >> manifest.toml", 'tool run --plan plan.json -- ./server'),
    right: shell('tool lint', 'tool run --plan plan.json -- ./server'),
  },
};
