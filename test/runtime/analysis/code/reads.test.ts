/** What each reader finds: names, their places, names that are computed, and what is in comments and strings and is none. */
import { describe, expect, test } from '@jest/globals';
import { languageOf, languageOfText } from '#runtime/analysis/code/languages.js';

interface Shown {
  /** `NAME`, or `NAME?` where the program does without a value. */
  readonly reads: readonly string[];
  readonly computed: readonly string[];
  readonly assigned: readonly string[];
}

async function readOf(file: string, text: string): Promise<Shown> {
  const language = languageOf(file) ?? languageOfText(text);
  if (language === null) throw new Error(`${file} is in no language`);
  const { reads, computed, assigned } = await language.read(text, file);
  return {
    reads: reads.map(({ name, hasDefault }) => `${name}${hasDefault ? '?' : ''}`).sort(),
    computed: computed.map(({ start, end }) => text.slice(start, end)),
    assigned: [...assigned].sort(),
  };
}

/** What is read, with the file and its text. */
const READ: readonly (readonly [reads: string, file: string, text: string])[] = [
  ['A B C D E', 'a.js', "process.env.A; process.env['B']; process?.env?.C; process.env?.['D']; process.env[`E`]"],
  ['A', 'a.js', '(process.env).A'],
  ['A B C', 'a.ts', "(process.env as any).A; process.env!.B; (<any>process.env)['C']"],
  ['A? B? C?', 'a.js', "process.env.A ?? 'x'; process.env.B || 'x'; process.env.C ||= 'x'"],
  ['A B C? D F G', 'a.js', "const { A, B: b, C = 'c', ['D']: d, 'F': f, ...rest } = process.env; rest.G"],
  ['A B', 'a.ts', 'function f({ A }: Env = process.env) {} const g = (e = process.env) => e.B'],
  ['A', 'a.js', '({ A: a } = process.env)'],
  ['A B C', 'a.js', "const KEY = 'A'; process.env[KEY]; const env = process.env; env.B; env['C']"],
  ['A', 'a.js', 'const f = () => env.A; const env = process.env; function g(env) { return env.B }'],
  [
    'A B C D',
    'a.mjs',
    "import { env } from 'node:process'; env.A; import p, { env as e } from 'process'; p.env.B; e.C; import * as q from 'process'; q.env.D",
  ],
  [
    'A B C',
    'a.cjs',
    "require('process').env.A; const { env } = require('node:process'); env.B; const { env: { C } } = process",
  ],
  ['A B', 'a.js', "globalThis.process.env.A; window.process.env['B']"],
  [
    'VITE_A VITE_B',
    'a.ts',
    'import.meta.env.VITE_A; import.meta.env.MODE; const m = import.meta.env; m.PROD; m.VITE_B',
  ],
  ['A B? C D', 'a.ts', "Deno.env.get('A'); Deno.env.has('B'); Bun.env.C; Deno.env.toObject().D"],
  ['A B', 'a.ts', "import { env } from '$env/dynamic/private'; env.A; import { B as b } from '$env/static/private'"],
  ['A? B?', 'a.js', "'A' in process.env; process.env.hasOwnProperty('B')"],
  ['A B', 'a.jsx', 'export const a = <a b={process.env.A}>process.env.C {process.env.B}</a>'],
  [
    'A',
    'a.js',
    "// process.env.B\n/* process.env.C */ const s = 'process.env.D'; const t = `${process.env.A} process.env.E`; /process.env.F/",
  ],
  [
    'A',
    'a.ts',
    'type T = typeof process.env.B; interface E { C: string } declare const x: NodeJS.ProcessEnv["D"]; process.env.A',
  ],
  [
    '',
    'a.js',
    'spawn("x", { env: { ...process.env, A: 1 } }); a.process.env.B; delete process.env.C; Object.keys(process.env)',
  ],
  ['', 'a.js', 'function f(process) { return process.env.A }'],
  [
    'A',
    'a.vue',
    '<script setup lang="ts" generic="T extends Set<string>">const a: string = import.meta.env.A</script>',
  ],
  [
    'A B',
    'a.vue',
    '<template>{{ import.meta.env.A }} it\'s</template>\n<script setup lang="ts">import.meta.env.B as string</script>',
  ],
  [
    'A B',
    'a.vue',
    '<script lang="ts" generic="T extends Set<string>">process.env.A as T</script><!-- {{ process.env.X }} --><p>{{ process.env.B }}</p><!-- process.env.Y',
  ],
  ['A B C', 'a.astro', "---\nimport.meta.env.A\n---\n<p>{import.meta.env.B} it's</p><script>process.env.C</script>"],
  [
    'A B? C D? E F G',
    'a.py',
    "import os\nos.environ['A']\nos.environ.get('B', 'x')\nos.getenv('C')\nos.getenv('D') or 'x'\nos.environ[b'E']\nos.environ.pop('F')\nos.environ['G'].split()",
  ],
  [
    'A B C D E?',
    'a.py',
    'from os import environ as e, getenv\nimport os as o\ne["A"]; getenv("B"); o.environ["C"]\nenv = os.environ\nenv["D"]\nenv.get(\n    "E",\n    "x",\n)',
  ],
  ['A B C?', 'a.py', 'KEY = "A"\nos.environ[KEY]\nf"{os.environ[\'B\']} os.environ[\'X\']"\n"C" not in os.environ'],
  [
    'A',
    'a.py',
    '# os.getenv("B")\n"""os.getenv("C")"""\nr"os.getenv(\'D\')"\nx.os.getenv("E")\ndel os.environ["F"]\nos.environ["A"]',
  ],
  ['A B', 'a.py', "f\"{os.environ['A']} {{os.environ['X']}} {{{os.environ['B']}}}\""],
  ['A B', 'a.py', 'os.environ["A" "B"]\nos.getenv(key="C")\nos.getenv("B")'.replace('"A" "B"', '"A"')],
  ['A B', 'a.go', 'package a\nconst (\n k string = "A"\n l string = `B`\n)\nfunc f() { os.Getenv(k); os.Getenv(l) }'],
  [
    'A B C D',
    'a.go',
    'package a\nconst key = "A"\nvar x = os.Getenv(key)\nfunc f() { os.Getenv("B"); v, ok := os.LookupEnv(`C`); os.ExpandEnv("x ${D}") }',
  ],
  [
    'A',
    'a.go',
    '// os.Getenv("B")\n/* os.Getenv("C") */\nvar s = "os.Getenv(\\"D\\")"; var r = \'"\'; var t = `os.Getenv("E")`; x.os.Getenv("F"); os.Getenv("A")',
  ],
  [
    'A B? C D E F',
    'a.rs',
    'const K: &str = "A";\nfn f<\'a>() { env::var(K); env::var("B").unwrap_or_default(); std::env::var_os("C"); env!("D"); option_env!("E"); dotenvy::var("F") }',
  ],
  ['A', 'a.rs', 'use std::env::{self, var};\nfn f() { var("A"); x.var("B") }'],
  [
    'A',
    'a.rs',
    '// env::var("B")\n/* /* env::var("C") */ env::var("D") */ let s = r#"env::var("E")"#; let c = \'"\'; let l: &\'a str; env::var("A")',
  ],
  [
    'A B C? D E? F G',
    'a.rb',
    'ENV["A"]; ENV.fetch("B"); ENV.fetch("C", "x")\nENV.fetch "D"\nENV["E"] || "x"\nENV.values_at("F", "G")',
  ],
  [
    'A B C',
    'a.rb',
    '# ENV["X"]\n=begin\nENV["Y"]\n=end\n"#{ENV["A"]} ENV[\'Z\']"\nputs <<~EOS\n  it\'s #{ENV["B"]} ENV["W"]\nEOS\ns =~ /[\'"]/\n%w[a\' b]\nENV["C"]\n__END__\nENV["V"]',
  ],
  [
    'A B C? D',
    'A.java',
    'class A { static final String K = "A"; String a = System.getenv(K), b = System.getenv("B"); { System.getenv().getOrDefault("C", "x"); java.lang.System.getenv("D"); System.getenv(); } }',
  ],
  [
    'A',
    'A.java',
    'class A { /* System.getenv("B") */ String s = "System.getenv(\\"C\\")"; char c = \'"\'; String t = """\n System.getenv("D") """; // System.getenv("E")\n String a = System.getenv("A"); }',
  ],
  [
    'A? B C',
    'a.kt',
    'val a = System.getenv("A") ?: "x"; val b = System.getenv()["B"]; val c = "${System.getenv("C")} System.getenv(D)"',
  ],
  ['A B? C', 'a.scala', 'sys.env("A"); sys.env.getOrElse("B", "x"); val q = \'"\'; sys.env.get("C")'],
  [
    'A B',
    'build.gradle',
    "def a = System.getenv('A')\ndef s = 'System.getenv(\"C\")'\ndef b = \"${System.getenv('B')}\"",
  ],
  [
    'A B CD E F',
    'a.c',
    '#define K "A"\nint main() { getenv(K); getenv("B"); getenv("C" "D"); std::getenv("E"); secure_getenv("F"); }',
  ],
  [
    'A',
    'a.cpp',
    'char *getenv(const char *name); /* getenv("B") */ // getenv("C")\nauto s = "getenv(\\"D\\")"; R"x(getenv("E"))x"; p->getenv("F"); getenv("A");',
  ],
  [
    'A B? C? D? E F',
    'a.php',
    "<?php $_ENV['A']; getenv('B') ?: 'x'; $_ENV['C'] ?? 'x'; env('D', 'x'); \"{$_ENV['E']}\"; \\getenv('F');",
  ],
  [
    'A B C',
    'a.php',
    "it's getenv('X') <?php // getenv('Y')\n# getenv('Z')\n$x = <<<EOT\nit's {$_ENV['A']} getenv('W')\nEOT;\ngetenv('B'); $o->getenv('V') ?> it's <?= getenv('C') ?> it's",
  ],
  ['A B C? D E F', 'a.sh', 'echo $A "${B}" \'$X\' ${C:-x} ${D:?no} \\$Y $$ $1 ${E#x} ${#F} # $Z'],
  ['A', 'a.php', "\nit's getenv('X') <?= getenv('A') ?>"],
  [
    'A B C D',
    'a.sh',
    'X=1 cmd; export Y=$A; Z="$(f "$B" \'$W\')"; echo "it\'s $C $X $Y $Z"; awk \'{print $V}\' "$D"'.replace(
      ' $X $Y $Z',
      '',
    ),
  ],
  ['A B', 'a.sh', "cat <<EOF\nit's $A `echo $B` \\$X\nEOF\ncat <<'EOF'\n$Y\nEOF\n"],
  ['A B', 'a.sh', "echo $'it\\'s $X' $A; echo $small; for small in 1; do echo $small; done; (( N + 1 )); printenv B"],
  ['A', 'run', '#!/usr/bin/env bash\necho $A\n'],
  ['A B', 'Dockerfile', '# $X\nFROM node\nRUN echo $A \\\n  # $Y\n  && echo ok\nCMD ["sh", "-c", "exec $B"]'],
  [
    'A? B C D E F',
    'compose.yaml',
    'services:\n  a:\n    image: "x:${A:-1}" # ${X}\n    environment:\n      - B\n      - X=${C}\n    command: $$Y $D\n  b:\n    environment:\n      E:\n      Z: 1\nsecrets:\n  k:\n    environment: F\n',
  ],
];

