/** Explanations of files that are filled with values, and of values that are edited in one. */
import { type Explanations, shell, values } from './explanation.js';

export const templates: Explanations = {
  E1601: {
    text: '`${NAME}` in a file that `tool render` fills is the value of a secret, by the rules of composed secrets: a name is capital letters, digits and `_`, and nothing else stands between the braces but a form, as in `${NAME|json}`. Fallbacks of shells, such as `${NAME:-x}`, are not known. `$${` is the text `${`. A file that has its own `${…}` can be filled with other delimiters.',
    wrong: shell('tool render nginx.conf.template'),
    right: shell("tool render nginx.conf.template --delimiters '{{' '}}'"),
  },
  E1602: {
    text: 'The file refers to a name that the profile does not declare, or that the scope does not show. No store was contacted.',
    wrong: shell("echo 'password=${DB_PASWORD}' > app.template", 'tool render app.template'),
    right: shell("echo 'password=${DB_PASSWORD}' > app.template", 'tool render app.template'),
  },
  E1603: {
    text: 'The file refers to a secret that is optional, and that has no value. A file with a hole in it would be read as something else, so nothing is written.',
    wrong: shell('tool render app.template'),
    right: shell('tool set SENTRY_DSN', 'tool render app.template'),
  },
  E1604: {
    text: 'The word after `|` says how a value is written: for which language its special characters are escaped. These forms are known in files that `tool render` fills, and not in manifests.',
    wrong: shell('echo \'password: "${DB_PASSWORD|yml}"\' > app.template', 'tool render app.template'),
    right: shell('echo \'password: "${DB_PASSWORD|yaml}"\' > app.template', 'tool render app.template'),
  },
  E1605: {
    text: 'The form of a language is text, and the value is not, or it has a character that the language has no spelling for: XML has none for most control characters, shells have none for NUL. With `|none` the bytes are inserted as they are.',
    wrong: shell("echo 'key=${KEYSTORE|shell}' > app.template", 'tool render app.template'),
    right: shell("echo 'key=${KEYSTORE_BASE64|shell}' > app.template", 'tool render app.template'),
  },
  E1606: {
    text: 'The file to fill does not exist, is a folder or a pipe, or you may not read it. Nothing was resolved.',
    wrong: shell('tool render app.tempalte'),
    right: shell('tool render app.template'),
  },
  E1607: {
    text: 'The output that `--check` compares is there, but is not a file that you can read. The exit code is 2: whether it is up to date is not known.',
    wrong: shell('tool render app.template --output /root/app.conf --check'),
    right: shell('tool render app.template --output app.conf --check'),
  },
  E1611: {
    text: 'Every secret of the profile is made of others, or has only stores that are read, such as the environment. There is no value that `tool set` could store either.',
    wrong: shell('tool edit --provider env'),
    right: shell('tool edit --provider dotenv://.env'),
  },
  E1612: {
    text: '`tool edit` starts the editor that `VISUAL` names, else `EDITOR`, in the words of a shell. If neither is set, it looks for `editor`, `vi` and `nano`, but only on a terminal: a script must name the program that changes the file.',
    wrong: shell('tool edit < /dev/null'),
    right: shell("EDITOR='sed -i s/old/new/' tool edit < /dev/null"),
  },
  E1613: {
    text: 'The editor cannot be started, was ended by a signal, or ended with another exit code than 0, which is also how a person gives up: `:cq` in Vim. Nothing was written, and the file with the values is removed.',
    wrong: shell('EDITOR=vmi tool edit'),
    right: shell('EDITOR=vim tool edit'),
  },
  E1614: {
    text: 'The values are put into a private file below `XDG_RUNTIME_DIR`, `/dev/shm` or the folder for temporary files, never inside a project. That folder is full, or cannot be written. No value was written anywhere.',
    wrong: shell('TMPDIR=/full tool edit'),
    right: shell('TMPDIR=/var/tmp tool edit'),
  },
  E1615: {
    text: 'The edited file is read as a dotenv file, and this line cannot be read so. A value over several lines needs quotes around it. Nothing is repeated from the file, for it may be a part of a value.',
    wrong: values('KEY=-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI\n-----END PRIVATE KEY-----'),
    right: values("KEY='-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEI\n-----END PRIVATE KEY-----'"),
  },
  E1616: {
    text: 'The name before `=` is not one of those that the file had: it is misspelt, or belongs to a secret that was not opened, is made of others, or has a store that is not written. The end of the file lists those. The name is not repeated, because a line of a value without quotes looks like one.',
    wrong: values('DB_PASWORD=new'),
    right: values('DB_PASSWORD=new'),
  },
  E1617: {
    text: 'Two lines give a value to the same secret. Which of them is meant does not show, so nothing was written.',
    wrong: values('DB_PASSWORD=old\nDB_PASSWORD=new'),
    right: values('DB_PASSWORD=new'),
  },
  E1618: {
    text: 'A value that was there is empty now. Empty values are not stored, and a value is never deleted because its text was: `tool delete` does that.',
    wrong: values('DB_PASSWORD='),
    right: shell('tool delete DB_PASSWORD'),
  },
  E1619: {
    text: 'A value whose bytes are not text is shown as `base64:` and its bytes in base64. What stands there now is not base64. Without `base64:` at its start, the text itself is the new value.',
    wrong: values('KEYSTORE=base64:/u3+7QAAAAIAA*'),
    right: values('KEYSTORE=base64:/u3+7QAAAAIAAA=='),
  },
  E1620: {
    text: 'A store has another value by now than the one that the editor was given, and replacing it would undo what somebody else has done. On a terminal, `tool edit` asks whether to replace it. The values of other secrets were not written either, so that what belongs together stays together, unless the message says that some were: then the other program was faster by a moment.',
    wrong: shell('tool edit DB_PASSWORD', '# meanwhile, elsewhere', 'tool set DB_PASSWORD'),
    right: shell('tool edit DB_PASSWORD'),
  },
  E1621: {
    text: 'The file that the editor was given is gone, is something else than a file, or is not UTF-8 text, as after saving it in another encoding or under another name. Nothing was written.',
    wrong: shell("EDITOR='iconv -t UTF-16 -o' tool edit"),
    right: shell('EDITOR=nano tool edit'),
  },
  E1622: {
    text: 'Outside of quotes, a dotenv file takes ` #` for the beginning of a comment, and a backslash for an escape. In a value that was typed, they are parts of a password, more likely, so nothing was written.',
    wrong: values('DB_PASSWORD=correct #horse\\\\battery'),
    right: values("DB_PASSWORD='correct #horse\\\\battery'"),
  },
  W1611: {
    text: 'The editor ended within a second, and the file is as it was. Editors with windows often start a window and end at once, so that the file is removed while it is still open there. The usual ones are started with the option that waits; `tool edit` does not know that of others.',
    wrong: shell('EDITOR=my-editor tool edit'),
    right: shell("EDITOR='my-editor --wait' tool edit"),
  },
};
