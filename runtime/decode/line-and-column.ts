/** The wording for a position in a document; counted from 1, columns in characters. */

/** `line 3` */
export function lineText(document: string, offset: number): string {
  return `line ${lineAt(document, offset).number}`;
}

/** `line 3, column 7` */
export function lineAndColumn(document: string, offset: number): string {
  const { number, start } = lineAt(document, offset);
  return `line ${number}, column ${Array.from(document.slice(start, offset)).length + 1}`;
}

function lineAt(document: string, offset: number): { readonly number: number; readonly start: number } {
  let number = 1;
  let start = 0;
  for (let end = document.indexOf('\n'); end !== -1 && end < offset; end = document.indexOf('\n', start)) {
    number++;
    start = end + 1;
  }
  return { number, start };
}
