import { isMember, nameOf, refuseWhere } from './refuse.mjs';

const CLOCK = 'Pure: the clock is passed in.';
const CHANCE = 'Pure: randomness is passed in.';

/** The core gives the same answer to the same question. */
export const pure = refuseWhere(/\bMath\b|\bDate\b/, (refuse) => ({
  MemberExpression(node) {
    if (isMember(node, 'Math', 'random')) refuse(node, CHANCE);
    if (isMember(node, 'Date', 'now')) refuse(node, CLOCK);
  },
  NewExpression(node) {
    if (nameOf(node.callee) === 'Date' && node.arguments?.length === 0) refuse(node, CLOCK);
  },
}));
