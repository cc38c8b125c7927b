/** The rules that oxlint has not, loaded by `.oxlintrc.json`, which says where each holds. */
import { disableWithReason } from './disable-with-reason.mjs';
import { maxWidth } from './max-width.mjs';
import { noColours } from './no-colours.mjs';
import { noMarkupFromStrings } from './no-markup-from-strings.mjs';
import { noServiceWorker } from './no-service-worker.mjs';
import { oneCallerAddress } from './one-caller-address.mjs';
import { parsedAmounts } from './parsed-amounts.mjs';
import { pure } from './pure.mjs';
import { testsRun } from './tests-run.mjs';

export default {
  meta: { name: 'ayo' },
  rules: {
    'disable-with-reason': disableWithReason,
    'max-width': maxWidth,
    'no-colours': noColours,
    'no-markup-from-strings': noMarkupFromStrings,
    'no-service-worker': noServiceWorker,
    'one-caller-address': oneCallerAddress,
    'parsed-amounts': parsedAmounts,
    pure,
    'tests-run': testsRun,
  },
};