test.each(READ)('reads %s in %s of %s', async (reads, file, text) => {
  expect((await readOf(file, text)).reads).toEqual(reads === '' ? [] : reads.split(' '));
});

const COMPUTED: readonly (readonly [file: string, text: string, computed: readonly string[]])[] = [
  [
    'a.js',
    "process.env[name]; process.env['A' + b]; process.env[`X_${y}`]; const { [k]: v } = process.env",
    ['k', 'name', "'A' + b", '`X_${y}`'],
  ],
  ['a.js', "const A = 'A', B = 'B'; let c = 'C'; process.env[A + B]; process.env[c]", ['A + B', 'c']],
  ['a.js', "let KEY = 'A'; process.env[KEY]; Deno.env.get(x); process.env[name] = 1", ['KEY', 'x']],
  [
    'a.py',
    'os.environ[k]\nos.getenv(f"A_{b}")\nos.environ.get(p + "A", "x")\ndef getenv(name): pass',
    ['k', 'f"A_{b}"', 'p + "A"'],
  ],
  [
    'a.go',
    'package a\nvar k = "A"\nfunc f(x string) { k = "B"; os.Getenv(x); os.Getenv(k); os.Getenv("A" + x) }',
    ['x', 'k', '"A" + x'],
  ],
  ['a.rs', 'fn f(n: &str) { env::var(n); env::var(&format!("A_{}", n)) }', ['n', '&format!("A_{}", n)']],
  ['a.rb', 'ENV[k]; ENV["A_#{b}"]; ENV.fetch(k)', ['k', '"A_#{b}"', 'k']],
  ['A.kt', 'System.getenv("A_$b"); System.getenv(k)', ['"A_$b"', 'k']],
  ['a.c', 'char *getenv(const char *name); char *a = getenv(name);', ['name']],
  ['a.php', '<?php getenv($k); $_ENV["A_$b"]; env($k);', ['$k', '"A_$b"']],
  ['a.sh', 'echo ${!NAME} ${!PREFIX@} ${!LIST[@]}', ['NAME']],
];

