/** Explanations of rules that a manifest breaks, and of mistakes of the rules themselves. */
import { type Explanations, shell } from './explanation.js';

const LINT = 'tool lint --policy policy.toml';

export const policies: Explanations = {
  E1501: {
    text: 'A rule with `stores` says which stores may be used (`only`), may not be used (`forbid`), or must be among those that are used (`demand`), over the chain of a secret and its caches. The finding is at the entry of the list that is in force, in the parent manifest if it is there. The default store of a user, and a name that only the machine of a user knows, could be any store, so they break such a rule. The severity of the rule is `error`, which no comment allows.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  W1501: {
    text: 'A rule with `stores` says which stores may be used (`only`), may not be used (`forbid`), or must be among those that are used (`demand`), over the chain of a secret and its caches. The finding is at the entry of the list that is in force, in the parent manifest if it is there. The default store of a user, and a name that only the machine of a user knows, could be any store, so they break such a rule. The severity of the rule is `warning`, so that a comment in the manifest or `--allow` can accept it.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  E1502: {
    text: 'A rule with `default = false` allows no default for the secrets that it names: a default is in version control, and a program that starts with it does not show that a value is missing. The finding is at the default that is in force, which may be that of the profile. The severity of the rule is `error`, which no comment allows.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  W1502: {
    text: 'A rule with `default = false` allows no default for the secrets that it names: a default is in version control, and a program that starts with it does not show that a value is missing. The finding is at the default that is in force, which may be that of the profile. The severity of the rule is `warning`, so that a comment in the manifest or `--allow` can accept it.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  E1503: {
    text: 'A rule with `generate` says of which types values may be generated (`only`) or may not be (`forbid`). The finding is at `generate`; the type may be in another declaration, which a label shows. The severity of the rule is `error`, which no comment allows.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  W1503: {
    text: 'A rule with `generate` says of which types values may be generated (`only`) or may not be (`forbid`). The finding is at `generate`; the type may be in another declaration, which a label shows. The severity of the rule is `warning`, so that a comment in the manifest or `--allow` can accept it.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  E1504: {
    text: 'A rule with `cache = false` allows no copies of values, and one with `cache = { max_age }` none that stay fresh for longer. The finding is at the cache of the alias, or at its `max_age`. The severity of the rule is `error`, which no comment allows.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  W1504: {
    text: 'A rule with `cache = false` allows no copies of values, and one with `cache = { max_age }` none that stay fresh for longer. The finding is at the cache of the alias, or at its `max_age`. The severity of the rule is `warning`, so that a comment in the manifest or `--allow` can accept it.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  E1505: {
    text: 'A rule with `reason` says who must state a reason for access to secrets, at least: `true` is everybody, `"agents"` is agents. It holds for the whole project. The finding is at `require_reason`, or at `[project]` where it is left out. The severity of the rule is `error`, which no comment allows.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  W1505: {
    text: 'A rule with `reason` says who must state a reason for access to secrets, at least: `true` is everybody, `"agents"` is agents. It holds for the whole project. The finding is at `require_reason`, or at `[project]` where it is left out. The severity of the rule is `warning`, so that a comment in the manifest or `--allow` can accept it.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  E1506: {
    text: 'A rule with `scope = true` wants each secret that it names in the list of at least one scope. That another secret of a scope is made of it does not count. The finding is at the declaration of the secret. The severity of the rule is `error`, which no comment allows.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  W1506: {
    text: 'A rule with `scope = true` wants each secret that it names in the list of at least one scope. That another secret of a scope is made of it does not count. The finding is at the declaration of the secret. The severity of the rule is `warning`, so that a comment in the manifest or `--allow` can accept it.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  E1507: {
    text: 'A rule with `description` has a pattern that the whole description must fit, with `*` for any text and `?` for one character. Such as `*(owner: *)*` makes descriptions name an owner. The finding is at the description that is in force. The severity of the rule is `error`, which no comment allows.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  W1507: {
    text: 'A rule with `description` has a pattern that the whole description must fit, with `*` for any text and `?` for one character. Such as `*(owner: *)*` makes descriptions name an owner. The finding is at the description that is in force. The severity of the rule is `warning`, so that a comment in the manifest or `--allow` can accept it.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  E1508: {
    text: 'A rule with `required = true` wants each secret that it names to be required. The finding is at what makes it optional: its `required`, that of the profile, or its default. The severity of the rule is `error`, which no comment allows.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  W1508: {
    text: 'A rule with `required = true` wants each secret that it names to be required. The finding is at what makes it optional: its `required`, that of the profile, or its default. The severity of the rule is `warning`, so that a comment in the manifest or `--allow` can accept it.',
    wrong: shell(LINT),
    right: shell('tool plan why API_KEY', LINT),
  },
  E1509: {
    text: 'A rule with `value` says what values look like: `type`, `pattern`, `one_of`, `min_length`, `max_length`, `min_entropy_bits` and `not_default`. It is judged by `tool check --policy`, and by `tool set --policy` before anything is written. The finding is at the part of the rule that the value breaks. It names the secret, and nothing that the value could be told from. The severity of the rule is `error`, so that `check` exits with 1 and `set` stores nothing.',
    wrong: shell('tool check --policy policy.toml'),
    right: shell('tool set --policy policy.toml API_KEY', 'tool check --policy policy.toml'),
  },
  W1509: {
    text: 'A rule with `value` says what values look like: `type`, `pattern`, `one_of`, `min_length`, `max_length`, `min_entropy_bits` and `not_default`. It is judged by `tool check --policy`, and by `tool set --policy` before anything is written. The finding is at the part of the rule that the value breaks. It names the secret, and nothing that the value could be told from. The severity of the rule is `warning`: the exit code stays, and `set` stores the value.',
    wrong: shell('tool check --policy policy.toml'),
    right: shell('tool set --policy policy.toml API_KEY', 'tool check --policy policy.toml'),
  },
  E1511: {
    text: 'A rule is about one subject: `stores`, `default`, `generate`, `cache`, `reason`, `scope`, `description`, `required` or `value`. Then a finding says in one sentence what is wrong, and each rule can have its own severity and its own secrets. A rule without a subject would never find anything.',
    wrong: shell(LINT),
    right: shell('$EDITOR policy.toml', LINT),
  },
  E1512: {
    text: 'The `id` of a rule stands for it in findings, and in the reports of other programs. Two rules of one file with the same `id` could not be told apart, so the second one is not judged.',
    wrong: shell(LINT),
    right: shell('$EDITOR policy.toml', LINT),
  },
  E1513: {
    text: 'A rule about `stores` names schemes of providers, aliases, and URIs. The name is neither a scheme of this version or of an external provider of this machine, nor an alias of the manifest. A misspelt name would forbid nothing.',
    wrong: shell(LINT),
    right: shell('$EDITOR policy.toml', LINT),
  },
  E1514: {
    text: 'The `id` of a rule has small letters, digits and `-`, so that it can be part of the name of a rule in the reports of other programs, such as `policy/no-plain-text`. A name with other letters is refused, even if no such report is written.',
    wrong: shell(LINT),
    right: shell('$EDITOR policy.toml', LINT),
  },
  W1515: {
    text: 'A rule applies to the profiles and secrets whose names fit one of its patterns, with `*` for any text and `?` for one character. Nothing in the manifest, or in any of several, fits this one. It may be misspelt; in a policy for many projects it may also be right, and a comment `# tool: allow W1515` in the policy accepts it.',
    wrong: shell(LINT),
    right: shell('$EDITOR policy.toml', LINT),
  },
  E1516: {
    text: 'The `pattern` of a rule about values is a regular expression of a syntax that can be matched in a time that grows with the length of the value alone. Characters, `.`, classes in brackets, `\\d`, `\\w`, `\\s` and their opposites, groups, `|`, and the repetitions `*`, `+`, `?` and `{2,5}` are supported; references to groups and looking around are not. A pattern fits the whole value. The rule is not judged until the pattern can be read.',
    wrong: shell(LINT),
    right: shell('$EDITOR policy.toml', LINT),
  },
  W1517: {
    text: '`tool check --policy` and `tool set --policy` judge values, by the rules with `value`; all other rules are about manifests and are judged by `tool lint --policy`, without values. None of the files has a rule with `value`.',
    wrong: shell('tool check --policy policy.toml'),
    right: shell(LINT),
  },
};
