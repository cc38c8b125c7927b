/** Money intents of this page; see `money/intents.ts`. */
import { bridge } from '../index';
import { moneyOf } from '../money/intents';

export type { IntentOutcome } from '../money/intents';

export const { submit: submitIntent, refuse: refuseIntent } = moneyOf(bridge);
