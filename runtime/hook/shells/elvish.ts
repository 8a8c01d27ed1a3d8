/** elvish: before each line is read, and when the folder changes. It has no times of files, so the hook asks. */
import type { Shell } from '../shell.js';
import { recordOf } from './record.js';

export const elvish: Shell = {
  takesBytes: false,
  looks: 'no',
  script: (program) => FUNCTIONS.replace('PROGRAM', () => program.map(quoted).join(' ')),
  render: (update) => recordOf(update),
};

function quoted(word: string): string {
  return `'${word.replaceAll("'", "''")}'`;
}

const FUNCTIONS = `use path
use str
fn tool-hook {
  var program = [PROGRAM]
  var state = [&last='' &place='' &manifest='' &seen='' &names=[] &was=[&]]
  fn value-of {|name| if (has-env $name) { put 'set '(get-env $name) } else { put unset } }
  fn find {
    if (has-env TOOL_FILE) {
      var named = (path:abs (get-env TOOL_FILE))
      if (path:is-dir &follow-symlink=$true $named) { put $named/manifest.toml } else { put $named }
      return
    }
    var folder = (path:eval-symlinks $pwd)
    while $true {
      var file = (path:join $folder manifest.toml)
      if (or (path:is-regular &follow-symlink=$true $file) (path:is-dir &follow-symlink=$true $file)) {
        put $file
        return
      }
      var parent = (path:dir $folder)
      if (eq $parent $folder) { put ''; return }
      set folder = $parent
    }
  }
  put {
    try {
      var found = (find)
      var key = (str:join '|' [(for name [TOOL_FILE TOOL_PROFILE TOOL_SCOPE TOOL_PROVIDER TOOL_REASON TOOL_EXPECT_HASH TOOL_AGENT HOME XDG_CONFIG_HOME XDG_STATE_HOME] { value-of $name })])
      var place = $pwd':'$found
      var same = (and (eq $key $state[last]) (or (eq $place $state[place]) (and (eq $found $state[manifest]) (or (not-eq $found '') (not (has-env __TOOL_HOOK))))))
      if (and $same (not-eq $state[seen] '')) {
        set-env __TOOL_HOOK_SEEN $state[seen]
        try {
          (external $program[0]) (all $program[1..]) hook elvish --changed
          set same = $false
        } catch {
          nop
        } finally {
          unset-env __TOOL_HOOK_SEEN
        }
      }
      if $same {
        set state[place] = $place
      } else {
        var names = $state[names]
        for name $names {
          if (has-key $state[was] $name) { set-env $name $state[was][$name] } else { unset-env $name }
        }
        if (> (count $names) 0) { unset-env __TOOL_HOOK }
        set state = [&last=$key &place=$place &manifest='' &seen='' &names=[] &was=[&]]
        if (or (not-eq $found '') (> (count $names) 0) (has-env __TOOL_HOOK)) {
          set-env __TOOL_HOOK_LEFT (str:join ' ' $names)
          var update = $nil
          try {
            set update = ((external $program[0]) (all $program[1..]) hook elvish --update | from-json)
          } finally {
            unset-env __TOOL_HOOK_LEFT
          }
          for name [(keys $update[put])] {
            if (eq $update[put][$name] $nil) { unset-env $name } else { set-env $name $update[put][$name] }
          }
          for name [(keys $update[set])] {
            if (has-env $name) { set state[was][$name] = (get-env $name) }
            set-env $name $update[set][$name]
            set state[names] = (conj $state[names] $name)
          }
          set state[manifest] = $update[manifest]
          set state[seen] = $update[seen]
        }
      }
    } catch {
      nop
    }
  }
}
var __tool-hook = (tool-hook)
set edit:before-readline = [$@edit:before-readline $__tool-hook]
set after-chdir = [$@after-chdir {|_| $__tool-hook }]
`;
