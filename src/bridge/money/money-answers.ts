/** Applies an ended intent to the figures and the receipts. */
import type { RoundAnswer } from '../../core/contract/games';
import { roundOf } from '../../core/intent';
import type { Intent } from '../../core/intent';
import { roundToKobo } from '../../core/money';
import { applyMoneyAnswer } from '../../state/apply-figures';
import { keepMoneyBalance } from '../../data/money-balance';
import type { Bridge } from '../bridge';
import { keepReceipt } from './receipts';
import type { KeptReceipt } from './receipts';

/** An answer that comes later after the press may be one that the platform has stored: its balance is from then, not of now. */
const FRESH_MS = 15_000;

function afterRound({ clock, database, sync }: Bridge, round: RoundAnswer, intent: Intent): void {
  const balance = roundToKobo(round.balance);
  const { currency, version } = round;
  // Both by the phone's clock. One that was set back meanwhile proves nothing.
  const sincePressMs = Date.now() - intent.at;
  if (sincePressMs < 0 || sincePressMs > FRESH_MS) void sync.pollNow();
  else if (balance !== null) {
    applyMoneyAnswer(balance, currency, version, clock.now());
    const at = { savedAt: clock.now(), wallAt: Date.now() };
    void keepMoneyBalance(database, { userId: intent.userId, amount: round.balance, currency, version, ...at });
  }
  const receipt = receiptOf(round, intent);
  if (receipt !== null) void keepReceipt(database, receipt);
}

/** The receipt by which the round can be checked. An open round has none yet, because the platform shows only at its end how it was drawn. */
function receiptOf(round: RoundAnswer, intent: Intent): KeptReceipt | null {
  if (round.state === 'open') return null;
  const stake = roundToKobo(round.firstStake ?? round.stake);
  const win = roundToKobo(round.win);
  if (stake === null || win === null) return null;
  const { roundId, gameId, outcome } = round;
  const bet = round.bet ?? (intent.kind === 'round' ? intent.body?.bet : null);
  const { actions, abandoned } = round;
  const steps = { ...(actions !== undefined && { actions }), ...(abandoned !== undefined && { abandoned }) };
  const { userId } = intent;
  return { roundId, userId, gameId, ...round.fairness, stake, bet, ...steps, outcome, win, at: Date.parse(round.at) };
}

/** After a deposit the browser is asked not to delete the money keys when it needs room. */
function askToPersist({ storage }: Partial<Navigator> = navigator): void {
  // Missing outside secure contexts, whatever the DOM's types say.
  storage?.persist().catch(() => false);
}

/** The receipt of a money key that has ended; null where it was no round, or none that is over. */
export function receiptOfIntent(intent: Intent): KeptReceipt | null {
  const round = roundOf(intent);
  return round === null ? null : receiptOf(round, intent);
}

/** A round's answer has the balance after it; after everything else the balance is polled. */
export function afterMoney(bridge: Bridge, intent: Intent): void {
  if (intent.state !== 'confirmed') return;
  const round = roundOf(intent);
  if (round !== null) afterRound(bridge, round, intent);
  else void bridge.sync.pollNow();
  if (intent.kind === 'deposit') askToPersist();
}
