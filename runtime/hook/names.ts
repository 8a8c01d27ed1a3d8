/** Which secrets can be variables of a shell. */

/** The names that every shell takes. */
const SHELL_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * What an interactive shell uses itself, or runs: a secret of such a name would change the shell, and not what it starts. `PATH` and what
 * makes programs load code are shown by `tool trust`, and are for programs.
 */
const OF_SHELLS = new RegExp(
  `^(?:_|__TOOL_HOOK\\w*|__tool_hook\\w*|${[
    'BASH(?:_\\w+|OPTS|PID)?|COMP_(?:CWORD|KEY|LINE|POINT|TYPE|WORDBREAKS|WORDS)|DIRSTACK|E?GID|E?UID|FIGNORE|FPATH|FUNCNAME|GLOBIGNORE',
    'GROUPS|HIST(?:CMD|CONTROL|FILE|FILESIZE|IGNORE|SIZE|TIMEFORMAT)|IFS|LINENO|OLDPWD|OPT(?:ARG|IND)|PIPESTATUS|PPID|PROMPT[234]?',
    'PROMPT_(?:COMMAND|DIRTRIM)|PS[0-4]|PSVAR|PWD|READNULLCMD|R?PROMPT2?|RPS[12]|S?RANDOM|SECONDS|SHELLOPTS|SHLVL|SPROMPT|TMOUT|ZDOTDIR',
    'ENV_CONVERSIONS|HISTCHARS|POSIXLY_CORRECT|argv|config|histchars|(?:chpwd|periodic|precmd|preexec|zshaddhistory|zshexit)_functions',
    'fish_(?:prompt|right_prompt|trace)|history|path|pipestatus|status',
  ].join('|')})$`,
);

export function isVariableOfShells(name: string): boolean {
  return SHELL_NAME.test(name) && !OF_SHELLS.test(name);
}
