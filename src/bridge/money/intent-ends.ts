/** Applies the end of an intent to the figures, the receipts and the seeds. */
import { roundAnswer } from '../../core/contract/games';
import type { RoundAnswer } from '../../core/contract/games';
import type { BetMismatch } from '../../core/fairness/bet-mismatch';
import { mismatchOf, mismatchOfListed, notedRulesOf, startOf, textsOfMismatch } from '../../core/fairness/intent-mismatch';
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
import { steadyNow } from '../platform/clock';
import { keepReceipt } from './receipts';
import type { KeptReceipt } from './receipts';

/** An answer that comes later than this may be the one that the platform stored under the key, so its balance may be out of date. */
const FRESH_MS = 15_000;

const allIntents = (): readonly Intent[] => Object.values(intentsStore.getState().byKey);

/**
 * Returns true if the answer came so soon after the press that its balance is still right. Both clocks must say so: the phone's may be
 * set meanwhile, and the steady one may stand still while the phone sleeps. `pressedAt` (epoch ms by the phone's clock) is null where another
 * page made the intent, because that page's steady clock says nothing here.
 */
function isFresh({ at }: RoundIntent, pressedAt: number | null): boolean {
  return pressedAt !== null && [Date.now() - pressedAt, steadyNow() - at].every((ms) => ms >= 0 && ms <= FRESH_MS);
}

/** Shows and stores the balance that came with a round, or has it polled where it may be out of date. */
function applyBalance({ clock, database, sync }: Bridge, round: RoundAnswer, intent: RoundIntent, pressedAt: number | null): void {
  if (!isFresh(intent, pressedAt)) return void sync.pollNow();
  const balance = roundToKobo(round.balance);
  if (balance === null) return;
  const { currency, version } = round;
  applyMoneyAnswer(balance, currency, version, clock.now());
  const at = { savedAt: clock.now(), wallAt: Date.now() };
  void keepMoneyBalance(database, { userId: intent.userId, amount: round.balance, currency, version, ...at });
}

/** Counts a round in its pair of seeds. An answer that differs from what was sent can't be relied on, so the platform is asked instead. */
function countInPair(bridge: Bridge, round: RoundAnswer, intent: RoundIntent): void {
  if (mismatchOf(intent, round, allIntents()) === null) void seedsOf(bridge).noteRound(round.fairness);
  else void seedsOf(bridge).refresh();
}

function afterRound(bridge: Bridge, round: RoundAnswer, intent: RoundIntent, pressedAt: number | null): void {
  applyBalance(bridge, round, intent, pressedAt);
  const receipt = receiptOf(round, intent);
  if (receipt !== null) void storeReceipt(bridge, receipt);
  keepRules(bridge, round.gameId, round.fairness.rules);
  countInPair(bridge, round, intent);
}

/** The kind of evidence for each difference between a bet and its round. */
const EVIDENCE_OF: Readonly<Record<BetMismatch, EvidenceKind>> = {
  seeds: 'other-draw', game: 'other-bet', rules: 'other-rules', bet: 'other-bet', stake: 'other-bet', action: 'other-action', abandoned: 'ended-early', id: 'round-again',
};

/** Stores a receipt. If another round has the same id, both receipts stay, and they are noted as evidence. */
async function storeReceipt(bridge: Bridge, receipt: KeptReceipt): Promise<void> {
  const other = await keepReceipt(bridge.database, receipt);
  if (other === null) return;
  const text = ({ commit, nonce, win }: KeptReceipt) => [commit, nonce, win].join(':');
  const { roundId } = receipt;
  await seedsOf(bridge).noteEvidence({ kind: EVIDENCE_OF.id, roundId, expected: text(other), answered: text(receipt), at: bridge.clock.now() });
}

/** Notes as evidence how the round differs from what was sent. */
async function noteMismatch(bridge: Bridge, round: RoundAnswer, intent: RoundIntent, mismatch: BetMismatch): Promise<void> {
  const texts = textsOfMismatch(mismatch, intent, round, allIntents());
  await seedsOf(bridge).noteEvidence({ kind: EVIDENCE_OF[mismatch], roundId: round.roundId, ...texts, at: bridge.clock.now() });
}

/** Notes the difference, then asks the platform for the pair in use, because this answer can't be relied on. */
async function noteMismatchedRound(bridge: Bridge, round: RoundAnswer, intent: RoundIntent, mismatch: BetMismatch): Promise<void> {
  await noteMismatch(bridge, round, intent, mismatch);
  await seedsOf(bridge).refresh();
}

/** Compares a round with the bet or the step that this device sent, and notes a difference as evidence. */
export async function noteEvidenceOf(bridge: Bridge, intent: Intent): Promise<void> {
  const round = roundOf(intent);
  if (round === null || !isOfRound(intent)) return;
  const mismatch = mismatchOf(intent, round, allIntents());
  if (mismatch !== null) await noteMismatch(bridge, round, intent, mismatch);
}

/**
 * Compares a round that the platform lists, or sends with the refusal of a step, with the bet of this device that began it, and
 * notes a difference as evidence. A round that has ended gets its receipt here, because it may have ended on another device, or
 * by the rule for unfinished rounds.
 */
