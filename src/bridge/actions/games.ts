/** The lobby's list, and real rounds. */
import { MAX_CATALOGUE_BYTES } from '../../api/read-body';
import { getGame, listGames } from '../../core/contract/games';
import type { Game, RoundAnswer } from '../../core/contract/games';
import type { Result } from '../../core/errors';
import { catalogueStore, failGames } from '../../state/catalogue';
import { hearGames } from '../../state/hear-catalogue';
import { now } from '../clock';
import { submitIntent } from '../intents';
import type { IntentOutcome } from '../intents';
import { callOpen } from '../platform';
import { readStoredGames } from '../snapshots';

/**
 * Brings the games into the catalogue store: first what the device has, then what the platform says. Draw from
 * `useCatalogue`; the answer is only for a retry button.
 */
export async function loadGames(signal?: AbortSignal): Promise<Result<{ items: Game[] }>> {
  if (catalogueStore.getState().games === null) {
    const stored = await readStoredGames();
    if (stored) hearGames(stored.data.items, { live: false, savedAt: stored.savedAt });
  }
  const result = await callOpen(listGames, { maxBytes: MAX_CATALOGUE_BYTES, ...(signal && { signal }) });
  if (!result.ok) failGames(result.error);
  else hearGames(result.data.items, { live: result.savedAt === null, savedAt: result.savedAt ?? now() });
  return result;
}

/** One game, from the catalogue store where it is there, else from the platform. */
export async function loadGame(gameId: string, signal?: AbortSignal): Promise<Result<Game>> {
  const { games, savedAt, source } = catalogueStore.getState();
  const known = games?.find((game) => game.gameId === gameId);
  if (known) {
    const dated = source === 'live' ? null : savedAt;
    return { ok: true, data: known, status: 200, etag: null, savedAt: dated, instead: null, balanceVersion: null };
  }
  return callOpen(getGame, { params: { gameId }, ...(signal && { signal }) });
}

export interface RoundRequest {
  readonly gameId: string;
  /** Decimal naira, as in the contract. */
  readonly stake: number;
  readonly bet: Record<string, unknown>;
}

/**
 * Plays one real round, exactly once. Resolves when the platform's answer is known, or as `unknown` when it isn't
 * yet: then `whenSettled(outcome.key)` of `bridge/intents` resolves later, and the intents store shows the state
 * meanwhile. The balance in the session store is set from the answer.
 */
export function playRound({ gameId, stake, bet }: RoundRequest): Promise<IntentOutcome<RoundAnswer>> {
  return submitIntent({ kind: 'round', gameId, body: { stake, currency: 'NGN', bet } });
}
