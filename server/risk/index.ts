/** The public interface of `risk`: rules that watch, the flags they raise, and the cases that people decide. */
export { listOverdueCases } from './case-rows';
export type { OverdueCase } from './case-rows';
export { registerRisk } from './routes';
export { startRiskWatch, watchRisk } from './watch';
export { WITHDRAWAL_WATCH } from './watch-withdrawal';
