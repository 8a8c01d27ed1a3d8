/** PowerShell: before each prompt. It evaluates no text here, and reads a record; .NET has the times of files. */
import type { Shell } from '../shell.js';
import { recordOf } from './record.js';

/** .NET counts tenths of microseconds from the year 1. */
const TICKS_AT_EPOCH = 621_355_968_000_000_000n;
const NS_PER_TICK = 100n;

export const powershell: Shell = {
  takesBytes: false,
  looks: 'times',
  script: (program) => FUNCTIONS.replace('PROGRAM', () => program.map(quoted).join(', ')),
  // In base64: PowerShell makes a date of a text that looks like one.
  render: (update) =>
    recordOf(
      update,
      (text) => Buffer.from(text).toString('base64'),
      (mtimeNs) => String(TICKS_AT_EPOCH + mtimeNs / NS_PER_TICK),
    ),
};

/** Typographic quotes end a text as well. */
function quoted(word: string): string {
  return `'${word.replaceAll(/['\u2018-\u201b]/gu, '$&$&')}'`;
}

const FUNCTIONS = `$global:__tool_hook_program = @(PROGRAM)
$global:__tool_hook_state = @{ last = ''; place = ''; manifest = ''; files = @(); names = @(); was = @{} }
function global:__tool_hook_same_files {
    foreach ($file in $global:__tool_hook_state.files) {
        if (Test-Path -LiteralPath $file.path) {
            if ([string][IO.File]::GetLastWriteTimeUtc($file.path).Ticks -ne $file.time) { return $false }
        } elseif ($file.time -ne '') { return $false }
    }
    return $true
}
function global:__tool_hook_found {
    $here = (Get-Location -PSProvider FileSystem).ProviderPath
    if (Test-Path Env:TOOL_FILE) {
        $named = [IO.Path]::GetFullPath([IO.Path]::Combine($here, $env:TOOL_FILE))
        if (Test-Path -LiteralPath $named -PathType Container) { return (Join-Path $named 'manifest.toml') }
        return $named
    }
    for ($folder = $here; $folder; $folder = [IO.Path]::GetDirectoryName($folder)) {
        $file = Join-Path $folder 'manifest.toml'
        if (Test-Path -LiteralPath $file) { return $file }
    }
    return ''
}
function global:__tool_hook_put($name, $value) {
    if ($null -eq $value) { Remove-Item -LiteralPath "Env:$name" -ErrorAction SilentlyContinue }
    else { Set-Item -LiteralPath "Env:$name" -Value $value }
}
function global:__tool_hook {
    $state = $global:__tool_hook_state
    $found = __tool_hook_found
    $names = 'TOOL_FILE', 'TOOL_PROFILE', 'TOOL_SCOPE', 'TOOL_PROVIDER', 'TOOL_REASON', 'TOOL_EXPECT_HASH', 'TOOL_AGENT', 'HOME', 'XDG_CONFIG_HOME', 'XDG_STATE_HOME'
    $key = ($names | ForEach-Object { $value = [Environment]::GetEnvironmentVariable($_); if ($null -eq $value) { 'unset' } else { "set $value" } }) -join '|'
    $place = "$((Get-Location).Path):$found"
    $samePlace = $state.place -eq $place -or ($found -eq $state.manifest -and ($found -or -not (Test-Path Env:__TOOL_HOOK)))
    if ($key -eq $state.last -and $samePlace -and (__tool_hook_same_files)) { $state.place = $place; return }
    foreach ($name in $state.names) { __tool_hook_put $name $state.was[$name] }
    if ($state.names.Count) { Remove-Item Env:__TOOL_HOOK -ErrorAction SilentlyContinue }
    $left = $state.names -join ' '
    $global:__tool_hook_state = $state = @{ last = $key; place = $place; manifest = ''; files = @(); names = @(); was = @{} }
    if (-not ($found -or $left -or (Test-Path Env:__TOOL_HOOK))) { return }
    $program, $words = $global:__tool_hook_program
    $env:__TOOL_HOOK_LEFT = $left
    try { $text = & $program @words hook powershell --update } finally { Remove-Item Env:__TOOL_HOOK_LEFT -ErrorAction SilentlyContinue }
    if (-not $text) { return }
    $update = ($text -join '') | ConvertFrom-Json
    $plain = { param($value) if ($null -eq $value) { $null } else { [Text.Encoding]::UTF8.GetString([Convert]::FromBase64String($value)) } }
    foreach ($one in $update.put.PSObject.Properties) { __tool_hook_put $one.Name (& $plain $one.Value) }
    foreach ($one in $update.set.PSObject.Properties) {
        $state.was[$one.Name] = [Environment]::GetEnvironmentVariable($one.Name)
        __tool_hook_put $one.Name (& $plain $one.Value)
        $state.names += $one.Name
    }
    $state.manifest = $update.manifest
    $state.files = @($update.files)
}
if (-not (Test-Path Variable:global:__tool_hook_prompt)) {
    $global:__tool_hook_prompt = $function:prompt
    function global:prompt {
        $succeeded = $?
        $code = $global:LASTEXITCODE
        try { __tool_hook } catch { } finally { $global:LASTEXITCODE = $code }
        if (-not $succeeded) { Write-Error '' -ErrorAction Ignore }
        & $global:__tool_hook_prompt
    }
}
`;
