/** nushell: before each prompt, and when the folder changes. It evaluates no text, and reads a record. Its lists of files have their times. */
import type { Shell } from '../shell.js';
import { recordOf } from './record.js';

export const nushell: Shell = {
  takesBytes: false,
  looks: 'times',
  script: (program) => FUNCTIONS.replace('PROGRAM', () => `[${program.map((word) => JSON.stringify(word)).join(' ')}]`),
  render: (update) => recordOf(update),
};

/** The state is a record, and records are not passed on to programs. */
const FUNCTIONS = `def __tool_hook_same_files [state: record]: nothing -> bool {
  $state.files | all {|file|
    if ($file.path | path exists) {
      $file.time == (ls -lD ($file.path | path expand) | get 0.modified | into int | into string)
    } else {
      $file.time == ''
    }
  }
}
def --env __tool_hook [] {
  let program = PROGRAM
  let state = ($env.__TOOL_HOOK_STATE? | default { last: '', place: '', manifest: '', files: [], names: [], was: {} })
  mut found = ''
  if 'TOOL_FILE' in $env {
    $found = ($env.TOOL_FILE | path expand)
    if ($found | path type) == 'dir' { $found = ($found | path join manifest.toml) }
  } else {
    mut folder = ($env.PWD | path expand)
    loop {
      if ($folder | path join manifest.toml | path exists) {
        $found = ($folder | path join manifest.toml)
        break
      }
      let parent = ($folder | path dirname)
      if $parent == $folder or $parent == '' { break }
      $folder = $parent
    }
  }
  let key = (['TOOL_FILE' 'TOOL_PROFILE' 'TOOL_SCOPE' 'TOOL_PROVIDER' 'TOOL_REASON' 'TOOL_EXPECT_HASH' 'TOOL_AGENT' 'HOME' 'XDG_CONFIG_HOME' 'XDG_STATE_HOME'] | each {|name| $"($env | get -o $name | default 'unset')" } | str join '|')
  let place = $"($env.PWD):($found)"
  let same_place = if $state.place == $place { true } else if $found == '' { $state.manifest == '' and '__TOOL_HOOK' not-in $env } else { $found == $state.manifest }
  if $key == $state.last and $same_place and (__tool_hook_same_files $state) {
    if $state.place != $place { $env.__TOOL_HOOK_STATE = ($state | upsert place $place) }
    return
  }
  $env.__TOOL_HOOK_STATE = { last: $key, place: $place, manifest: '', files: [], names: [], was: {} }
  hide-env -i ...$state.names
  load-env $state.was
  if ($state.names | is-not-empty) { hide-env -i __TOOL_HOOK }
  if $found == '' and ($state.names | is-empty) and '__TOOL_HOOK' not-in $env { return }
  if not ($program.0 | path exists) { return }
  let text = (with-env { __TOOL_HOOK_LEFT: ($state.names | str join ' ') } { ^$program.0 ...($program | skip 1) hook nushell --update })
  if ($text | is-empty) { return }
  let update = ($text | from json)
  hide-env -i ...($update.put | items {|name, value| if $value == null { $name } } | compact)
  load-env ($update.put | items {|name, value| if $value != null { { $name: $value } } } | compact | into record)
  let names = ($update.set | columns)
  let was = ($names | each {|name| if $name in $env { { $name: ($env | get $name) } } } | compact | into record)
  load-env $update.set
  $env.__TOOL_HOOK_STATE = { last: $key, place: $place, manifest: ($update.manifest | if $in == '' { '' } else { $in | path expand }), files: $update.files, names: $names, was: $was }
}
$env.config.hooks.pre_prompt = ($env.config.hooks.pre_prompt? | default [] | append {|| __tool_hook })
$env.config.hooks.env_change = ($env.config.hooks.env_change? | default {} | upsert PWD {|changes| $changes.PWD? | default [] | append {|| __tool_hook } })
`;
