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
function splitSelectors(list: string): string[] {
  const selectors = [''];
  let depth = 0;
  for (const sign of list) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) selectors.push('');
    else selectors.push((selectors.pop() ?? '') + sign);
  }
  return selectors;
}

/** A function with what stands in its parentheses, which may have parentheses of their own. */
const FUNCTION = /:([\w-]+)\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)/g;
/**
 * In these functions an element must match one of the selectors. In others, as in `:not()`, the classes may be missing from the markup, so
 * they are ignored.
 */
const ASKS_FOR_ONE = new Set(['is', 'where', 'has']);

/** The element's name in each part of a selector, as in `.prose hr`. */
const ELEMENT = /(?:^|[\s>+~])([a-z][a-z0-9]*)/g;

const ATTRIBUTE = /\[([\w-]+)[^\]]*\]/g;

/** The names that occur in markup. */
interface Names {
  readonly classes: ReadonlySet<string>;
  readonly elements: ReadonlySet<string>;
  readonly attributes: ReadonlySet<string>;
}

function namesIn(markup: string): Names {
  return {
    classes: new Set([...markup.matchAll(/\sclass="([^"]*)"/g)].flatMap(([, names = '']) => names.split(/\s+/))),
    elements: new Set(['html', 'body', ...[...markup.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, name = '']) => name)]),
    attributes: new Set(['lang', ...[...markup.matchAll(/\s([a-z-]+)(?==")/g)].map(([, name = '']) => name)]),
  };
}

/** Says whether an element of the markup may match: all classes, elements and attributes that a selector asks for are there. */
function mayMatch(selector: string, names: Names): boolean {
  const withAttributes = selector.replace(FUNCTION, '');
  const simple = withAttributes.replace(ATTRIBUTE, '');
  const attributes = [...withAttributes.matchAll(ATTRIBUTE)].map(([, name = '']) => name);
  const classes = [...simple.matchAll(CLASS)].map(([, name = '']) => name.replaceAll('\\', ''));
  const elements = [...simple.matchAll(ELEMENT)].map(([, name = '']) => name);
  const lists = [...selector.matchAll(FUNCTION)].flatMap(([, name = '', list = '']) => (ASKS_FOR_ONE.has(name) ? [splitSelectors(list)] : []));
  return classes.every((name) => names.classes.has(name)) && elements.every((name) => names.elements.has(name))
    && attributes.every((name) => names.attributes.has(name))
    && lists.every((list) => list.some((each) => mayMatch(each.trim(), names)));
}

function pick(css: string, names: Names): string {
  return splitRules(css)
    .map(({ head, body }) => {
      if (body === null) return head.startsWith('@import') ? '' : head;
      if (GROUP.test(head)) {
        const inside = pick(body, names);
        return inside === '' ? '' : `${head}{${inside}}`;
      }
      // Animations and fonts come with the whole style sheet.
      if (head.startsWith('@')) return '';
      return splitSelectors(head).some((selector) => mayMatch(selector.trim(), names)) ? `${head}{${body}}` : '';
    })
    .join('');
}

/** Returns the rules that an element of the markup may match. Pure. */
export function criticalCss(css: string, markup: string): string {
  return pick(css, namesIn(markup));
}