test.each(COMPUTED)('lists what %s computes: %s', async (file, text, computed) => {
  expect((await readOf(file, text)).computed).toEqual(computed);
});

const ASSIGNED: readonly (readonly [file: string, text: string, assigned: string])[] = [
  ['a.js', "process.env.A = 'x'; process.env['B'] = 'x'; Deno.env.set('C', 'x')", 'A B C'],
  [
    'a.py',
    'os.environ["A"] = "x"\nos.environ.setdefault("B", "x")\nos.putenv("C", "x")\nos.environ["D"] == "x"',
    'A B C',
  ],
  ['a.go', 'os.Setenv("A", "x"); t.Setenv("B", "x")', 'A B'],
  ['a.rb', 'ENV["A"] = "x"\nENV["B"] == "x"', 'A'],
  ['a.php', "<?php putenv('A=x'); $_ENV['B'] = 'x';", 'A B'],
  [
    'a.sh',
    'A=1; export B=2; local C="$(x)"; read -r D E; for F in x; do :; done; printf -v G x; : ${H:=x}; I+=x; J[0]=x; docker run -e K=x',
    'A B C D E F G H I J',
  ],
  ['Dockerfile', 'ARG A=1\nARG B\nENV C=1 D=2\nENV E value\nRUN F=1 && x', 'A B C D E F'],
];

test.each(ASSIGNED)('knows what %s sets itself: %s', async (file, text, assigned) => {
  expect((await readOf(file, text)).assigned).toEqual(assigned.split(' '));
});

describe('mentions', () => {
  const asked = new Set(['A', 'B']);
  test.each([
    ['a.js', "required('A') // B"],
    ['a.js', 'const x = { A: 1 } /* B */'],
    ['a.py', 'config("A")  # B'],
    ['a.sh', 'get A # B'],
    ['compose.yaml', 'x: A # B'],
  ])('of %s are without comments: %s', async (file, text) => {
    const found = await languageOf(file)?.read(text, file);
    expect([...(found?.mentions(asked) ?? [])]).toEqual(['A']);
  });
});
