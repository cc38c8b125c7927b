/** @import { Rule, SyntaxNode } from './syntax' */

const MAX_WIDTH = 150;
const TAB = 4;
const URL_IN_LINE = /[^:/?#]:\/\/[^?#]/u;

/** In characters, a tab as far as its next stop. @param {string} line */
function widthOf(line) {
  let width = 0;
  for (const character of line) width += character === '\t' ? TAB - (width % TAB) : 1;
  return width;
}

/** A URL can't be broken. @param {string} line */
function isTooWide(line) {
  const mayBe = line.length > MAX_WIDTH || line.includes('\t');
  return mayBe && widthOf(line) > MAX_WIDTH && !URL_IN_LINE.test(line);
}

/**
 * Strings, pieces of templates and regular expressions make a line as wide as they are: in two pieces a search doesn't find them.
 * @type {Rule}
 */
export const maxWidth = {
  create(context) {
    const { lines } = context.sourceCode;
    const wide = new Set(lines.flatMap((line, n) => (isTooWide(line) ? [n + 1] : [])));
    if (wide.size === 0) return {};
    /** @param {SyntaxNode} node */
    const excuse = ({ loc }) => {
      for (let line = loc.start.line; line <= loc.end.line; line += 1) wide.delete(line);
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string' || node.regex !== undefined) excuse(node);
      },
      TemplateElement: excuse,
      'Program:exit'() {
        for (const line of wide) {
          const end = { line, column: lines[line - 1]?.length ?? 0 };
          context.report({ loc: { start: { line, column: 0 }, end }, message: `A line has at most ${MAX_WIDTH} characters.` });
        }
      },
    };
  },
};
