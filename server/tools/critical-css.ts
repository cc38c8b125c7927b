/**
 * Picks the rules of a style sheet that markup can need, so that a document carries them itself and its first paint waits for nothing.
 * It reads style sheets as Vite minifies them.
 */

interface Rule {
  /** The text before the braces; of a statement without braces, all of it. */
  readonly head: string;
  /** Null for a statement like `@layer a,b;`. */
  readonly body: string | null;
}

/** Splits a style sheet, or the inside of a conditional group, into its rules. */
function splitRules(css: string): Rule[] {
  const rules: Rule[] = [];
  let start = 0;
  let depth = 0;
  let open = 0;
  let quote = '';
  for (let at = 0; at < css.length; at += 1) {
    const sign = css.charAt(at);
    if (sign === '\\') at += 1;
    else if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === '"' || sign === "'") quote = sign;
    else if (sign === '{') {
      if (depth === 0) open = at;
      depth += 1;
    } else if (sign === '}') {
      depth -= 1;
      if (depth === 0) {
        rules.push({ head: css.slice(start, open).trim(), body: css.slice(open + 1, at) });
        start = at + 1;
      }
    } else if (sign === ';' && depth === 0) {
      rules.push({ head: css.slice(start, at + 1).trim(), body: null });
      start = at + 1;
    }
  }
  return rules;
}

const GROUP = /^@(?:media|supports|container|layer|scope|starting-style)\b/;
const CLASS = /\.((?:[\w-]|\\.)+)/g;

/** Splits a selector list at its commas outside of parentheses. */
const splitSelectors = (list: string): string[] => list.split(/,(?![^()]*\))/);

/** Says whether an element of the markup may match: all classes that a selector asks for are there, but for those in `:not()` and its like. */
function mayMatch(selector: string, classes: ReadonlySet<string>): boolean {
  const asked = selector.replace(/:(?:not|is|where|has)\([^()]*(?:\([^()]*\)[^()]*)*\)/g, '');
  return [...asked.matchAll(CLASS)].every(([, name = '']) => classes.has(name.replaceAll('\\', '')));
}

function pick(css: string, classes: ReadonlySet<string>): string {
  return splitRules(css)
    .map(({ head, body }) => {
      if (body === null) return head.startsWith('@import') ? '' : head;
      if (GROUP.test(head)) {
        const inside = pick(body, classes);
        return inside === '' ? '' : `${head}{${inside}}`;
      }
      // Animations and fonts come with the whole style sheet.
      if (head.startsWith('@')) return '';
      return splitSelectors(head).some((selector) => mayMatch(selector, classes)) ? `${head}{${body}}` : '';
    })
    .join('');
}

/** Returns the rules that an element of the markup may match. Pure. */
export function criticalCss(css: string, markup: string): string {
  const classes = new Set([...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/)));
  return pick(css, classes);
}
