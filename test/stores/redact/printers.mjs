/** Values as real programs print them: those of six languages and of every system, where they are installed. */
import { deepStrictEqual, ok } from 'node:assert';
import { spawnSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Whatever a writer escapes of it, letters remain. */
const VALUE = `canary@one+w$rd&blank here!9"é€😀'\\<italic>/~finish`;
const MANIFEST = `[project]
name = "printers"
revision = "1.0"
require_reason = false

[defaults]
providers = ["file:./values"]

[profiles.default]
A = { description = "With signs that every writer escapes" }
`;
const END = '@@@@';

const NODE = `
const a = process.env.A, b = Buffer.from(a), url = new URL('postgres://u@h/db'), say = (text) => console.log(text + '\\n${END}');
url.password = a; url.searchParams.set('a', a);
say(url.href); url.pathname = a; url.hash = a; say(url.href); say(encodeURI(a)); say(encodeURIComponent(a)); say(escape(a));
say(new URLSearchParams({ a })); say(require('querystring').stringify({ a })); say(JSON.stringify({ a }));
say(JSON.stringify(JSON.stringify({ a }))); say(require('util').inspect({ a })); say(b.toString('base64'));
say(Buffer.from('user:' + a).toString('base64url')); say(b.toString('hex')); say(JSON.stringify(a).replace(/[<>&]/g, (c) => '\\\\u00' + c.charCodeAt(0).toString(16)));
`;
const PYTHON = `
import os, json, base64, html, quopri, shlex, email.mime.text
from urllib.parse import quote, quote_plus, urlencode
from xml.sax.saxutils import quoteattr
a = os.environ["A"]; b = a.encode()
units = ["%04X" % (x[0] * 256 + x[1]) for x in zip(*[iter(a.encode("utf-16-be"))] * 2)]
for text in [quote(a), quote(a, safe=""), quote_plus(a), urlencode({"a": a}), json.dumps(a), json.dumps(a, ensure_ascii=False),
  "".join(chr(int(u, 16)) if chr(int(u, 16)).isalnum() and int(u, 16) < 128 else "\\\\u" + u for u in units), "".join("\\\\u" + u for u in units),
  repr(a), ascii(a), repr(b), base64.b64encode(b"x" * 50 + b).decode(), base64.encodebytes(b"x" * 50 + b).decode(), b.hex(":"),
  b.hex(" ").upper(), b.hex("-"), html.escape(a), a.encode("ascii", "xmlcharrefreplace").decode(), quoteattr(a),
  quopri.encodestring(b * 3).decode(), shlex.quote(a), a.encode("unicode_escape").decode(), email.mime.text.MIMEText(a * 3).as_string()]:
  print(text + "\\n${END}")
`;
const PERL = `
my $a = $ENV{A}; my @all = (encode_base64("x" x 50 . $a), encode_qp($a x 4), unpack("H*", $a), uc(join ":", unpack("(H2)*", $a)), quotemeta($a));
for my $format ("%%%02x", "%%%02X", "\\\\x%02x", "\\\\%03o") { (my $e = $a) =~ s/([^A-Za-z0-9])/sprintf($format, ord($1))/ge; push @all, $e }
print "$_\\n${END}\\n" for @all;
`;
const RUBY = `
Encoding.default_external = "UTF-8"; a = ENV["A"].dup.force_encoding("UTF-8")
[URI.encode_www_form_component(a), URI.encode_www_form(a: a), CGI.escape(a), CGI.escapeHTML(a), JSON.generate(a), JSON.generate(a, ascii_only: true),
 a.inspect, a.dump, Base64.encode64("x" * 50 + a), Base64.urlsafe_encode64(a), Shellwords.escape(a), a.unpack1("H*"), [a].pack("M"), {a: a}.to_yaml,
 ["x" * 60 + a + "\\t"].to_yaml].each { |text| puts text, "${END}" }
`;
const BASH = [
  `printf '%q\\n' "$A"`,
  `LC_ALL=C printf '%q\\n' "$A"`,
  `printf '%q\\n' "$A"$'\\t'`,
  'echo "$' + '{A@Q}"',
  'declare -p A',
  'set | grep -a ^A=',
  'export -p | grep -a " A="',
  `(printf 'x%.0s' {1..50}; printf %s "$A") | base64`,
  'printf %s "$A" | base64 -w 10',
  'printf %s "$A" | base64 -w 64 | sed "s/$/\\r/"',
  'printf %s "$A" | od -An -v -tx1',
  `printf %s "$A" | od -An -v -tx1 | tr -d ' \\n'`,
  'set -x; : "$A"; { set +x; } 2>/dev/null',
].map((line) => `${line}; echo; echo ${END}`);
const OTHERS = [
  ['openssl', 'printf %s "$A" | openssl base64'],
  ['xxd', 'printf %s "$A" | xxd -p'],
  ['jq', `printf %s "$A" | jq -Rsr '., @uri, @html, @base64, @json, @sh'`],
];
const GO = `package main

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"mime/quotedprintable"
	"net/url"
	"os"
	"strconv"
	"strings"
)

func main() {
	a := os.Getenv("A")
	j, _ := json.Marshal(a)
	var mail strings.Builder
	w := quotedprintable.NewWriter(&mail)
	w.Write([]byte(a + a + a))
	w.Close()
	address := url.URL{Scheme: "https", User: url.UserPassword("u", a), Host: "h", Path: "/" + a, RawQuery: url.Values{"a": {a}}.Encode(), Fragment: a}
	for _, text := range []string{url.QueryEscape(a), url.PathEscape(a), address.String(), string(j), strconv.Quote(a), strconv.QuoteToASCII(a),
		fmt.Sprintf("%#v", a), fmt.Sprintf("%x", a), fmt.Sprintf("% X", a), fmt.Sprintf("%#x", []byte(a)), html.EscapeString(a), hex.EncodeToString([]byte(a)),
		base64.RawURLEncoding.EncodeToString([]byte("u:" + a)), mail.String()} {
		fmt.Println(text + "\\n${END}")
	}
}
`;
const JAVA = `import java.net.*;
import java.nio.charset.StandardCharsets;
import java.util.*;

public class Printer {
  static void say(Object text) { System.out.println(text + "\\n${END}"); }

  public static void main(String[] none) throws Exception {
    String a = System.getenv("A");
    byte[] b = a.getBytes(StandardCharsets.UTF_8);
    URI uri = new URI("https", "u:" + a, "h", 1, "/" + a, a, a);
    say(URLEncoder.encode(a, "UTF-8"));
    say(uri);
    say(uri.toASCIIString());
    say(Base64.getMimeEncoder().encodeToString(("x".repeat(50) + a).getBytes(StandardCharsets.UTF_8)));
    say(Base64.getUrlEncoder().withoutPadding().encodeToString(b));
    say(HexFormat.ofDelimiter(":").withUpperCase().formatHex(b));
    Properties all = new Properties();
    all.setProperty("a", a);
    all.store(System.out, null);
    say("");
  }
}
`;

/** What may be left of it in a row. */
const WINDOW = 8;
const WORDS = ['canary', 'blank', 'italic', 'finish'];

/** Parts of the value in other letters, wherever it begins in a longer text. */
function partsOf(value) {
  const bytes = Buffer.from(value);
  const base64 = [0, 1, 2].map((before) =>
    Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .slice(4, -4),
  );
  const all = [...base64, bytes.toString('hex')].map((text) => text.toLowerCase());
  return all.flatMap((text) => Array.from({ length: text.length - WINDOW }, (_, at) => text.slice(at, at + WINDOW)));
}

function hasNothingLeft(record) {
  const letters = record.replaceAll('[A]', '|').toLowerCase();
  const joined = letters
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(/[\s:+]|0x|\\x/gu, '');
  const parts = partsOf(VALUE).map((part) => part.replaceAll('+', ''));
  return (
    record.includes('[A]') &&
    !WORDS.some((word) => letters.includes(word)) &&
    !parts.some((part) => joined.includes(part))
  );
}

export const printers = (world) => {
  const { place, sh, folder } = world;
  place('printers/manifest.toml', MANIFEST);
  place('printers/values/printers/default/A', VALUE);
  const script = (name, text) => place(`printers/${name}`, text);
  const go = join(folder, 'printers/printer');
  const programs = {
    node: ['node', script('print.cjs', NODE)],
    python3: ['python3', script('print.py', PYTHON)],
    perl: ['perl', '-MMIME::Base64', '-MMIME::QuotedPrint', script('print.pl', PERL)],
    ruby: [
      'ruby',
      ...['uri', 'json', 'cgi', 'base64', 'shellwords', 'yaml'].map((one) => `-r${one}`),
      script('print.rb', RUBY),
    ],
    bash: ['bash', script('print.bash', BASH.join('\n'))],
    java: ['java', '-Dfile.encoding=UTF-8', '-Dstdout.encoding=UTF-8', script('Printer.java', JAVA)],
    go: [go],
    ...Object.fromEntries(OTHERS.map(([name, line]) => [name, ['bash', '-c', `${line}; echo ${END}`]])),
  };
  const source = script('main.go', GO);
  const isThere = (name) => {
    // Built with the caller's own home, where its caches are.
    if (name === 'go')
      return spawnSync('go', ['build', '-o', go, source], { env: { ...process.env, HOME: homedir() } }).status === 0;
    return spawnSync('sh', ['-c', `command -v ${name}`]).status === 0;
  };
  return Object.fromEntries(
    Object.entries(programs)
      .filter(([name]) => isThere(name))
      .map(([name, words]) => [
        `nothing is left of a value that ${name} prints in its own ways`,
        () => {
          const quoted = words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
          const { stdout, stderr } = sh(`cd printers && run ${quoted} 2>&1`);
          const records = Buffer.from(stdout, 'latin1').toString('utf8').split(`${END}\n`).slice(0, -1);
          ok(records.length > 0 && stderr === '', `${stdout}${stderr}`);
          deepStrictEqual(
            records.filter((record) => record.trim() !== '' && !hasNothingLeft(record)),
            [],
          );
        },
      ]),
  );
};
