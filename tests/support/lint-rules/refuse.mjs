/** @import { Rule, SyntaxNode, Visitor } from './syntax' */

/**
 * A rule about nodes. It walks only files in which one of its words stands: most have none, and building their trees for a rule in
 * JavaScript takes longer than all the linter's own rules.
 * @param {RegExp} words without the flag g @param {(refuse: (node: SyntaxNode, message: string) => void) => Visitor} visitor
 * @returns {Rule}
 */
export const refuseWhere = (words, visitor) => ({
  create(context) {
    return words.test(context.sourceCode.text) ? visitor((node, message) => context.report({ node, message })) : {};
  },
});

/** The name of an identifier; undefined for any other node. @param {SyntaxNode | null | undefined} node */
export const nameOf = (node) => (typeof node?.name === 'string' ? node.name : undefined);

/** Returns true when the node reads `object.property`. @param {SyntaxNode | undefined} node @param {string} object @param {string} property */
export const isMember = (node, object, property) => nameOf(node?.object) === object && nameOf(node?.property) === property;
