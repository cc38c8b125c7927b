/** The public interface of `reports`: figures of closed days, and the entries behind them. */
export { closeDays } from './close-days';
export { startReportDays } from './job';
export { registerReports } from './routes';
