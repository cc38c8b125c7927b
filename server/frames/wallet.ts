/**
 * The money of a framed game, as its provider asks for it: stake, payment, and a stake given back. Each happens once for the
 * provider's own id of it, through the ledger's one door with all that guards it.
 */
import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { CreditBody, DebitBody, RollbackBody, WalletAnswer } from '../../src/core/contract/frame-wallet';
import { CURRENCY } from '../../src/core/contract/primitives';
import { MOST_WIN, largestStake } from '../../src/core/games/most-win';
import { ZERO_KOBO, addKobo, kobo, multiplyFloor, nairaToKobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { lockMoney } from '../bonuses';
import { findGame } from '../catalogue';
import type { CatalogueGame } from '../catalogue';
import { lastStarts, refuseShortCycle, lockStarts } from '../games';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { newId } from '../ids';
import { runOperation } from '../ledger/operation';
import { post } from '../ledger/post';
import { parseState } from '../place/caller-location';
import type { Platform } from '../platform';
import { balanceOf } from './launch';
import { findLaunch, keepSession } from './launch-rows';
import type { LaunchRow } from './launch-rows';
import {
  addReturned, addStake, addWin, findRound, isProvidersKey, lockTransaction, markRolledBack, noteBalance, openRound, takeId,
} from './wallet-rows';
import type { FrameRoundRow } from './wallet-rows';

/** Whose provider asks: `launch` is one of its own. */
interface Asked<Body> {
  readonly provider: string;
  readonly launch: LaunchRow;
  readonly body: Body;
}

type Work = (tx: PoolClient, key: string) => Promise<void>;

/**
 * The provider's id as a key of the player's. The colon keeps it apart from the keys that a player can send: by one of those,
 * sent first, a player who knows the id could block the call, and so the end of a round that is lost.
 */
async function keyOf({ pool }: Platform, userId: string, provider: string, id: string): Promise<string> {
  const hash = createHash('sha256').update(`${provider}\n${id}`).digest('hex');
  return (await isProvidersKey(pool, userId, hash)) ? hash : `frame:${hash}`;
}

/**
 * Does `work` once for the provider's id; the same id again has the first answer, refusals included. Throws ProblemErrors:
 * `key-reused` for another call under the id, `key-running`, `money-unavailable`, `cycle-too-short`: those leave it free.
 */
async function once(
  platform: Platform,
  kind: string,
  { provider, launch, body }: Asked<{ readonly transactionId: string }>,
  work: Work,
): Promise<RawAnswer> {
  const { user_id: userId } = launch;
  const key = await keyOf(platform, userId, provider, body.transactionId);
  return runOperation(platform, { userId, key, kind: `frame-${kind}`, body }, async (tx) => {
    try {
      // As rounds that are played here: whichever begins first, the other one sees it.
      if (kind === 'debit') await lockStarts(tx, userId);
      await lockMoney(tx, userId);
      await work(tx, key);
    } catch (error) {
      throw error instanceof ProblemError ? forProvider(error) : error;
    }
    return { status: 200, body: { balance: await balanceOf(tx, userId), currency: CURRENCY } satisfies WalletAnswer };
  });
}

/** Which rule refused, and nothing about the player: limits, breaks and figures are nobody else's. */
function forProvider({ code, extra: { reason, retryAfterSeconds } }: ProblemError): ProblemError {
  return new ProblemError(code, 'The platform refuses this.', {
    ...(code === 'conflict' && reason !== undefined && { reason }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

const conflict = (reason: string): ProblemError => new ProblemError('conflict', 'The platform refuses this.', { reason });

/** Takes a stake, for a new round or one more in a round that is not settled. */
export function debit(platform: Platform, asked: Asked<DebitBody>): Promise<RawAnswer> {
  const { provider, launch, body } = asked;
  return once(platform, 'debit', asked, async (tx, key) => {
    const at = platform.now();
    await assertOpen(tx, launch.launch_id, at);
    const game = await findGame(tx, launch.game_id);
    if (game?.row.frame?.provider !== provider || !game.row.enabled) throw new ProblemError('game-disabled', 'This game is closed at the moment.');
    const amount = koboOf(body.amount);
    const known = await findRound(tx, provider, launch, body.roundId);
    if (known?.settled_at) throw conflict('round-settled');
    refuseStake(game, addKobo(kobo(known?.staked ?? 0), amount));
    if (known === undefined) refuseShortCycle(await lastStarts(tx, launch.user_id, at), at);
    const roundId = known?.round_id ?? newId(platform);
    if (known === undefined) await openRound(tx, { roundId, launch, providerRound: body.roundId, stake: amount, at });
    else await addStake(tx, roundId, amount);
    if (!(await takeId(tx, { provider, id: body.transactionId, kind: 'debit', launch, roundId, amount, at }))) throw await taken(tx, provider, body.transactionId);
    const place = platform.places.ofLocation({ country: launch.country, state: parseState(launch.region ?? '') });
    const { real } = await post(tx, {
      userId: launch.user_id, kind: known === undefined ? 'round' : 'round-step', reference: roundId, operationKey: key, place, at,
      moves: [{ kind: 'stake', from: 'real', to: 'house', amount }],
    });
    await noteBalance(tx, roundId, addKobo(real.balance, amount), real);
  });
}

/** Why a stake's id can't be taken: it was to be given back before it came, or it is of something else. */
async function taken(tx: PoolClient, provider: string, id: string): Promise<ProblemError> {
  return conflict((await lockTransaction(tx, provider, id))?.kind === 'void' ? 'rolled-back' : 'id-used');
}

/**
 * Of another session’s end as well: nothing is staked then any more, and the row stays as it is until the stake stands. The
 * player's session is looked at here, too, since the launch itself is ended by a sweep, some time after a sign-out.
 */
async function assertOpen(tx: PoolClient, launchId: string, at: Date): Promise<void> {
  const launch = await findLaunch(tx, launchId, true);
  if (launch === undefined || launch.exchanged_at === null || launch.ended_at !== null) throw conflict('session-ended');
  if (!(await keepSession(tx, launchId, at))) throw conflict('session-ended');
}

function refuseStake({ row, engine }: CatalogueGame, total: Kobo): void {
  if (total >= row.min_stake && total <= row.max_stake && total <= largestStake(engine, undefined)) return;
  throw new ProblemError('stake-out-of-range', 'This stake can’t be played');
}

/**
 * Pays what a round won, or nothing, and settles it. Whatever has happened to the game, its session or the player since the
 * stake: what was won is paid. Throws `not-found`, which leaves the id free, while no stake of the round is known: it may be
 * on its way.
 */
export async function credit(platform: Platform, asked: Asked<CreditBody>): Promise<RawAnswer> {
  const { provider, launch, body } = asked;
  if ((await findRound(platform.pool, provider, launch, body.roundId)) === undefined) throw new ProblemError('not-found', 'No stake of this round is known.');
  return once(platform, 'credit', asked, async (tx, key) => {
    const round = await findRound(tx, provider, launch, body.roundId);
    if (round === undefined) throw new Error('a round stays');
    const at = platform.now();
    const amount = koboOf(body.amount);
    if (round.returned === round.staked) throw conflict('rolled-back');
    if (addKobo(kobo(round.won), amount) > (await mostOf(tx, round))) throw new ProblemError('validation', 'More than a round can pay.');
    const isNew = await takeId(tx, { provider, id: body.transactionId, kind: 'credit', launch, roundId: round.round_id, amount, at });
    if (!isNew) throw conflict('id-used');
    await addWin(tx, round.round_id, amount, at);
    if (amount > 0) await pay(tx, { userId: launch.user_id, roundId: round.round_id, key, amount, at });
  });
}

/** Kobo. What is certified of the game, and what any round pays at most. A game that was taken away pays as it was. */
async function mostOf(tx: PoolClient, round: FrameRoundRow): Promise<Kobo> {
  const { rows } = await tx.query<{ max_win: number }>('SELECT max_win FROM framed_game WHERE game_id = $1', [round.game_id]);
  const most = multiplyFloor(subKobo(kobo(round.staked), kobo(round.returned)), rows[0]?.max_win ?? 1, 1);
  return most < MOST_WIN ? most : MOST_WIN;
}

/**
 * Gives a stake back, once. A stake that is not known yet is never taken after this. Told to the player as a win of the
 * stake: so it counts in the net, and in limits of losses.
 */
export function rollback(platform: Platform, asked: Asked<RollbackBody>): Promise<RawAnswer> {
  const { provider, launch, body } = asked;
  return once(platform, 'rollback', asked, async (tx, key) => {
    const at = platform.now();
    const shared = { provider, launch, roundId: null, at } as const;
    const isUnknown = await takeId(tx, { ...shared, id: body.debitId, kind: 'void', amount: ZERO_KOBO });
    const stake = await lockTransaction(tx, provider, body.debitId);
    if (stake === undefined || stake.user_id !== launch.user_id || !['debit', 'void'].includes(stake.kind)) throw conflict('no-debit');
    const isOwed = !isUnknown && stake.rolled_back_by === null && stake.kind === 'debit';
    const amount = isOwed ? kobo(stake.amount) : ZERO_KOBO;
    if (!(await takeId(tx, { ...shared, id: body.transactionId, kind: 'rollback', amount }))) throw conflict('id-used');
    if (!isOwed || stake.round_id === null) return;
    if (!(await addReturned(tx, stake.round_id, amount))) throw conflict('round-settled');
    await markRolledBack(tx, provider, body.debitId, body.transactionId);
    await pay(tx, { userId: launch.user_id, roundId: stake.round_id, key, amount, at });
  });
}

interface Payment {
  readonly userId: string;
  readonly roundId: string;
  readonly key: string;
  readonly amount: Kobo;
  readonly at: Date;
}

async function pay(tx: PoolClient, { userId, roundId, key, amount, at }: Payment): Promise<void> {
  const { real } = await post(tx, {
    userId, kind: 'round-end', reference: roundId, operationKey: key, at, moves: [{ kind: 'win', from: 'house', to: 'real', amount }],
  });
  await noteBalance(tx, roundId, subKobo(real.balance, amount), real);
}

function koboOf(naira: number): Kobo {
  const amount = nairaToKobo(naira);
  if (amount === null) throw new Error('the schema lets through amounts alone');
  return amount;
}
