/** Variables that make programs load code or find other programs, servers and certificates. */

const NAMES: ReadonlySet<string> = new Set([
  'NODE_OPTIONS',
  'NODE_PATH',
  'NODE_EXTRA_CA_CERTS',
  'PYTHONPATH',
  'PYTHONSTARTUP',
  'PYTHONHOME',
  'PERL5OPT',
  'PERL5LIB',
  'RUBYOPT',
  'RUBYLIB',
  'JAVA_TOOL_OPTIONS',
  '_JAVA_OPTIONS',
  'BASH_ENV',
  'ENV',
  'PATH',
  'IFS',
  'SHELLOPTS',
  'SSH_ASKPASS',
  'EDITOR',
  'PAGER',
  'BROWSER',
]);

const PATTERN = /^(?:LD_|DYLD_|GIT_)|_PROXY$/u;

/** In any case: several programs read `http_proxy`, and names on Windows have no case. */
export function changesPrograms(variable: string): boolean {
  const name = variable.toUpperCase();
  return NAMES.has(name) || PATTERN.test(name);
}
