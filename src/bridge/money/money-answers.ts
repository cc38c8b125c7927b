/** Applies an ended intent to the figures and the receipts. */
import type { RoundAnswer } from '../../core/contract/games';
import type { BindingBreak } from '../../core/fairness/binding';
import { boundSeedsOf, breakOf, startOf } from '../../core/fairness/intent-binding';
import { isOfRound, roundOf } from '../../core/intent';
import type { Intent, IntentOf, RoundIntent } from '../../core/intent';
import { nairaToKobo, roundToKobo } from '../../core/money';
import type { EvidenceKind, RefusedBetRecord } from '../../core/seen-seeds';
import { applyMoneyAnswer } from '../../state/apply-figures';
import { intentsStore } from '../../state/intents';
import { keepMoneyBalance } from '../../data/money-balance';
import type { Bridge } from '../bridge';
import { seedsOf } from '../fairness/seeds';
import { keepReceipt } from './receipts';
import type { KeptReceipt } from './receipts';

/** An answer that comes later after the press may be one that the platform has stored: its balance is from then, not of now. */
const FRESH_MS = 15_000;

const allIntents = (): readonly Intent[] => Object.values(intentsStore.getState().byKey);

function afterRound(bridge: Bridge, round: RoundAnswer, intent: RoundIntent): void {
  const { clock, database, sync } = bridge;
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
  const broke = breakOf(intent, round, allIntents());
  if (broke === null) void seedsOf(bridge).noteRound(round.fairness);
  else void noteBrokenRound(bridge, round, intent, broke);
}

const drawText = ({ commit, nonce }: { readonly commit: string; readonly nonce: number }) => `${commit}:${nonce}`;

/** Keeps what the answer said beside what was sent, and looks at what the platform says about the pair now. */
async function noteBrokenRound(bridge: Bridge, round: RoundAnswer, intent: RoundIntent, broke: BindingBreak): Promise<void> {
  const sent = boundSeedsOf(intent, round.roundId, allIntents()) ?? intent.body?.seeds;
  const kind: EvidenceKind = broke === 'seeds' ? 'other-draw' : 'other-bet';
  const found = { kind, roundId: round.roundId, expected: sent === undefined ? '' : drawText(sent), answered: drawText(round.fairness), at: bridge.clock.now() };
  await seedsOf(bridge).noteEvidence(found);
  await seedsOf(bridge).refresh();
}

/** The bet that began the round, as this device sent it; what the platform says of it where another device did. */
function sentBetOf(round: RoundAnswer, start: IntentOf<'round'> | null): Pick<KeptReceipt, 'bet'> & { readonly stake: number | null } {
  const body = start?.body ?? null;
  const told = { bet: round.bet ?? body?.bet ?? null, stake: roundToKobo(round.firstStake ?? round.stake) };
  // The bonus sets the stake of a free spin.
  if (body === null || body.seeds === undefined || body.freeSpinOf !== undefined) return told;
  return { bet: body.bet, stake: nairaToKobo(body.stake) ?? told.stake };
}

/** The receipt by which the round can be checked. An open round has none yet, because the platform shows only at its end how it was drawn. */
function receiptOf(round: RoundAnswer, intent: RoundIntent): KeptReceipt | null {
  if (round.state === 'open') return null;
  const start = intent.kind === 'round' ? intent : startOf(round.roundId, allIntents());
  const { bet, stake } = sentBetOf(round, start);
  const win = roundToKobo(round.win);
  if (stake === null || win === null) return null;
  const { roundId, gameId, outcome, actions, abandoned } = round;
  const steps = { ...(actions !== undefined && { actions }), ...(abandoned !== undefined && { abandoned }) };
  const seeds = start?.body?.seeds;
  const broke = breakOf(intent, round, allIntents());
  const binding = { ...(seeds !== undefined && { seeds }), ...(broke !== null && { broke }) };
  const { userId } = intent;
  return { roundId, userId, gameId, ...round.fairness, stake, bet, ...steps, outcome, win, at: Date.parse(round.at), ...binding };
}

/** After a deposit the browser is asked not to delete the money keys when it needs room. */
function askToPersist({ storage }: Partial<Navigator> = navigator): void {
  // Missing outside secure contexts, whatever the DOM's types say.
  storage?.persist().catch(() => false);
}

/** The receipt of a money key that has ended; null where it was no round, or none that is over. */
export function receiptOfIntent(intent: Intent): KeptReceipt | null {
  const round = roundOf(intent);
  return round === null || !isOfRound(intent) ? null : receiptOf(round, intent);
}

/** The bet of a round that was refused after it had named its draw; null for everything else. */
export function refusedBetOf(intent: Intent): RefusedBetRecord | null {
  if (intent.kind !== 'round' || intent.state !== 'refused' || intent.refusal === null) return null;
  const { key, gameId, body, refusal, at } = intent;
  const stake = nairaToKobo(body?.stake);
  // Nothing went out of an intent that was never sent.
  if (body?.seeds === undefined || stake === null || intent.sentAt === null) return null;
  const code = refusal.because === 'not-sent' ? 'not-sent' : (refusal.problem?.code ?? '');
  return { key, gameId, stake, bet: body.bet, ...body.seeds, code, at };
}

async function afterRefusal(bridge: Bridge, intent: Intent): Promise<void> {
  const bet = refusedBetOf(intent);
  if (bet === null) return;
  await seedsOf(bridge).noteRefused(bet);
  const problem = intent.refusal?.because === 'platform' ? intent.refusal.problem : null;
  if (problem?.code === 'seed-changed') await seedsOf(bridge).takeOver(bet, problem.current);
}

/** A round's answer has the balance after it; after everything else the balance is polled. */
export function afterMoney(bridge: Bridge, intent: Intent): void {
  if (intent.state === 'refused') void afterRefusal(bridge, intent);
  if (intent.state !== 'confirmed') return;
  const round = roundOf(intent);
  if (round !== null && isOfRound(intent)) afterRound(bridge, round, intent);
  else void bridge.sync.pollNow();
  if (intent.kind === 'deposit') askToPersist();
}
