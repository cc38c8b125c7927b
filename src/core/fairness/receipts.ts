/**
 * Checks receipts after a reveal, on the player's own device and without a network: the commit, every result, and that
 * no bet is missing or counted twice. It relies on WebCrypto and on the engines, and on nothing that the platform says.
 */
import { canonicalJson } from '../canonical-json';
import type { RoundSeeds } from '../contract/games';
import type { AnyEngine } from '../games/engine';
import type { AnySteppedEngine } from '../games/stepped';
import type { Kobo } from '../money';
import { areRulesAsShown, isDrawNamed } from './bet-mismatch';
import type { BetMismatch } from './bet-mismatch';
import { isSeedTriple } from './draws';
import { nonceGaps } from './nonce-gaps';
import type { NonceGaps } from './nonce-gaps';
import type { Draws } from './draws';
import { withoutPart } from './part';
import { commitByWebCrypto, replayByWebCrypto } from './verify-webcrypto';
import type { SubtleHmac } from './verify-webcrypto';

/** A bet as the device keeps it from the moment its answer arrives. */
export interface Receipt {
  readonly gameId: string;
  /** The commit that was shown before the bet, 64 hexadecimal characters. */
  readonly commit: string;
  readonly clientSeed: string;
  readonly nonce: number;
  /** The version of the rules; missing in rounds from before rules had versions, and in practice. */
  readonly rules?: string | undefined;
  /** The first stake, where actions add to it. */
  readonly stake: Kobo;
  /** All stakes of the round in kobo, as the platform said; missing in older receipts, and in practice. */
  readonly staked?: number | undefined;
  readonly bet: unknown;
  /** In games of several steps: what the player did, and whether the rule for abandoned rounds ended it. */
  readonly actions?: readonly unknown[];
  readonly abandoned?: boolean;
  readonly outcome: unknown;
  readonly win: Kobo;
  /** The draw and the rules that the bet named, or that the device wrote down with it before it was sent; missing where there were none. */
  readonly seeds?: RoundSeeds;
  /** The point in which the answer contradicts the bet; missing where it does not. The name stays, because devices have stored it. */
  readonly broke?: BetMismatch;
}

/**
 * `not-as-sent`: the answer was about another draw or bet than was sent. `other-commit`: the bet was made under another pair of seeds.
 * `other-client-seed`: the round names another client seed than the pair had. `unknown-game`: no engine of this build plays the game.
 * `no-rules`: the rules that the round names are not on this device. `other-rules`: they are, but no program of this build plays them.
 * `unnoted-rules`: the round fits rules that this device had not written down before the bet, so they may have been chosen to fit.
 * `differs`: the seeds give another outcome, stake or win than the platform's answer.
 */
export type ReceiptVerdict =
  | 'ok' | 'not-as-sent' | 'differs' | 'other-commit' | 'other-client-seed' | 'unknown-game' | 'no-rules' | 'other-rules' | 'unnoted-rules' | 'malformed';

export interface ReceiptReport extends NonceGaps {
  /** True where the revealed seed is the one of the commit; otherwise no verdict means anything. */
  readonly commitFits: boolean;
  readonly verdicts: readonly { readonly nonce: number; readonly verdict: ReceiptVerdict }[];
}

type ReceiptEngine = AnyEngine | AnySteppedEngine;

/**
 * The engines by the version of their rules, and by game for receipts that name no rules. Null: the sheet of the version is on this device,
 * but no program of this build plays it.
 */
export type ReceiptEngines = ReadonlyMap<string, ReceiptEngine | null>;

function engineOf(engines: ReceiptEngines, { gameId, rules }: Receipt): ReceiptEngine | ReceiptVerdict {
  const engine = engines.get(rules ?? gameId);
  if (engine === undefined) return rules === undefined ? 'unknown-game' : 'no-rules';
  if (engine === null) return 'other-rules';
  // A round that names another game's rules is malformed.
  return engine.gameId === gameId ? engine : 'malformed';
}

