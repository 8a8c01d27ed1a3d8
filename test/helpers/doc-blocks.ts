/** The fenced blocks of a page, with what their info strings say about how they are tested. */

export interface DocBlock {
  /** The line of the opening fence, from 1. */
  readonly line: number;
  readonly language: string;
  /** `name=value`, `name="some words"` or `name` behind the language; a bare name has the value ''. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly text: string;
}

export interface DocCommand {
  readonly command: string;
  readonly output: string;
}

export function blocksOf(page: string): readonly DocBlock[] {
  return [...page.matchAll(/^```(\S+)?([^\n]*)\n([\s\S]*?)^```$/gmu)].map((found) => ({
    line: page.slice(0, found.index).split('\n').length,
    language: found[1] ?? '',
    attributes: attributesOf(found[2] ?? ''),
    text: found[3] ?? '',
  }));
}

/** Lines behind `$ ` are commands (a backslash at the end goes on in the next line); the lines up to the next are their output. */
export function commandsOf({ text }: DocBlock): readonly DocCommand[] {
  return text
    .split(/^\$ /mu)
    .slice(1)
    .map((step) => {
      const [, command = '', output = ''] = /^((?:.*\\\n)*.*)\n?([\s\S]*)$/u.exec(step) ?? [];
      return { command, output };
    });
}

/** Output as a page shows it, with `…` for what differs from run to run, and alone on a line for any lines. */
export function patternOf(output: string): RegExp {
  const escaped = output.replaceAll(/[\\^$.*+?()[\]{}|]/gu, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/^…\n/gmu, '(?:.*\n)*?').replaceAll('…', '.*')}$`, 'u');
}

/** Relative targets of links, without what stands behind `#`. */
export function linksOf(page: string): readonly string[] {
  const targets = [...page.matchAll(/\]\(([^)\s]+)\)/gu)].map(([, target = '']) => target.replace(/#.*$/u, ''));
  return targets.filter((target) => target !== '' && !/^[a-z]+:/u.test(target));
}

function attributesOf(text: string): ReadonlyMap<string, string> {
  const found = text.matchAll(/([\w-]+)(?:=(?:"([^"]*)"|(\S+)))?/gu);
  return new Map([...found].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}
