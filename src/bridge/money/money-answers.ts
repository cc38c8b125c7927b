/** Applies an ended intent to the figures and the receipts. */
import { roundAnswer } from '../../core/contract/games';
import type { RoundAnswer } from '../../core/contract/games';
import type { BindingBreak } from '../../core/fairness/binding';
import { breakOf, breakOfListed, notedRulesOf, startOf, textsOfBreak } from '../../core/fairness/intent-binding';
import { drawOf, withoutPart } from '../../core/fairness/part';
import { isOfRound, roundOf } from '../../core/intent';
import type { Intent, IntentOf, RoundIntent } from '../../core/intent';
import { nairaToKobo, roundToKobo } from '../../core/money';
import type { EvidenceKind, RefusedBetRecord } from '../../core/seen-seeds';
import { applyMoneyAnswer } from '../../state/apply-figures';
import { intentsStore } from '../../state/intents';
import { keepMoneyBalance } from '../../data/money-balance';
import type { Bridge } from '../bridge';
import { keepRules } from '../fairness/par-sheets';
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
  if (receipt !== null) void keepRound(bridge, receipt);
  keepRules(bridge, round.gameId, round.fairness.rules);
  const broke = breakOf(intent, round, allIntents());
  if (broke === null) void seedsOf(bridge).noteRound(round.fairness);
  else void noteBrokenRound(bridge, round, intent, broke);
}

const EVIDENCE: Readonly<Record<BindingBreak, EvidenceKind>> = {
  seeds: 'other-draw', game: 'other-bet', rules: 'other-rules', bet: 'other-bet', stake: 'other-bet', action: 'other-action', abandoned: 'ended-early', id: 'round-again',
};

/** Keeps a receipt. One of another round under the same id stays beside it, and both are evidence. */
async function keepRound(bridge: Bridge, receipt: KeptReceipt): Promise<void> {
  const other = await keepReceipt(bridge.database, receipt);
  if (other === null) return;
  const text = ({ commit, nonce, win }: KeptReceipt) => [commit, nonce, win].join(':');
  const { roundId } = receipt;
  await seedsOf(bridge).noteEvidence({ kind: EVIDENCE.id, roundId, expected: text(other), answered: text(receipt), at: bridge.clock.now() });
}

/** Keeps what the answer said beside what was sent, and looks at what the platform says about the pair now. */
async function noteBrokenRound(bridge: Bridge, round: RoundAnswer, intent: RoundIntent, broke: BindingBreak): Promise<void> {
  const texts = textsOfBreak(broke, intent, round, allIntents());
  await seedsOf(bridge).noteEvidence({ kind: EVIDENCE[broke], roundId: round.roundId, ...texts, at: bridge.clock.now() });
  await seedsOf(bridge).refresh();
}

/**
 * Compares a round from a list, or from beside a refusal, with what this device sent, where this device began it, and keeps what does not
 * fit. One that has ended elsewhere or by the rule for unfinished rounds gets its receipt from here.
 */
export function noteListedRound(bridge: Bridge, round: RoundAnswer): void {
  const start = startOf(round.roundId, allIntents());
  if (start === null) return;
  const broke = breakOfListed(round, allIntents(), bridge.clock.platformNow());
  const receipt = makeReceipt(round, { userId: start.userId, start, broke });
  if (receipt !== null) void keepRound(bridge, receipt);
  if (broke !== null) void noteBrokenRound(bridge, round, start, broke);
}

/** Returns the bet that began the round as this device sent it, or as the platform says it where another device did. */
function sentBetOf(round: RoundAnswer, start: IntentOf<'round'> | null): Pick<KeptReceipt, 'bet'> & { readonly stake: number | null } {
  const body = start?.body ?? null;
  const answered = { bet: round.bet ?? body?.bet ?? null, stake: roundToKobo(round.firstStake ?? round.stake) };
  if (body === null || body.seeds === undefined) return answered;
  return { bet: body.bet, stake: nairaToKobo(body.stake) ?? answered.stake };
}

interface Source {
  readonly userId: string;
  /** Null where another device sent it. */
  readonly start: IntentOf<'round'> | null;
  readonly broke: BindingBreak | null;
}

function receiptOf(round: RoundAnswer, intent: RoundIntent): KeptReceipt | null {
  const start = intent.kind === 'round' ? intent : startOf(round.roundId, allIntents());
  return makeReceipt(round, { userId: intent.userId, start, broke: breakOf(intent, round, allIntents()) });
}

/** The receipt by which the round can be checked. An open round has none yet, because the platform shows only at its end how it was drawn. */
function makeReceipt(round: RoundAnswer, { userId, start, broke }: Source): KeptReceipt | null {
  if (round.state === 'open') return null;
  const { bet, stake } = sentBetOf(round, start);
  const [staked, win] = [roundToKobo(round.stake), roundToKobo(round.win)];
  if (stake === null || staked === null || win === null) return null;
  const { roundId, gameId, outcome, actions, abandoned } = round;
  const steps = { ...(actions !== undefined && { actions }), ...(abandoned !== undefined && { abandoned }) };
  const seeds = start?.body?.seeds;
  // Nothing is proven by rules that neither the bet nor the answer names.
  const rules = round.fairness.rules === undefined ? seeds?.rules : notedRulesOf(start);
  const binding = { ...(seeds !== undefined && { seeds: { ...seeds, ...(rules !== undefined && { rules }) } }), ...(broke !== null && { broke }) };
  return { roundId, userId, gameId, ...round.fairness, stake, staked, bet, ...steps, outcome, win, at: Date.parse(round.at), ...binding };
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
  const { rules } = body.seeds;
  const code = refusal.because === 'not-sent' ? 'not-sent' : (refusal.problem?.code ?? '');
  return { key, gameId, stake, bet: body.bet, ...drawOf(body.seeds), ...(rules !== undefined && { rules }), code, at };
}

/** The round beside the refusal of a step: it has gone on without it, or ended. */
function noteRoundOfRefusal(bridge: Bridge, { kind, refusal }: Intent): void {
  if (kind !== 'action' || refusal?.because !== 'platform') return;
  const current = roundAnswer.safeParse(refusal.problem?.current);
  if (current.success) noteListedRound(bridge, current.data);
}

async function afterRefusal(bridge: Bridge, intent: Intent): Promise<void> {
  noteRoundOfRefusal(bridge, intent);
  const bet = refusedBetOf(intent);
  if (bet === null) return;
  await seedsOf(bridge).noteRefused(bet);
  const problem = intent.refusal?.because === 'platform' ? intent.refusal.problem : null;
  if (problem?.code === 'seed-changed') await seedsOf(bridge).takeOver({ ...bet, clientSeed: withoutPart(bet.clientSeed) }, problem.current);
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
