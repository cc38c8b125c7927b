/** @import { Rule } from './syntax' */

/** A suppression says why it is right: `// oxlint-disable-next-line rule -- because`. @type {Rule} */
export const disableWithReason = {
  create(context) {
    const { sourceCode } = context;
    if (!sourceCode.text.includes('lint-disable')) return {};
    for (const { value, loc } of sourceCode.getAllComments()) {
      const text = value.trim();
      if (/^(es|ox)lint-disable/.test(text) && !/\s--\s+\S{2,}/.test(text)) {
        context.report({ loc, message: 'Say after "--" why this rule does not hold here.' });
      }
    }
    return {};
  },
};