/** Plays the receipt's bet and actions with the draws; null where the engine refuses them, or the round would not be over. */
function replayOutcome(
  engine: ReceiptEngine,
  { stake, bet, actions = [], abandoned = false }: Receipt,
  draws: Draws,
): Pick<Receipt, 'outcome' | 'win' | 'staked'> | null {
  if ('playUnchecked' in engine) {
    const round = engine.playUnchecked({ stake, bet, draws });
    return round.ok ? { ...round, staked: stake } : null;
  }
  const round = engine.runUnchecked({ stake, bet, draws, actions, abandoned });
  return round.ok && round.isOver ? { outcome: round.view, win: round.win, staked: round.staked } : null;
}

/** Compares the answer with the bet that was sent. Both are in the receipt, so this needs no revealed seed. */
export function isAsSent({ broke: mismatch, seeds, commit, clientSeed, nonce, rules }: Omit<Receipt, 'stake' | 'win'>): boolean {
  if (mismatch !== undefined) return false;
  if (seeds === undefined) return true;
  return isDrawNamed(seeds, { commit, clientSeed, nonce }) && areRulesAsShown(seeds.rules, rules);
}

/** True where the device knew the rules before the bet: this build plays by them, or the bet was written down with their version. */
function areRulesNoted(engines: ReceiptEngines, { gameId, rules, seeds }: Receipt): boolean {
  // `enginesWith` puts the same object under the game's id and under this build's version, so equal objects mean this build's rules.
  return engines.get(rules ?? gameId) === engines.get(gameId) || seeds?.rules === rules;
}

/** Compares a receipt with the result of its own seeds. Never rejects for what a receipt says. */
export async function verdictOf<Key>(
  subtle: SubtleHmac<Key>,
  engines: ReceiptEngines,
  serverSeed: string,
  receipt: Receipt,
): Promise<ReceiptVerdict> {
  const { clientSeed, nonce, outcome, win } = receipt;
  const engine = engineOf(engines, receipt);
  if (typeof engine === 'string') return engine;
  const seeds = { serverSeed, clientSeed, nonce };
  if (!isSeedTriple(seeds)) return 'malformed';
  const replay = await replayByWebCrypto(subtle, seeds, (draws) => replayOutcome(engine, receipt, draws));
  if (!replay) return 'malformed';
  const isAsStaked = receipt.staked === undefined || receipt.staked === replay.staked;
  // A database may have returned the outcome's members in another order.
  const isAsDrawn = replay.win === win && canonicalJson(replay.outcome) === canonicalJson(outcome);
  if (!isAsStaked || !isAsDrawn) return 'differs';
  return areRulesNoted(engines, receipt) ? 'ok' : 'unnoted-rules';
}

/**
 * Checks the receipts of one pair of seeds; gaps are looked for from `firstNonce` on. The verdicts are in the order of
 * the receipts. A receipt of another commit gets a verdict, too, but does not count in the search for gaps. Never
 * rejects for what a receipt says.
 */
export async function checkReceipts<Key>(
  subtle: SubtleHmac<Key>,
  engines: ReceiptEngines,
  pair: { readonly commit: string; readonly serverSeed: string; readonly clientSeed?: string; readonly firstNonce?: number },
  receipts: readonly Receipt[],
): Promise<ReceiptReport> {
  const { commit, serverSeed, clientSeed, firstNonce } = pair;
  const verdicts: { nonce: number; verdict: ReceiptVerdict }[] = [];
  for (const receipt of receipts) {
    const verdict =
      !isAsSent(receipt) ? 'not-as-sent'
      : receipt.commit !== commit ? 'other-commit'
      : clientSeed !== undefined && withoutPart(receipt.clientSeed) !== clientSeed ? 'other-client-seed'
      : await verdictOf(subtle, engines, serverSeed, receipt);
    verdicts.push({ nonce: receipt.nonce, verdict });
  }
  const pairReceipts = receipts.filter((receipt) => receipt.commit === commit && Number.isSafeInteger(receipt.nonce));
  return {
    commitFits: (await commitByWebCrypto(subtle, serverSeed)) === commit,
    verdicts,
    ...nonceGaps(pairReceipts.map(({ nonce }) => nonce), firstNonce),
  };
}
