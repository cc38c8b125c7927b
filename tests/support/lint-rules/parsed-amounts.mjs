import { nameOf, refuseWhere } from './refuse.mjs';

/** A float can't hold every amount of kobo that a player may type. */
export const parsedAmounts = refuseWhere(/parseFloat/, (refuse) => ({
  CallExpression(node) {
    if (nameOf(node.callee) === 'parseFloat') refuse(node, 'Amounts are parsed by core/money; other numbers by Number().');
  },
}));