export function noteListedRound(bridge: Bridge, round: RoundAnswer): void {
  const start = startOf(round.roundId, allIntents());
  if (start === null) return;
  const mismatch = mismatchOfListed(round, allIntents(), bridge.clock.platformNow());
  const receipt = makeReceipt(round, { userId: start.userId, start, mismatch });
  if (receipt !== null) void storeReceipt(bridge, receipt);
  if (mismatch !== null) void noteMismatchedRound(bridge, round, start, mismatch);
}

/**
 * Returns the bet and the first stake that began the round: as this device sent them, or, for a bet of another device, as the
 * platform answers them.
 */
function sentBetOf(round: RoundAnswer, start: IntentOf<'round'> | null): Pick<KeptReceipt, 'bet'> & { readonly stake: number | null } {
  const body = start?.body ?? null;
  const answered = { bet: round.bet ?? body?.bet ?? null, stake: roundToKobo(round.firstStake ?? round.stake) };
  if (body === null || body.seeds === undefined) return answered;
  return { bet: body.bet, stake: nairaToKobo(body.stake) ?? answered.stake };
}

/** The facts that a receipt needs beside the answer. */
interface ReceiptSource {
  readonly userId: string;
  /** The bet that began the round; null where another device sent it. */
  readonly start: IntentOf<'round'> | null;
  readonly mismatch: BetMismatch | null;
}

function receiptOf(round: RoundAnswer, intent: RoundIntent): KeptReceipt | null {
  const start = intent.kind === 'round' ? intent : startOf(round.roundId, allIntents());
  return makeReceipt(round, { userId: intent.userId, start, mismatch: mismatchOf(intent, round, allIntents()) });
}

/**
 * Makes the receipt by which the round can be checked. Returns null while the round is open, because the platform shows how it
 * was drawn only at its end.
 */
function makeReceipt(round: RoundAnswer, { userId, start, mismatch }: ReceiptSource): KeptReceipt | null {
  if (round.state === 'open') return null;
  const { bet, stake } = sentBetOf(round, start);
  const [staked, win] = [roundToKobo(round.stake), roundToKobo(round.win)];
  if (stake === null || staked === null || win === null) return null;
  const { roundId, gameId, outcome, actions, abandoned } = round;
  const steps = { ...(actions !== undefined && { actions }), ...(abandoned !== undefined && { abandoned }) };
  const seeds = start?.body?.seeds;
  // Where the answer names no rules, only those that the bet named prove anything. The version that this device noted without
  // sending it does not.
  const rules = round.fairness.rules === undefined ? seeds?.rules : notedRulesOf(start);
  const binding = {
    ...(seeds !== undefined && { seeds: { ...seeds, ...(rules !== undefined && { rules }) } }),
    ...(mismatch !== null && { broke: mismatch }),
  };
  return { roundId, userId, gameId, ...round.fairness, stake, staked, bet, ...steps, outcome, win, at: Date.parse(round.at), ...binding };
}

/** Asks the browser not to delete the intents when it needs room. */
function askToPersist({ storage }: Partial<Navigator> = navigator): void {
  // It is missing outside secure contexts, whatever the DOM's types say.
  storage?.persist().catch(() => false);
}

/** Makes the receipt of a round from its intent; null for other intents, and while the round is not over. */
export function receiptOfIntent(intent: Intent): KeptReceipt | null {
  const round = roundOf(intent);
  return round === null || !isOfRound(intent) ? null : receiptOf(round, intent);
}

/** Returns the bet of a round that was refused after it had named its draw; null for everything else. */
export function refusedBetOf(intent: Intent): RefusedBetRecord | null {
  if (intent.kind !== 'round' || intent.state !== 'refused' || intent.refusal === null) return null;
  const { key, gameId, body, refusal, at } = intent;
  const stake = nairaToKobo(body?.stake);
  // An intent that was never sent has told the platform nothing.
  if (body?.seeds === undefined || stake === null || intent.sentAt === null) return null;
  const { rules } = body.seeds;
  const code = refusal.because === 'not-sent' ? 'not-sent' : (refusal.problem?.code ?? '');
  return { key, gameId, stake, bet: body.bet, ...drawOf(body.seeds), ...(rules !== undefined && { rules }), code, at };
}

/** Notes the round that the platform sends when it refuses a step, because the round has gone on without that step, or has ended. */
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
  if (problem?.code === 'seed-changed') await seedsOf(bridge).handleSeedChange({ ...bet, clientSeed: withoutPart(bet.clientSeed) }, problem.current);
}

/**
 * Applies the end of an intent. The answer to a round brings the balance; after any other intent it is polled. `pressedAt`: when this page
 * made the intent, in epoch ms by the phone's clock; null where another page did.
 */
export function applyEnd(bridge: Bridge, intent: Intent, pressedAt: number | null): void {
  if (intent.state === 'refused') void afterRefusal(bridge, intent);
  if (intent.state !== 'confirmed') return;
  const round = roundOf(intent);
  if (round !== null && isOfRound(intent)) afterRound(bridge, round, intent, pressedAt);
  else void bridge.sync.pollNow();
  if (intent.kind === 'deposit') askToPersist();
}
