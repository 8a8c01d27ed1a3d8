/** Explanations of values on their way out, and of the command that was to get them. */
import { type Explanations, manifest, shell } from './explanation.js';

export const delivery: Explanations = {
  E1201: {
    text: 'A secret with `as_path` is delivered as the path of a temporary file that only its owner can read. The file could not be made: the folder for temporary files is full, missing, or not to be written by this user. A folder in the project or its checkout is never used, and neither is a relative one: `/tmp` is taken in their place.',
    wrong: shell('TMPDIR=/nowhere tool run -- ./serve'),
    right: shell('TMPDIR=/run/user/1000 tool run -- ./serve'),
  },
  E1202: {
    text: 'The format that was asked for is text, and the value is bytes that are no UTF-8. With `as_path` the secret is delivered as the path of a file; `tool get` prints the exact bytes.',
    wrong: shell('tool export --format json'),
    right: shell('tool get KEYSTORE > keystore.p12'),
  },
  E1203: {
    text: 'No operating system can hold a NUL in a variable of the environment: the rest would be cut off. With `as_path` the value goes into a file, and the variable holds its path.',
    wrong: manifest('[profiles.default]', 'KEYSTORE = { description = "Archive" }'),
    right: manifest('[profiles.default]', 'KEYSTORE = { description = "Archive", as_path = true }'),
  },
  E1204: {
    text: '`run` needs a command to run. It stands behind `--`, so that its own options are not taken for those of the tool.',
    wrong: shell('tool run --profile production'),
    right: shell('tool run --profile production -- node server.js'),
  },
  E1205: {
    text: 'No program of this name is in a folder of `PATH`, or there is no file at the path that was given. The command is started without a shell, so aliases and built-ins of a shell are not found. The exit code is 127.',
    wrong: shell('tool run -- sevrer'),
    right: shell('tool run -- ./server', "tool run -- sh -c 'cd app && npm start'"),
  },
  E1206: {
    text: 'The file is there, but the system does not execute it: it may not be executable, or be a program for another system. The exit code is 126.',
    wrong: shell('chmod -x server', 'tool run -- ./server'),
    right: shell('chmod +x server', 'tool run -- ./server'),
  },
  E1207: {
    text: 'Systems limit how much a program may be given in its arguments and environment together. Deliver fewer secrets with a scope, or large ones as files with `as_path`. The exit code is 126.',
    wrong: shell('tool run -- ./server'),
    right: shell('tool run --scope web -- ./server'),
  },
  E1208: {
    text: 'The file to be written could not be: its folder does not exist, the disk is full, or this user may not write there. Nothing was changed at that place.',
    wrong: shell('tool schema --config project --output nowhere/schema.json'),
    right: shell('tool schema --config project --output schema.json'),
  },
  E1209: {
    text: 'This format hands secrets to the later steps of a GitHub workflow by way of the file that `GITHUB_ENV` names. Outside of a workflow there is no such file; choose another format.',
    wrong: shell('tool export --format gha'),
    right: shell('tool export --format dotenv'),
  },
  E1210: {
    text: 'What was piped in is bytes that are no UTF-8 text. A piped value is taken as text, without its last line end; `--from-file -` takes the exact bytes.',
    wrong: shell('cat keystore.p12 | tool set KEYSTORE'),
    right: shell('cat keystore.p12 | tool set KEYSTORE --from-file -'),
  },
  E1211: {
    text: 'The file that holds the value does not exist, is a folder, or may not be read by this user. Nothing was stored.',
    wrong: shell('tool set TLS_KEY --from-file kye.pem'),
    right: shell('tool set TLS_KEY --from-file key.pem'),
  },
};
