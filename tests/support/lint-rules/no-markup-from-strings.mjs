import { nameOf, refuseWhere } from './refuse.mjs';

const MESSAGE = 'Trusted Types refuse it; render elements.';
const PROP = 'dangerouslySetInnerHTML';
const SETTERS = new Set(['innerHTML', 'outerHTML', 'srcdoc']);
const WRITERS = new Set(['write', 'writeln']);

/** Markup is rendered, never parsed from text. */
export const noMarkupFromStrings = refuseWhere(/(?:inner|outer|Adjacent)HTML|srcdoc|document\s*\??\.\s*write/i, (refuse) => ({
  JSXAttribute(node) {
    if (typeof node.name === 'object' && nameOf(node.name) === PROP) refuse(node, MESSAGE);
  },
  Property(node) {
    if (nameOf(node.key) === PROP) refuse(node, MESSAGE);
  },
  AssignmentExpression(node) {
    if (SETTERS.has(nameOf(node.left?.property) ?? '')) refuse(node, MESSAGE);
  },
  CallExpression(node) {
    const called = nameOf(node.callee?.property) ?? '';
    if (called === 'insertAdjacentHTML' || (WRITERS.has(called) && nameOf(node.callee?.object) === 'document')) refuse(node, MESSAGE);
  },
}));
