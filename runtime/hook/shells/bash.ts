/** bash, from 3.2 on. Its `test` compares the times of two files, and all else is done by built-ins as well. */
import type { Shell } from '../shell.js';
import { linesOf } from './lines.js';
import { quoted, quotedBytes } from './posix-text.js';

export const bash: Shell = {
  takesBytes: true,
  looks: 'stamps',
  script: (program) => `__tool_hook_program=(${program.map(quoted).join(' ')})
${FUNCTIONS}`,
  render: (update) =>
    linesOf(update, (content) => (typeof content === 'string' ? quoted(content) : quotedBytes(content))),
};

/**
 * All variables begin with \`__tool_hook\`, because secrets may have any other name. What is evaluated with tracing on would be
 * shown, to a trap of \`DEBUG\` as well; with \`set -a\` everything would be exported. Functions run under \`set -e\` and \`set -u\` of the
 * person. The options stay in a variable until they are back: Ctrl-C ends the function before that, and the next prompt restores them.
 */
const FUNCTIONS = `__tool_hook() {
  local __tool_hook_status=$? __tool_hook_restored=$- IFS=$' \\t\\n'
  { set +aTvx; } 2>/dev/null
  __tool_hook_flags=\${__tool_hook_flags:-$__tool_hook_restored}
  __tool_hook_look || :
  __tool_hook_restored=$__tool_hook_flags __tool_hook_flags=
  case $__tool_hook_restored in *e*) __tool_hook_status=0 ;; esac
  case $__tool_hook_restored in *a*) set -a ;; esac
  case $__tool_hook_restored in *T*) set -T ;; esac
  case $__tool_hook_restored in *v*) set -v ;; esac
  case $__tool_hook_restored in *x*) set -x ;; esac
  return $__tool_hook_status
}
__tool_hook_look() {
  local __tool_hook_found= __tool_hook_up=. __tool_hook_key __tool_hook_left __tool_hook_text
  if [[ -n \${TOOL_FILE+x} ]]; then
    __tool_hook_found=$TOOL_FILE
    [[ ! -d $TOOL_FILE ]] || __tool_hook_found=$TOOL_FILE/manifest.toml
  else
    while :; do
      if [[ -e $__tool_hook_up/manifest.toml ]]; then
        __tool_hook_found=$__tool_hook_up/manifest.toml
        break
      fi
      [[ ! $__tool_hook_up -ef / ]] || break
      [[ -d $__tool_hook_up/.. ]] || break
      __tool_hook_up=$__tool_hook_up/..
    done
  fi
  __tool_hook_key="\${TOOL_FILE-}|\${TOOL_PROFILE-}|\${TOOL_SCOPE-unset}|\${TOOL_PROVIDER-}|\${TOOL_REASON-}|\${TOOL_EXPECT_HASH-}|\${TOOL_AGENT-}|\${HOME-}|\${XDG_CONFIG_HOME-}|\${XDG_STATE_HOME-}"
  if [ "$__tool_hook_key" = "\${__tool_hook_last-}" ] && __tool_hook_same_place && __tool_hook_same_files; then
    __tool_hook_place=$PWD:$__tool_hook_found
    return
  fi
  __tool_hook_last=$__tool_hook_key __tool_hook_place=$PWD:$__tool_hook_found
  __tool_hook_watches '' ''
  __tool_hook_left=\${__tool_hook_names-}
  __tool_hook_drop
  [[ -n $__tool_hook_found$__tool_hook_left\${__TOOL_HOOK-} && -x \${__tool_hook_program[0]} ]] || return 0
  __tool_hook_text=$(__TOOL_HOOK_LEFT=$__tool_hook_left \\command "\${__tool_hook_program[@]}" hook bash --update)
  \\builtin eval "$__tool_hook_text"
}
__tool_hook_same_place() {
  [ "$__tool_hook_place" = "$PWD:$__tool_hook_found" ] && return
  if [[ -z $__tool_hook_found ]]; then
    [[ -z $__tool_hook_manifest && -z \${__TOOL_HOOK-} ]]
  else
    [[ $__tool_hook_found -ef $__tool_hook_manifest ]]
  fi
}
__tool_hook_same_files() {
  local __tool_hook_at __tool_hook_file __tool_hook_before
  if [[ -n $__tool_hook_seen ]]; then
    ! __TOOL_HOOK_SEEN=$__tool_hook_seen \\command "\${__tool_hook_program[@]}" hook bash --changed
    return
  fi
  for ((__tool_hook_at = 0; __tool_hook_at < \${#__tool_hook_files[@]}; __tool_hook_at += 3)); do
    __tool_hook_file=\${__tool_hook_files[__tool_hook_at]}
    __tool_hook_before=\${__tool_hook_files[__tool_hook_at + 1]}
    if [[ -z $__tool_hook_before ]]; then
      [[ ! -e $__tool_hook_file ]] || return 1
    else
      [[ -e $__tool_hook_file && ! $__tool_hook_file -ot $__tool_hook_before &&
        ! $__tool_hook_file -nt \${__tool_hook_files[__tool_hook_at + 2]} ]] || return 1
    fi
  done
}
__tool_hook_watches() {
  __tool_hook_manifest=$1 __tool_hook_seen=$2
  shift 2
  __tool_hook_files=("$@")
}
__tool_hook_put() {
  if (($# == 2)); then \\builtin export "$1=$2"; else \\builtin unset -v "$1"; fi
}
__tool_hook_set() {
  local __tool_hook_was=
  if \\builtin declare -p "$1" >/dev/null 2>&1; then __tool_hook_was=$(\\builtin declare -p "$1"); fi
  case \${__tool_hook_was%% "$1"*} in
    *' -'*[nr]*)
      printf 'tool: %s is not loaded: it is read-only in this shell\\n' "$1" >&2
      return
      ;;
  esac
  \\builtin unset -v "$1"
  \\builtin export "$1=$2"
  printf -v "__tool_hook_was_$1" %s "$__tool_hook_was"
  __tool_hook_names="\${__tool_hook_names-} $1"
}
__tool_hook_drop() {
  local __tool_hook_name __tool_hook_was __tool_hook_flags
  for __tool_hook_name in \${__tool_hook_names-}; do
    __tool_hook_was=__tool_hook_was_$__tool_hook_name
    __tool_hook_was=\${!__tool_hook_was-}
    \\builtin unset -v "$__tool_hook_name" "__tool_hook_was_$__tool_hook_name"
    __tool_hook_flags=\${__tool_hook_was#declare }
    __tool_hook_flags=\${__tool_hook_flags%% *}
    case $__tool_hook_flags in
      '') ;;
      -- | -x)
        __tool_hook_was=\${__tool_hook_was#declare -? }
        [[ $__tool_hook_was != *=* ]] || \\builtin eval "$__tool_hook_was"
        [[ $__tool_hook_flags != -x ]] || \\builtin export "$__tool_hook_name"
        ;;
      *) \\builtin eval "declare -g \${__tool_hook_was#declare }" ;;
    esac
  done
  [[ -z \${__tool_hook_names-} ]] || \\builtin unset -v __TOOL_HOOK
  __tool_hook_names=
}
if [[ " \${PROMPT_COMMAND[*]-} " != *__tool_hook* ]]; then
  case $(\\builtin declare -p PROMPT_COMMAND 2>/dev/null) in
    'declare -a'*) PROMPT_COMMAND+=(__tool_hook) ;;
    *) PROMPT_COMMAND=\${PROMPT_COMMAND:+$PROMPT_COMMAND$'\\n'}__tool_hook ;;
  esac
fi
`;
