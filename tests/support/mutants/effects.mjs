/**
 * The effects by which a mutant changes a program. An effect finds a function by its name and in it a single place by its words
 * (names, texts, numbers), so moved or reformatted lines don't matter. An effect that finds no place, or several, does not apply.
 */
import ts from 'typescript';

/** @typedef {{ start: number, end: number, text: string }} Edit */
/** A candidate with its edit. @typedef {{ node: ts.Node, edit: Edit }} Place */
/** @typedef {{ says: string, places: (scope: ts.Node, source: ts.SourceFile) => Place[] }} Effect */
/** `in`: a function, variable or class, or a path of them (`playStake.counted`). @typedef {{ in: string, change: Effect }} Change */

/** @param {string} file @param {string} text */
export const parse = (file, text) => ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);

/** Lists the node and all nodes below it. @param {ts.Node} node @param {ts.Node[]} [found] */
function listNodes(node, found = []) {
  found.push(node);
  ts.forEachChild(node, (child) => void listNodes(child, found));
  return found;
}

/** @param {ts.Node} node @returns {node is ts.Identifier | ts.PrivateIdentifier | ts.StringLiteralLike | ts.NumericLiteral} */
const isWord = (node) => ts.isIdentifier(node) || ts.isPrivateIdentifier(node) || ts.isStringLiteralLike(node) || ts.isNumericLiteral(node);

/** @param {ts.Node} node @param {readonly string[]} words */
function mentions(node, words) {
  const wordsInNode = new Set(listNodes(node).filter(isWord).map(({ text }) => text));
  return words.every((word) => wordsInNode.has(word));
}

/** @param {ts.Node} node */
const nameOf = (node) => {
  const isNamed = ts.isFunctionDeclaration(node) || ts.isMethodDeclaration(node) || ts.isVariableDeclaration(node) || ts.isClassDeclaration(node);
  return isNamed && node.name !== undefined && (ts.isIdentifier(node.name) || ts.isPrivateIdentifier(node.name)) ? node.name.text : null;
};

/** @param {ts.SourceFile} source @param {string} path @returns {ts.Node} */
function scopeOf(source, path) {
  return path.split('.').reduce((/** @type {ts.Node} */ scope, name) => {
    const [found, ...more] = listNodes(scope).filter((node) => node !== scope && nameOf(node) === name);
    if (found === undefined || more.length > 0) throw new Error(`${source.fileName} has ${String(more.length + (found ? 1 : 0))} of the name ${path}`);
    return found;
  }, source);
}

/**
 * Returns the source with the changes. Throws an Error that names the change without a place.
 * @param {string} file @param {string} text @param {readonly Change[]} changes
 */
export function applyChanges(file, text, changes) {
  return changes.reduce((before, { in: path, change }) => {
    const source = parse(file, before);
    const all = change.places(scopeOf(source, path), source);
    const places = all.filter(({ node }) => !all.some((other) => other.node !== node && listNodes(node).includes(other.node)));
    const [place, ...more] = places;
    if (place === undefined || more.length > 0) throw new Error(`${file}: ${path} has ${String(places.length)} places to ${change.says}`);
    const { start, end, text: newText } = place.edit;
    return before.slice(0, start) + newText + before.slice(end);
  }, text);
}

/**
 * An effect on each node that `fits`, as far as it mentions the words; `edit` says which part of it becomes which text.
 * @template {ts.Node} N
 * @param {string} says
 * @param {(node: ts.Node) => node is N} fits
 * @param {readonly string[]} words
 * @param {(node: N, source: ts.SourceFile) => readonly [part: ts.Node, text: string] | null} edit
 * @returns {Effect}
 */
function effect(says, fits, words, edit) {
  return {
    says: `${says}${words.length > 0 ? ` (${words.join(', ')})` : ''}`,
    places: (scope, source) =>
      listNodes(scope).flatMap((node) => {
        if (!fits(node) || !mentions(node, words)) return [];
        const part = edit(node, source);
        return part === null ? [] : [{ node, edit: { start: part[0].getStart(source), end: part[0].getEnd(), text: part[1] } }];
      }),
  };
}

