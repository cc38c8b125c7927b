/** Loads from the platform what a check of rounds needs beside the secrets: the bets that it refused, and the draws of its history. */
import { listOpenRounds, listRounds } from '../../core/contract/games';
import { listRefusedBets } from '../../core/contract/refused-bets';
import { mergeRefusedBets } from '../../core/fairness/refused-bets';
import type { KnownRefusedBet } from '../../core/fairness/refused-bets';
import type { OpenNonce } from '../../core/fairness/rounds-report';
import { nairaToKobo } from '../../core/money';
import type { RefusedBetRecord } from '../../core/seen-seeds';
import { lagosDay } from '../../core/time';
import { can } from '../../state/catalogue';
import { intentsStore } from '../../state/intents';
import type { Bridge } from '../bridge';
import { refusedBetOf } from '../money/intent-ends';
import { seedsOf } from './seeds';

/** The most pages that are loaded of a list. A page has a hundred items. */
const MOST_PAGES = 50;
/**
 * The history reaches back twelve months, so it lacks the first rounds of an older account. A list with a round that is older
 * than `COMPLETE_MS` may be such a one, and is not taken for the whole history.
 */
const HISTORY_MS = 364 * 24 * 3_600_000;
const COMPLETE_MS = 335 * 24 * 3_600_000;

/** Loads the refused bets that the platform lists; an empty list without the network, or on a platform that keeps none. */
async function loadListedBets({ calls }: Bridge, signal: AbortSignal): Promise<readonly RefusedBetRecord[]> {
  const bets: RefusedBetRecord[] = [];
  if (!can('binding')) return bets;
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const page = await calls.callAsPlayer(listRefusedBets, ({ userId }) => ({ params: { userId }, query, noStore: true, signal }));
    if (!page.ok) return bets;
    for (const { stake: naira, at, ...bet } of page.data.items) {
      const stake = nairaToKobo(naira);
      if (stake !== null) bets.push({ ...bet, stake, at: Date.parse(at) });
    }
    if (page.data.next === null) return bets;
    cursor = page.data.next;
  }
  return bets;
}

/** Loads all bets that were refused after they had named their draw, as far as this device or the platform knows, newest first. */
export async function loadRefusedBets(bridge: Bridge, signal: AbortSignal): Promise<readonly KnownRefusedBet[]> {
  const { refusedBets } = await seedsOf(bridge).read();
  // A page that was closed as the refusal came may have stored the intent alone, so the bets of the intents are added.
  const fromIntents = Object.values(intentsStore.getState().byKey).flatMap((intent) => refusedBetOf(intent) ?? []);
  return mergeRefusedBets([...refusedBets, ...fromIntents], await loadListedBets(bridge, signal));
}

/**
 * Loads the rounds that the platform calls open although their secrets are public, because no honest platform ends a pair while a round of
 * it is open. The list is asked for anew, because one from before the secret became public may name a round that has ended since.
 */
export async function loadOpenOfRevealed(
  { calls }: Bridge,
  revealed: ReadonlyMap<string, unknown>,
  signal: AbortSignal,
): Promise<readonly OpenNonce[]> {
  const answer = await calls.callAsPlayer(listOpenRounds, ({ userId }) => ({ params: { userId }, noStore: true, signal }));
  return answer.ok ? answer.data.items.map(({ fairness }) => fairness).filter(({ commit }) => revealed.has(commit)) : [];
}

/** Loads the draws of all rounds in the player's history. Null where it can't be loaded to its end, or may lack the first rounds. */
export async function loadHistoryDraws({ calls, clock }: Bridge, signal: AbortSignal): Promise<readonly OpenNonce[] | null> {
  if (!can('histories')) return null;
  const draws: OpenNonce[] = [];
  const now = clock.now();
  const from = lagosDay(now - HISTORY_MS);
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const query = { from, limit: 100, ...(cursor !== undefined && { cursor }) };
    const page = await calls.callAsPlayer(listRounds, ({ userId }) => ({ params: { userId }, query, noStore: true, signal }));
    if (!page.ok) return null;
    for (const { fairness, at } of page.data.items) {
      if (Date.parse(at) < now - COMPLETE_MS) return null;
      if (fairness !== undefined) draws.push({ commit: fairness.commit, nonce: fairness.nonce });
    }
    if (page.data.next === null) return draws;
    cursor = page.data.next;
  }
  return null;
}
