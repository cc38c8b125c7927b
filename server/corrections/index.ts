/** The public interface of `corrections`: corrections of the books, which one person proposes and another one confirms. */
export { isSolvedSql } from './payments/payment-cases';
export { registerCorrections } from './routes';
export { CORRECTION_INVARIANTS } from './invariants';
