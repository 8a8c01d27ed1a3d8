/** Explanations of files that are filled with values. */
import { type Explanations, shell } from './explanation.js';

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
};
