/** The page about errors, made of wordings and explanations. */
import { readUserConfig } from '#compiler/index.js';
import { allWordings } from '#schemas/diagnostics/index.js';
import type { Example, Explanation } from '#schemas/explanations/explanation.js';
import { allExplanations, families } from '#schemas/explanations/index.js';

const HEAD = `# Errors and warnings

Every finding has a code, which never changes its meaning. \`tool explain CODE\` prints what stands here. Codes that start with \`E\` are
errors. Codes that start with \`W\` are warnings: those of a manifest are told by [\`tool lint\`](commands/lint.md) alone, and change an exit
code only with \`--strict\`.

Examples are parts of a manifest; a project and a profile are left out where they do not matter. This page is written by
\`npm run golden:update\`.
`;

export function errorsPage(): string {
  const codes = Object.keys(allWordings);
  const chapters = families.map(([family, about]) => {
    const sections = codes.filter((code) => code.slice(1, 3) === family).map(sectionOf);
    return [`## ${about}\n`, ...sections].join('\n');
  });
  return [HEAD, ...chapters].join('\n');
}

function sectionOf(code: string): string {
  const explanation = allExplanations[code];
  const title = `### ${code}: ${allWordings[code]?.title ?? ''}\n`;
  return explanation === undefined ? title : [title, ...bodyOf(code, explanation)].join('\n');
}

function bodyOf(code: string, { text, wrong, right }: Explanation): readonly string[] {
  const refused = code.startsWith('E') && Number(code.slice(1, 3)) <= 7 ? ` refused=${code}` : '';
  return [
    `${text}\n`,
    'Wrong:\n',
    blockOf(wrong, wrong.kind === 'user configuration' ? warned(code, wrong.text) : refused),
    'Right:\n',
    blockOf(right, ''),
  ];
}

/** Most findings about a user configuration are those of linking, which needs a manifest. */
function warned(code: string, text: string): string {
  const isShown = readUserConfig('config.toml', text).diagnostics.some((found) => found.code === code);
  return isShown ? ` refused=${code}` : '';
}

/** The words behind the language are for `docs.test.ts`, which executes the examples of every page. */
function blockOf({ kind, text }: Example, refused: string): string {
  switch (kind) {
    case 'manifest':
      return `\`\`\`toml${refused}\n${text}\`\`\`\n`;
    case 'user configuration':
      return `In the user configuration:\n\n\`\`\`toml user-configuration${refused}\n${text}\`\`\`\n`;
    case 'values':
      return `\`\`\`text not-run="a file in an editor"\n${text}\`\`\`\n`;
    case 'console':
      return `\`\`\`console not-run="shows what is typed, not what is printed"\n${text}\`\`\`\n`;
  }
}
