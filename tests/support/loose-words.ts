/** Finds words for people that stand in the code and not in the catalogue, by the syntax tree of a file. */
import ts from 'typescript';

export interface LooseWord {
  readonly line: number;
  readonly text: string;
}

/** Members and attributes whose text is for people, whatever they belong to. */
const SHOWN = /^(aria-(label|description|roledescription|valuetext)|alt|(.*(title|label|text|hint|placeholder|message|description|heading|caption))|why)$/i;
/** Attributes whose text is not for people, although it may look like a sentence or have such a name. */
const NOT_SHOWN = /^(className|enterKeyHint)$/;
const LETTERS = /\p{L}{2}/u;
/** Matches a sentence, or the beginning of one: a capital letter and a second word. */
const SENTENCE = /^\s*["“‘]?\p{Lu}[\p{L}\p{M}’']*[,:]? \p{L}|\p{L}{2}[,:]? \p{Ll}{2,} \p{Ll}{2,}/u;

/** Matches a word that stands free in a template: ` days`, `Message: `. Parts of ids hang on a dash or colon; units are the same everywhere. */
const FREE_WORD = /(?:^|[\s(“])(?!(?:KB|MB|GB)\b)\p{L}{2,}(?=[\s.,!?)”]|:\s|$)/u;

const isComparison = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.EqualsEqualsEqualsToken || kind === ts.SyntaxKind.ExclamationEqualsEqualsToken || kind === ts.SyntaxKind.InKeyword;

/** Returns the fixed parts of a string or a template; null for other nodes. */
function fixedText(node: ts.Node): string | null {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…');
  return null;
}

/** Returns the name of a call or a member: `notify`, `words.found`. */
const nameOf = (node: ts.Node, file: ts.SourceFile): string => node.getText(file);

/** Says whether a node has no text for people: types, imports, sections of the catalogue, errors for programmers. */
function isNotForPeople(node: ts.Node, file: ts.SourceFile): boolean {
  if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isThrowStatement(node)) return true;
  if (ts.isJsxAttribute(node)) return NOT_SHOWN.test(node.name.getText(file));
  return ts.isCallExpression(node) && /^(catalogue|plural|console\.\w+)$/.test(nameOf(node.expression, file));
}

/** Lists the texts that an expression may result in; texts in comparisons, keys and calls are not among them. */
function listOutcomes(node: ts.Node): ts.Node[] {
  if (fixedText(node) !== null) return [node];
  if (ts.isConditionalExpression(node)) return [...listOutcomes(node.whenTrue), ...listOutcomes(node.whenFalse)];
  if (ts.isBinaryExpression(node) && !isComparison(node.operatorToken.kind)) return [...listOutcomes(node.left), ...listOutcomes(node.right)];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)) return listOutcomes(node.expression);
  return [];
}

/** Finds the loose words of a file; the ending of `name` says whether it has JSX. */
export function looseWords(name: string, source: string): readonly LooseWord[] {
  const file = ts.createSourceFile(name, source, ts.ScriptTarget.ES2022, true);
  const wordsByPosition = new Map<number, LooseWord>();

  const report = (node: ts.Node, text: string): void => {
    const at = node.getStart(file);
    wordsByPosition.set(at, { line: file.getLineAndCharacterOfPosition(at).line + 1, text: text.replace(/\s+/g, ' ').trim() });
  };
  const reportOutcomes = (node: ts.Node): void => {
    for (const each of listOutcomes(node)) {
      const text = fixedText(each) ?? '';
      if (LETTERS.test(text)) report(each, text);
    }
  };
  /** A function makes texts for people, too, of templates with words in them. */
  const reportMade = (node: ts.Node): void => {
    for (const each of listOutcomes(node)) {
      if (!ts.isTemplateExpression(each)) continue;
      const texts = [each.head.text, ...each.templateSpans.map(({ literal }) => literal.text)];
      if (texts.some((text) => FREE_WORD.test(text))) report(each, fixedText(each) ?? '');
    }
  };

  const visit = (node: ts.Node): void => {
    if (isNotForPeople(node, file)) return;
    if (ts.isJsxText(node) && LETTERS.test(node.text)) report(node, node.text);
    else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) reportOutcomes(node.expression);
    else if (ts.isJsxAttribute(node) && SHOWN.test(node.name.getText(file)) && node.initializer) {
      reportOutcomes(ts.isJsxExpression(node.initializer) ? (node.initializer.expression ?? node.initializer) : node.initializer);
    } else if (ts.isPropertyAssignment(node) && SHOWN.test(node.name.getText(file).replace(/^'|'$/g, ''))) reportOutcomes(node.initializer);
    else if (ts.isReturnStatement(node) && node.expression) reportMade(node.expression);
    else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) reportMade(node.body);
    else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && node.expression.name.text === 'join') {
      node.arguments.forEach(reportOutcomes);
    } else {
      const text = fixedText(node);
      if (text !== null && SENTENCE.test(text)) report(node, text);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...wordsByPosition.values()];
}
