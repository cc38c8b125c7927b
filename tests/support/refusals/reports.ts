/** Refusals of the calls of reports. */
import { refusal } from './refusal';
import type { Refusal } from './refusal';

const BACKWARDS = { from: '2026-11-20', to: '2026-11-01' };
const PERIOD = { from: '2026-11-01', to: '2026-11-20' };
const LIST = { figure: 'ggr', part: 'closed' };

export const REPORT_REFUSALS: readonly Refusal[] = [
  refusal('readReportEntries', 'of a period that goes backwards', 'validation', async (site) => ({ client: await site.signUpAdmin(), body: { ...BACKWARDS, ...LIST } })),
  refusal('readReportEntries', 'with a cursor of another list', 'bad-request', async (site) => ({ client: await site.signUpAdmin(), body: { ...PERIOD, ...LIST, cursor: 'x' } })),
  refusal('readLargePayments', 'of a period that goes backwards', 'validation', async (site) => ({ client: await site.signUpAdmin(), body: BACKWARDS })),
  refusal('exportReport', 'of entries without a figure', 'validation', async (site) => ({ client: await site.signUpAdmin(), body: { ...PERIOD, what: 'entries' } })),
];
