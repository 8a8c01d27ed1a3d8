/** Explanations of values on their way out, and of the command that was to get them. */
import { type Explanations, manifest, shell } from './explanation.js';

export const delivery: Explanations = {
  E1201: {
    text: 'A secret with `as_path` is delivered as the path of a temporary file that only its owner can read. The file could not be created: the folder for temporary files is full, missing, or not writable. A relative folder or one inside the project or its checkout is never used; `/tmp` is used instead.',
    wrong: shell('TMPDIR=/nowhere tool run -- ./serve'),
    right: shell('TMPDIR=/run/user/1000 tool run -- ./serve'),
  },
  E1202: {
    text: 'The requested format is text, and the value is not valid UTF-8. With `as_path` the secret is delivered as the path of a file; `tool get` prints the exact bytes.',
    wrong: shell('tool export --format json'),
    right: shell('tool get KEYSTORE > keystore.p12'),
  },
  E1203: {
    text: 'An environment variable cannot contain a NUL character: the rest of the value would be cut off. The same holds for the formats of `export` that are read as variables: all but `json` and `k8s`. With `as_path` the value is written to a file, and the variable contains its path.',
    wrong: manifest('[profiles.default]', 'KEYSTORE = { description = "Archive" }'),
    right: manifest('[profiles.default]', 'KEYSTORE = { description = "Archive", as_path = true }'),
  },
  E1204: {
    text: '`run` needs a command. Put it after `--`, so that its options are not parsed as options of the tool.',
    wrong: shell('tool run --profile production'),
    right: shell('tool run --profile production -- node server.js'),
  },
  E1205: {
    text: 'No folder in `PATH` contains a program of this name, or there is no file at the given path. The command is started without a shell, so shell aliases and built-ins are not found. The exit code is 127.',
    wrong: shell('tool run -- sevrer'),
    right: shell('tool run -- ./server', "tool run -- sh -c 'cd app && npm start'"),
  },
  E1206: {
    text: 'The file exists, but the operating system cannot execute it: it may lack the execute permission, or be built for another system. The exit code is 126.',
    wrong: shell('chmod -x server', 'tool run -- ./server'),
    right: shell('chmod +x server', 'tool run -- ./server'),
  },
  E1207: {
    text: 'Operating systems limit the total size of the arguments and the environment of a program. Deliver fewer secrets with a scope, or deliver large ones as files with `as_path`. The exit code is 126.',
    wrong: shell('tool run -- ./server'),
    right: shell('tool run --scope web -- ./server'),
  },
  E1208: {
    text: 'The file could not be written: its folder does not exist, the disk is full, or you do not have permission. Nothing was changed.',
    wrong: shell('tool schema --config project --output nowhere/schema.json'),
    right: shell('tool schema --config project --output schema.json'),
  },
  E1209: {
    text: 'This format passes secrets to the later steps of a GitHub workflow through the file that `GITHUB_ENV` names. Outside a workflow there is no such file; use another format.',
    wrong: shell('tool export --format gha'),
    right: shell('tool export --format dotenv'),
  },
  E1210: {
    text: 'The piped value is not UTF-8 text. A piped value is read as text, without its last line ending; `--from-file -` reads the exact bytes.',
    wrong: shell('cat keystore.p12 | tool set KEYSTORE'),
    right: shell('cat keystore.p12 | tool set KEYSTORE --from-file -'),
  },
  E1211: {
    text: 'The file with the value does not exist, is a folder, or cannot be read by you. Nothing was stored.',
    wrong: shell('tool set TLS_KEY --from-file kye.pem'),
    right: shell('tool set TLS_KEY --from-file key.pem'),
  },
  E1212: {
    text: 'With `--redact` the output is searched for all forms of all values at once. That is limited to 4 MiB of forms, which is enough for about 100 KB of text. Nothing was started. Pass fewer secrets with a scope.',
    wrong: shell('tool run --redact -- ./build'),
    right: shell('tool run --redact --scope build -- ./build'),
  },
  E1213: {
    text: 'With `--redact` the command writes to a pipe that the tool reads. On Node, the program `mkfifo` makes it, in a temporary folder. Nothing was started. Install coreutils, set `TMPDIR` to a writable folder, or use the executable.',
    wrong: shell('TMPDIR=/gone tool run --redact -- ./build'),
    right: shell('TMPDIR=/tmp tool run --redact -- ./build'),
  },
  E1214: {
    text: 'A manifest accepts letters of any language in names, but shells, GitHub, systemd and Kubernetes do not accept them in names of variables: a shell would stop at the line, or run it as a command. Nothing was printed. The formats `json`, `dotenv` and `docker` keep such names, and so does `tool run`.',
    wrong: shell('tool export'),
    right: shell('tool export --scope web', 'tool export --format json'),
  },
  E1215: {
    text: 'With `--check`, `tool types` and `tool plan emit` compare a file with what the manifest gives now. There is no such file, or you cannot read it, so nothing can be compared; the exit code is 2. If the file is not under version control, generate it before it is checked.',
    wrong: shell('tool types --output src/secrest.ts --check'),
    right: shell('tool types --output src/secrets.ts --check'),
  },
  E1216: {
    text: 'Some programs read files whose language has no way to write every value. `docker run --env-file` takes each line as it is, without quotes, and at most 64 KiB of it; the lines that `eval` gets in csh are joined; systemd rejects code points that Unicode gives to no character; a Secret of Kubernetes holds 1 MiB. Nothing was printed. Leave the secret out, deliver it as a file with `as_path`, or use a format that holds it, such as `json`.',
    wrong: shell('tool export --format docker > container.env'),
    right: shell(
      "tool export --format docker --except 'TLS_*' > container.env",
      'tool run -- docker run --env TLS_KEY example/web',
    ),
  },
  E1231: {
    text: '`tool scan --staged` and `--history` ask git for the index and for old contents, and `--install-hook` for the folder of its hooks. Git is not installed, has no repository in this folder, refuses one that belongs to another user, or does not know a revision; its own message follows. The exit code is 2. Without these options, the files are searched as they are.',
    wrong: shell('tool scan --history v0..v1'),
    right: shell('git fetch --tags', 'tool scan --history v0..v1'),
  },
  E1232: {
    text: '`tool scan --install-hook` writes the hook `pre-commit`, which runs the hook that was there before. It does not write where another program writes hooks (Husky), nor in a folder of hooks for all repositories (`core.hooksPath` of the user), nor over a file that keeps another hook. Nothing was changed. Add the line to that hook yourself.',
    wrong: shell('tool scan --install-hook'),
    right: shell("echo 'tool scan --staged' >> .husky/pre-commit"),
  },
  E1233: {
    text: 'All values of the profiles that were read are missing, too short, or defaults of the manifest, or the stores failed. Nothing was searched, so that a result without findings means something. The exit code is 2. Name a profile whose values are on this machine, or store them first.',
    wrong: shell('tool scan --profile production'),
    right: shell('tool scan --profile development'),
  },
  W1201: {
    text: 'A value of fewer than four bytes would be found in nearly every output by chance, so `--redact` leaves it as it is. The other values are redacted. Passwords and tokens should be longer.',
    wrong: shell('echo 42 | tool set PIN', 'tool run --redact -- ./login'),
    right: shell('echo 42-81-17 | tool set PIN', 'tool run --redact -- ./login'),
  },
  W1202: {
    text: 'With `--remove-files`, the files of `as_path` secrets are removed when the command has ended. The command has put a folder in place of this one, or its folder no longer permits it. The other files are removed, and the exit code is that of the command.',
    wrong: shell('tool run --remove-files -- sh -c \'mv "$TLS_KEY" key.pem; mkdir "$TLS_KEY"\''),
    right: shell('tool run --remove-files -- sh -c \'mv "$TLS_KEY" key.pem\''),
  },
  W1203: {
    text: 'The format `gha` tells GitHub to replace each value in the log of the workflow, line by line. A line of fewer than 4 characters, such as `7` or `{`, would be replaced in nearly every line of the log, so it is not masked, as `run --redact` leaves it. Of this value, no line is masked. It is exported all the same.',
    wrong: shell('echo 42 | tool set PIN', 'tool export --format gha'),
    right: shell('echo 42-81-17 | tool set PIN', 'tool export --format gha'),
  },
};
