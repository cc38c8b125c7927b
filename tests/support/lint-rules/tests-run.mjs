import { nameOf, refuseWhere } from './refuse.mjs';

const RUNNERS = new Set(['it', 'test', 'describe']);
const LEFT_OUT = new Set(['only', 'skip', 'todo', 'fixme', 'fails']);
const SILENCE = /^networkidle$/;

/** No test is left out, and none waits for a time or for silence. */
export const testsRun = refuseWhere(/\.\s*(?:only|skip|todo|fixme|fails)\b|waitForTimeout|networkidle/, (refuse) => ({
  CallExpression(node) {
    const called = nameOf(node.callee?.property) ?? '';
    if (LEFT_OUT.has(called) && RUNNERS.has(nameOf(node.callee?.object) ?? '')) refuse(node, 'Every test runs, and can fail.');
    if (called === 'waitForTimeout') refuse(node, 'Wait for what the player sees.');
  },
  Literal(node) {
    if (typeof node.value === 'string' && SILENCE.test(node.value)) refuse(node, 'It never comes on a page that polls.');
  },
}));
