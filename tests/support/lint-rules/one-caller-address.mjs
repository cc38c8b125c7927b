import { isMember, refuseWhere } from './refuse.mjs';

/** A limit by address counts what the platform's own proxy saw. */
export const oneCallerAddress = refuseWhere(/\bip\b/, (refuse) => ({
  MemberExpression(node) {
    if (isMember(node, 'request', 'ip')) refuse(node, 'Use request.callerAddress: this may be any text that a proxy sent.');
  },
}));
