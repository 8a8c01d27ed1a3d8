/** The start of a comment that allows warnings: `# tool: allow W0604`. */
const ALLOW = /#[ \t]*tool:[ \t]*allow(?![\w-])/u;

/** Whether the text may have such comments; if not, it need not be searched. */
export function mayAllow(text: string): boolean {
  return ALLOW.test(text);
}

/** What is written after `allow`, and where it starts; null for every other comment. */
export function afterAllow(comment: string): { readonly text: string; readonly start: number } | null {
  const mark = ALLOW.exec(comment);
  if (mark?.index !== 0) return null;
  const text = comment.slice(mark[0].length);
  const reason = /(?:^|\s)--(?:\s|$)/u.exec(text);
  return { text: text.slice(0, reason?.index), start: mark[0].length };
}
