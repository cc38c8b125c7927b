/** Finds words for people that stand in the code instead of in the catalogue, in the syntax tree of a file. */
import ts from 'typescript';

export interface LooseWord {
  readonly line: number;
  readonly text: string;
}

/** Members and attributes whose text is for people, whatever they belong to. */
const SHOWN = /^(aria-(label|description|roledescription|valuetext)|alt|(.*(title|label|text|hint|placeholder|message|description|heading|caption))|why)$/i;
/** Attributes that are none for people, and may look like sentences or end like the above. */
const NOT_SHOWN = /^(className|enterKeyHint)$/;
const LETTERS = /\p{L}{2}/u;
/** A sentence, or the beginning of one: a capital, and a second word. */
const SENTENCE = /^\s*["“‘]?\p{Lu}[\p{L}\p{M}’']*[,:]? \p{L}|\p{L}{2}[,:]? \p{Ll}{2,} \p{Ll}{2,}/u;

const isComparison = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.InKeyword;

/** The fixed parts of a string or a template; null for what is none. */
function fixedText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
  return null;
}

/** What a call or a member is called: `notify`, `words.found`. */
const nameOf = (node: ts.Node, file: ts.SourceFile): string => node.getText(file);

/** Whether what is below is no text for people: types, imports, sections of the catalogue, what programmers read. */
function isElsewhere(node: ts.Node, file: ts.SourceFile): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node)) return true;
  if (ts.isJsxAttribute(node)) return NOT_SHOWN.test(node.name.getText(file));
  return ts.isCallExpression(node) && /^(catalogue|plural|console\.\w+)$/.test(nameOf(node.expression, file));
}

/** Texts that an expression may come to: those in comparisons, keys and calls are not. */
function outcomes(node: ts.Node): ts.Node[] {
  if (fixedText(node) !== null) return [node];
  if (ts.isConditionalExpression(node)) return [...outcomes(node.whenTrue), ...outcomes(node.whenFalse)];
  if (ts.isBinaryExpression(node) && !isComparison(node.operatorToken.kind)) return [...outcomes(node.left), ...outcomes(node.right)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return outcomes(node.expression);
  return [];
}

/** `name`: decides by its ending whether there is JSX in it. */
export function looseWords(name: string, source: string): readonly LooseWord[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true);
  const found = new Map<number, LooseWord>();

  const tell = (node: ts.Node, text: string): void => {
    const at = node.getStart(file);
    found.set(at, { line: file.getLineAndCharacterOfPosition(at).line + 1, text: text.replace(/\s+/g, ' ').trim() });
  };
  const tellOutcomes = (node: ts.Node): void => {
    for (const each of outcomes(node)) {
      const text = fixedText(each) ?? '';
      if (LETTERS.test(text)) tell(each, text);
    }
  };

  const visit = (node: ts.Node): void => {
    if (isElsewhere(node, file)) return;
    if (ts.isJsxText(node) && LETTERS.test(node.text)) tell(node, node.text);
    else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) tellOutcomes(node.expression);
    else if (ts.isJsxAttribute(node) && SHOWN.test(node.name.getText(file)) && node.initializer) {
      tellOutcomes(ts.isJsxExpression(node.initializer) ? (node.initializer.expression ?? node.initializer) : node.initializer);
    } else if (ts.isPropertyAssignment(node) && SHOWN.test(node.name.getText(file).replace(/^'|'$/g, ''))) tellOutcomes(node.initializer);
    else {
      const text = fixedText(node);
      if (text !== null && SENTENCE.test(text)) tell(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found.values()];
}
