/** zsh: before each prompt, and when the folder changes. Its `[[ ]]` compares the times of two files. */
import type { Shell } from '../shell.js';
import { linesOf } from './lines.js';
import { quoted, quotedBytes } from './posix-text.js';

export const zsh: Shell = {
  takesBytes: true,
  looks: 'stamps',
  script: (program) => `typeset -ga __tool_hook_program=(${program.map(quoted).join(' ')})
${FUNCTIONS}`,
  render: (update) =>
    linesOf(update, (content) => (typeof content === 'string' ? quoted(content) : quotedBytes(content))),
};

/** All variables begin with `__tool_hook`, because secrets may have any other name. Neither a trace nor a trap of `DEBUG` must see a value; the trap is back when the function ends. */
const FUNCTIONS = `typeset -ga __tool_hook_names __tool_hook_files
typeset -gA __tool_hook_was __tool_hook_how
typeset -g __tool_hook_last= __tool_hook_place= __tool_hook_manifest= __tool_hook_seen=
__tool_hook() {
  emulate -L zsh
  unsetopt xtrace verbose errexit errreturn nounset
  trap - DEBUG
  local __tool_hook_found= __tool_hook_up=. __tool_hook_key __tool_hook_left
  if (( \${+TOOL_FILE} )); then
    __tool_hook_found=$TOOL_FILE
    [[ -d $TOOL_FILE ]] && __tool_hook_found=$TOOL_FILE/manifest.toml
  else
    while true; do
      if [[ -e $__tool_hook_up/manifest.toml ]]; then
        __tool_hook_found=$__tool_hook_up/manifest.toml
        break
      fi
      [[ $__tool_hook_up -ef / || ! -d $__tool_hook_up/.. ]] && break
      __tool_hook_up=$__tool_hook_up/..
    done
  fi
  __tool_hook_key="\${TOOL_FILE-}|\${TOOL_PROFILE-}|\${TOOL_SCOPE-unset}|\${TOOL_PROVIDER-}|\${TOOL_REASON-}|\${TOOL_EXPECT_HASH-}|\${TOOL_AGENT-}|\${HOME-}|\${XDG_CONFIG_HOME-}|\${XDG_STATE_HOME-}"
  if [[ $__tool_hook_key == "$__tool_hook_last" ]] && __tool_hook_same_place && __tool_hook_same_files; then
    __tool_hook_place=$PWD:$__tool_hook_found
    return
  fi
  __tool_hook_last=$__tool_hook_key __tool_hook_place=$PWD:$__tool_hook_found
  __tool_hook_watches '' ''
  __tool_hook_left=\${(j: :)__tool_hook_names}
  __tool_hook_drop
  [[ -n $__tool_hook_found$__tool_hook_left\${__TOOL_HOOK-} && -x $__tool_hook_program[1] ]] || return
  \\builtin eval "$(__TOOL_HOOK_LEFT=$__tool_hook_left \\command "\${__tool_hook_program[@]}" hook zsh --update)"
}
__tool_hook_same_place() {
  [[ $__tool_hook_place == "$PWD:$__tool_hook_found" ]] && return
  if [[ -z $__tool_hook_found ]]; then
    [[ -z $__tool_hook_manifest && -z \${__TOOL_HOOK-} ]]
  else
    [[ $__tool_hook_found -ef $__tool_hook_manifest ]]
  fi
}
__tool_hook_same_files() {
  local __tool_hook_file __tool_hook_before __tool_hook_after
  if [[ -n $__tool_hook_seen ]]; then
    ! __TOOL_HOOK_SEEN=$__tool_hook_seen \\command "\${__tool_hook_program[@]}" hook zsh --changed
    return
  fi
  for __tool_hook_file __tool_hook_before __tool_hook_after in "\${__tool_hook_files[@]}"; do
    if [[ -z $__tool_hook_before ]]; then
      [[ ! -e $__tool_hook_file ]] || return 1
    else
      [[ -e $__tool_hook_file && ! $__tool_hook_file -ot $__tool_hook_before &&
        ! $__tool_hook_file -nt $__tool_hook_after ]] || return 1
    fi
  done
}
__tool_hook_watches() {
  __tool_hook_manifest=$1 __tool_hook_seen=$2
  shift 2
  __tool_hook_files=("$@")
}
__tool_hook_put() {
  if (( $# == 2 )); then \\builtin export "$1=$2"; else \\builtin unset -v "$1"; fi
}
__tool_hook_set() {
  local __tool_hook_type=\${(Pt)1}
  case $__tool_hook_type in
    ('') __tool_hook_how[$1]=unset ;;
    (*readonly*|(array|association)*special*)
      print -ru2 -- "tool: $1 is not loaded: it belongs to this shell"
      return
      ;;
    (scalar|scalar-export|scalar-*special*|scalar-*tied*)
      __tool_hook_was[$1]=\${(P)1}
      __tool_hook_how[$1]=plain
      [[ $__tool_hook_type == *export* ]] && __tool_hook_how[$1]=exported
      ;;
    (*)
      __tool_hook_was[$1]=$(\\builtin typeset -p -- "$1")
      __tool_hook_how[$1]=declared
      \\builtin unset -v "$1"
      ;;
  esac
  \\builtin export "$1=$2"
  __tool_hook_names+=("$1")
}
__tool_hook_drop() {
  local __tool_hook_name
  for __tool_hook_name in "\${__tool_hook_names[@]}"; do
    case $__tool_hook_how[$__tool_hook_name] in
      (exported) \\builtin export "$__tool_hook_name=$__tool_hook_was[$__tool_hook_name]" ;;
      (plain) \\builtin typeset -g +x "$__tool_hook_name=$__tool_hook_was[$__tool_hook_name]" ;;
      (declared) \\builtin unset -v "$__tool_hook_name"; \\builtin eval "$__tool_hook_was[$__tool_hook_name]" ;;
      (*) \\builtin unset -v "$__tool_hook_name" ;;
    esac
  done
  (( $#__tool_hook_names )) && \\builtin unset -v __TOOL_HOOK
  __tool_hook_names=() __tool_hook_was=() __tool_hook_how=()
}
typeset -ga precmd_functions chpwd_functions
(( \${precmd_functions[(I)__tool_hook]} )) || precmd_functions+=(__tool_hook)
(( \${chpwd_functions[(I)__tool_hook]} )) || chpwd_functions+=(__tool_hook)
`;
