/** The public interface of `corrections`: what people put right in the books, one who proposes and another who confirms. */
export { registerCorrections } from './routes';
export { CORRECTION_INVARIANTS } from './invariants';
