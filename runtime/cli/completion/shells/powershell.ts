/** PowerShell: words are passed in base64, because it quotes the arguments of programs differently from version to version. */
import type { Shell, Suggestion } from '../shell.js';

export const powershell: Shell = {
  script: `Register-ArgumentCompleter -Native -CommandName tool -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $words = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    })
    $words += "$wordToComplete"
    $encoded = [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($words -join "\`n"))
    $program = Get-Command -Name tool -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
    if (-not $program) { return }
    $before = $env:TOOL_COMPLETE
    try {
        $env:TOOL_COMPLETE = 'powershell'
        $lines = @(& $program -- $encoded 2>$null)
    } finally {
        $env:TOOL_COMPLETE = $before
    }
    foreach ($line in $lines) {
        $text, $shown, $description = $line -split "\`t", 3
        [System.Management.Automation.CompletionResult]::new($text, $shown, 'ParameterValue', $description)
    }
}
`,
  read([encoded = '']) {
    const words = Buffer.from(encoded, 'base64').toString('utf8').split('\n');
    const current = words.at(-1) ?? '';
    return {
      words: [...words.slice(0, -1), current.replace(/^(['"])(.*?)\1?$/u, '$2')],
      reply: (suggestions) => suggestions.map((one) => `${lineOf(one)}\n`).join(''),
    };
  },
};

/** None of the three may be empty. */
function lineOf({ text, label, description }: Suggestion): string {
  return [quoted(text), label, description === '' ? label : description].join('\t');
}

/** Typographic quotes end a text as well. */
function quoted(text: string): string {
  if (/^[\p{L}\p{N}_./:=+~-][\p{L}\p{N}_./:=+-]*$/u.test(text)) return text;
  return `'${text.replaceAll(/['\u2018-\u201b]/gu, '$&$&')}'`;
}