const COMPARISONS = new Set([
  ts.SyntaxKind.LessThanToken, ts.SyntaxKind.LessThanEqualsToken, ts.SyntaxKind.GreaterThanToken, ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken,
]);
/** @param {ts.Node} node @returns {node is ts.BinaryExpression} */
const isComparison = (node) => ts.isBinaryExpression(node) && COMPARISONS.has(node.operatorToken.kind);
/** @param {ts.Node} node @returns {node is ts.BinaryExpression} */
const isLogical = (node) =>
  ts.isBinaryExpression(node) && [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(node.operatorToken.kind);
/** @param {ts.Node} node @returns {node is ts.CallExpression | ts.NewExpression} */
const isCall = (node) => ts.isCallExpression(node) || ts.isNewExpression(node);
/** @param {ts.Node} node @returns {node is ts.Expression} */
const isElement = (node) => ts.isArrayLiteralExpression(node.parent);
/** @param {ts.CallExpression | ts.NewExpression} call */
const calleeOf = ({ expression }) => (ts.isPropertyAccessExpression(expression) ? expression.name : expression);
/** @param {string} name */
const isCallOf = (name) =>
  /** @param {ts.Node} node @returns {node is ts.CallExpression | ts.NewExpression} */ (node) => isCall(node) && calleeOf(node).getText() === name;

/** Removes an `if`. @param {string[]} words */
export const dropIf = (...words) => effect('drop an if', ts.isIfStatement, words, (node) => [node, '{}']);

/** Removes the statement that is this call, awaited or not. @param {string} name @param {string[]} words */
export const dropCall = (name, ...words) =>
  effect(`drop a call of ${name}`, ts.isExpressionStatement, words, (node) => {
    const call = ts.isAwaitExpression(node.expression) ? node.expression.expression : node.expression;
    return isCallOf(name)(call) ? [node, '{}'] : null;
  });

/** Removes the side with the words from `a && b` or `a || b`. @param {string} word @param {string[]} beside words of the whole */
export const dropOperand = (word, ...beside) =>
  effect(`drop the condition with ${word}`, isLogical, [word, ...beside], (node, source) => {
    const [left, right] = [mentions(node.left, [word]), mentions(node.right, [word])];
    return left === right ? null : [node, (left ? node.right : node.left).getText(source)];
  });

/** Removes a spread part of an object. @param {string[]} words */
export const dropSpread = (...words) => effect('drop a spread', ts.isSpreadAssignment, words, (node) => [node.expression, '{}']);

/** Removes an element of a list. @param {string[]} words */
export const dropElement = (...words) => effect('drop an element', isElement, words, (node) => [node, '...[]']);

/** Replaces the operator between two sides. @param {string} operator @param {string[]} words */
export const compareBy = (operator, ...words) => effect(`compare by ${operator}`, isComparison, words, (node) => [node.operatorToken, operator]);

/** Replaces the right-hand side. @param {string} code @param {string[]} words */
export const compareWith = (code, ...words) => effect(`compare with ${code}`, isComparison, words, (node) => [node.right, code]);

/** Replaces the condition of an `if` or of `? :`. @param {string} code @param {string[]} words of the condition */
export const decideBy = (code, ...words) =>
  effect(
    `decide by ${code}, instead of (${words.join(', ')})`,
    /** @returns {node is ts.IfStatement | ts.ConditionalExpression} */ (node) => ts.isIfStatement(node) || ts.isConditionalExpression(node),
    [],
    (node) => {
      const condition = ts.isIfStatement(node) ? node.expression : node.condition;
      return mentions(condition, words) ? [condition, code] : null;
    },
  );

/** Replaces the statement of an `if` with this condition. @param {string} code a statement @param {string[]} words of the condition */
export const thenDo = (code, ...words) =>
  effect(`do ${code} if (${words.join(', ')})`, ts.isIfStatement, [], (node) => (mentions(node.expression, words) ? [node.thenStatement, code] : null));

/** Negates the result of a call. @param {string} name */
export const negate = (name) => effect(`negate ${name}`, isCallOf(name), [], (node, source) => [node, `!${node.getText(source)}`]);

/** Calls another function with the same arguments. @param {string} name @param {string} other */
export const callOther = (name, other) => effect(`call ${other} instead of ${name}`, isCallOf(name), [], (node) => [calleeOf(node), other]);

/** Replaces a call (or a `new`). @param {string} name @param {string} code @param {string[]} words */
export const insteadOf = (name, code, ...words) => effect(`put ${code} in place of ${name}()`, isCallOf(name), words, (node) => [node, code]);

/** Replaces an argument, counted from 0. @param {string} name @param {number} index @param {string} code */
export const argument = (name, index, code) =>
  effect(`give ${name} the argument ${code}`, isCallOf(name), [], (node) => {
    const given = node.arguments?.[index];
    return given === undefined ? null : [given, code];
  });

/** Replaces the value of an object's member. @param {string} name @param {string} code */
export const member = (name, code) =>
  effect(
    `make ${name} ${code}`,
    /** @returns {node is ts.PropertyAssignment | ts.ShorthandPropertyAssignment} */
    (node) => (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) && node.name.getText() === name,
    [],
    (node) => (ts.isPropertyAssignment(node) ? [node.initializer, code] : [node, `${name}: ${code}`]),
  );

/** Replaces the value of a variable or constant. @param {string} name @param {string} code */
export const value = (name, code) =>
  effect(
    `make ${name} ${code}`,
    /** @returns {node is ts.VariableDeclaration} */ (node) => ts.isVariableDeclaration(node) && nameOf(node) === name,
    [],
    ({ initializer }) => (initializer === undefined ? null : [initializer, code]),
  );

/** Replaces a returned value. @param {string} code @param {string[]} words */
export const returns = (code, ...words) =>
  effect(`return ${code}`, ts.isReturnStatement, words, ({ expression }) => (expression === undefined ? null : [expression, code]));

/** Replaces a number. @param {string} number @param {string} other */
export const numberInstead = (number, other) => effect(`write ${other} for ${number}`, ts.isNumericLiteral, [number], (node) => [node, other]);

/** Adds a statement at the beginning of the function. @param {string} code a statement */
export const doFirst = (code) =>
  effect(`begin with ${code}`, ts.isBlock, [], (node, source) =>
    ts.isFunctionDeclaration(node.parent) ? [node, `{ ${code} ${node.getText(source).slice(1)}`] : null);

/** Makes a pattern of SQL that matches any white space between its words. @param {string} sql */
const toLoosePattern = (sql) => new RegExp(sql.trim().split(/\s+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('\\s+'), 'g');

/** Replaces SQL in a text of the program. @param {string} sql @param {string} other @returns {Effect} */
export const sqlInstead = (sql, other) => ({
  says: `write "${other}" for "${sql}"`,
  places: (scope, source) =>
    listNodes(scope)
      .filter((node) => ts.isStringLiteralLike(node) || ts.isTemplateExpression(node))
      .flatMap((node) =>
        [...node.getText(source).matchAll(toLoosePattern(sql))].map(({ index, 0: found }) => {
          const start = node.getStart(source) + index;
          return { node, edit: { start, end: start + found.length, text: other } };
        }),
      ),
});

/** Replaces SQL in a file of SQL: a migration, whose lines never change. @param {string} text @param {string} sql @param {string} other */
export function applySqlChange(text, sql, other) {
  const [found, ...more] = text.matchAll(toLoosePattern(sql));
  if (found === undefined || more.length > 0) throw new Error(`there is not exactly one "${sql}"`);
  return text.slice(0, found.index) + other + text.slice(found.index + found[0].length);
}
