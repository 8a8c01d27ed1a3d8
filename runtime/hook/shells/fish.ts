/** fish: before each prompt, and when the folder changes. Its `test` compares the times of two files. */
import type { Shell } from '../shell.js';
import { linesOf } from './lines.js';

export const fish: Shell = {
  takesBytes: true,
  looks: 'stamps',
  script: (program) => `set -g __tool_hook_program ${program.map((word) => quoted(word)).join(' ')}
${FUNCTIONS}`,
  render: (update) => linesOf(update, quoted),
};

const QUOTE = 0x27;
const BACKSLASH = 0x5c;
const ASCII_END = 0x80;

/** Between single quotes only a quote and a backslash are escaped. Other bytes than of ASCII are escapes outside: they need not be UTF-8. */
function quoted(content: string | Uint8Array): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  let text = "'";
  for (const byte of bytes) {
    if (byte === QUOTE || byte === BACKSLASH) text += `\\${String.fromCharCode(byte)}`;
    else text += byte < ASCII_END ? String.fromCharCode(byte) : `'\\X${byte.toString(16)}'`;
  }
  return `${text}'`;
}

/** A trace of fish shows what is sourced, so there is none meanwhile. */
const FUNCTIONS = `function __tool_hook --on-event fish_prompt --on-variable PWD
    status is-interactive; or return
    set -l found ''
    set -l up .
    if set -q TOOL_FILE
        set found "$TOOL_FILE"
        test -d "$TOOL_FILE"; and set found "$TOOL_FILE/manifest.toml"
    else
        while true
            if test -e $up/manifest.toml
                set found $up/manifest.toml
                break
            end
            test $up -ef /; and break
            test -d $up/..; or break
            set up $up/..
        end
    end
    set -l scope unset
    set -q TOOL_SCOPE; and set scope "set $TOOL_SCOPE"
    set -l key "$TOOL_FILE|$TOOL_PROFILE|$scope|$TOOL_PROVIDER|$TOOL_REASON|$TOOL_EXPECT_HASH|$TOOL_AGENT|$HOME|$XDG_CONFIG_HOME|$XDG_STATE_HOME"
    if test "$key" = "$__tool_hook_last"; and __tool_hook_same_place "$found"; and __tool_hook_same_files
        set -g __tool_hook_place "$PWD:$found"
        return
    end
    set -g __tool_hook_last "$key"
    set -g __tool_hook_place "$PWD:$found"
    __tool_hook_watches '' ''
    set -l left "$__tool_hook_names"
    __tool_hook_drop
    test -n "$found$left$__TOOL_HOOK"; and test -x $__tool_hook_program[1]; or return
    set -l trace "$fish_trace"
    set -eg fish_trace
    __TOOL_HOOK_LEFT=$left command $__tool_hook_program hook fish --update | source
    test -n "$trace"; and set -g fish_trace $trace
    return 0
end
function __tool_hook_same_place
    test "$__tool_hook_place" = "$PWD:$argv[1]"; and return
    if test -z "$argv[1]"
        test -z "$__tool_hook_manifest$__TOOL_HOOK"
    else
        test -n "$__tool_hook_manifest"; and test $argv[1] -ef "$__tool_hook_manifest"
    end
end
function __tool_hook_same_files
    if test -n "$__tool_hook_seen"
        not __TOOL_HOOK_SEEN=$__tool_hook_seen command $__tool_hook_program hook fish --changed
        return
    end
    set -l at 1
    while test $at -lt (count $__tool_hook_files)
        set -l file $__tool_hook_files[$at]
        set -l before $__tool_hook_files[(math $at + 1)]
        set -l after $__tool_hook_files[(math $at + 2)]
        if test -z "$before"
            test -e "$file"; and return 1
        else
            test -e "$file"; and not test "$file" -ot "$before"; and not test "$file" -nt "$after"; or return 1
        end
        set at (math $at + 3)
    end
    return 0
end
function __tool_hook_watches
    set -g __tool_hook_manifest $argv[1]
    set -g __tool_hook_seen $argv[2]
    set -g __tool_hook_files $argv[3..-1]
end
function __tool_hook_put
    if test (count $argv) -eq 2
        set -gx $argv[1] $argv[2]
    else
        set -eg $argv[1]
    end
end
function __tool_hook_set
    set -l was
    set -l list --unpath
    set -qg --path $argv[1]; and set list --path
    if set -qgx $argv[1]
        set was -gx $list $$argv[1]
    else if set -qg $argv[1]
        set was -gu $list $$argv[1]
    end
    set -gx $argv[1] $argv[2]; or return
    set -g __tool_hook_was_$argv[1] $was
    set -ga __tool_hook_names $argv[1]
end
function __tool_hook_drop
    for name in $__tool_hook_names
        set -l was __tool_hook_was_$name
        set -l earlier $$was
        set -eg $was
        set -eg $name
        set -q earlier[1]; and set $earlier[1..2] $name $earlier[3..-1]
    end
    set -q __tool_hook_names[1]; and set -eg __TOOL_HOOK
    set -g __tool_hook_names
end
`;
