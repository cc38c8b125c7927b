import { nameOf, refuseWhere } from './refuse.mjs';

/** @import { SyntaxNode } from './syntax' */

const MESSAGE = 'Only src/bridge/update/service-worker-container.ts knows navigator.serviceWorker.';
const NAME = 'serviceWorker';

/** Returns true when a part is destructured from `navigator`, by a declaration or a default. @param {SyntaxNode} node */
function isOfNavigator(node) {
  for (let above = node.parent; above !== null; above = above.parent) {
    if (above.type === 'VariableDeclarator' && nameOf(above.init) === 'navigator') return true;
    if (above.type === 'AssignmentPattern' && nameOf(above.right) === 'navigator') return true;
  }
  return false;
}

/** One module asks for the service worker, so that a page without one is one case. */
export const noServiceWorker = refuseWhere(/serviceWorker/, (refuse) => ({
  MemberExpression(node) {
    if (nameOf(node.property) === NAME) refuse(node, MESSAGE);
  },
  BinaryExpression(node) {
    if (node.operator === 'in' && node.left?.value === NAME) refuse(node, MESSAGE);
  },
  Property(node) {
    if (nameOf(node.key) === NAME && isOfNavigator(node)) refuse(node, MESSAGE);
  },
}));
