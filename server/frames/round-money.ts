/**
 * Moves the money of a framed game as its provider asks: a stake, a win, or a stake given back. Each happens once for the
 * provider's own id, as a posting of the ledger with all its guards.
 */
import { createHash } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { CreditBody, DebitBody, RollbackBody, WalletAnswer } from '../../src/core/contract/frame-wallet';
import { CURRENCY } from '../../src/core/contract/primitives';
import { MAX_ROUND_WIN, largestStake } from '../../src/core/games/largest-win';
import { ZERO_KOBO, addKobo, kobo, multiplyFloor, nairaToKobo, subKobo } from '../../src/core/money';
import type { Kobo } from '../../src/core/money';
import { lockMoney, refuseTooHighStake } from '../bonuses';
import { afterCommit } from '../db/after-commit';
import { findGame, isOpen } from '../catalogue';
import type { CatalogueGame } from '../catalogue';
import { readLastStarts, lockRoundStarts, refuseSecondRound, refuseShortCycle } from '../games';
import { ProblemError } from '../http/problem';
import type { RawAnswer } from '../http/router';
import { newId } from '../ids';
import { runOperation } from '../ledger/operation';
import { post } from '../ledger/post';
import { measure } from '../measurements';
import { parseState } from '../place/caller-location';
import type { Platform } from '../platform';
import { readNairaBalance } from './launch';
import { findLaunch, hasPlayedElsewhere, lockOpenSession } from './launch-rows';
import type { LaunchRow } from './launch-rows';
import {
  addReturned, addStake, addWin, changeUnplayed, findRound, isProviderKey, lockTransaction, markRolledBack, readUnplayed, recordBalance, openRound,
  insertTransaction,
} from './round-rows';
import type { FrameRoundRow } from './round-rows';

/** A call of a provider for one of its own launches. */
interface MoneyCall<Body> {
  readonly provider: string;
  readonly launch: LaunchRow;
  readonly body: Body;
}

type Work = (tx: PoolClient, key: string) => Promise<void>;

/**
 * Turns the provider's id into a key of the player. The colon keeps it apart from keys that a player can send: a player who knows
 * the id could otherwise send the key first and so block the end of a lost round.
 */
async function chooseKey({ pool }: Platform, userId: string, provider: string, id: string): Promise<string> {
  const hash = createHash('sha256').update(`${provider}\n${id}`).digest('hex');
  return (await isProviderKey(pool, userId, hash)) ? hash : `frame:${hash}`;
}

/**
 * Does `work` once for the provider's id; the same id again gets the first answer, also a refusal. Throws ProblemErrors that leave
 * the id free: `key-reused` for another call under the id, `key-running`, `money-unavailable`, `cycle-too-short`.
 */
async function runOnce(
  platform: Platform,
  kind: string,
  { provider, launch, body }: MoneyCall<{ readonly transactionId: string }>,
  work: Work,
): Promise<RawAnswer> {
  const { user_id: userId } = launch;
  const key = await chooseKey(platform, userId, provider, body.transactionId);
  return runOperation(platform, { userId, key, kind: `frame-${kind}`, body }, async (tx) => {
    try {
      // Rounds of the platform's own games take the same lock, so that of two starts the later one sees the earlier one.
      if (kind === 'debit') await lockRoundStarts(tx, userId);
      await lockMoney(tx, userId);
      await work(tx, key);
    } catch (error) {
      throw error instanceof ProblemError ? toProviderProblem(error) : error;
    }
    return { status: 200, body: { balance: await readNairaBalance(tx, userId), currency: CURRENCY } satisfies WalletAnswer };
  });
}

/** Names the rule that refused, and nothing about the player, whose limits, breaks and amounts the provider must not know. */
function toProviderProblem({ code, extra: { reason, retryAfterSeconds } }: ProblemError): ProblemError {
  return new ProblemError(code, 'The platform refuses this.', {
    ...(code === 'conflict' && reason !== undefined && { reason }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

const conflict = (reason: string): ProblemError => new ProblemError('conflict', 'The platform refuses this.', { reason });

/** Takes a stake, for a new round or one more in a round that is not settled. */
export function debit(platform: Platform, call: MoneyCall<DebitBody>): Promise<RawAnswer> {
  const { provider, launch, body } = call;
  return runOnce(platform, 'debit', call, async (tx, key) => {
    const at = platform.now();
    await assertOpen(tx, launch.launch_id, at);
    const game = await requireOpenGame(tx, { gameId: launch.game_id, provider, at });
    const amount = toKobo(body.amount);
    const round = await findRound(tx, provider, launch, body.roundId);
    await assertMayStake(tx, { game, userId: launch.user_id, round, amount, at });
    const roundId = round?.round_id ?? newId(platform);
    if (round === undefined) await openRound(tx, { roundId, launch, providerRound: body.roundId, stake: amount, at });
    else await addStake(tx, roundId, amount);
    const isNewId = await insertTransaction(tx, { provider, id: body.transactionId, kind: 'debit', launch, roundId, amount, at });
    if (!isNewId) throw await toIdConflict(tx, provider, body.transactionId);
    const { real, unplayedTaken } = await post(tx, {
      userId: launch.user_id, kind: round === undefined ? 'round' : 'round-step', reference: roundId, operationKey: key,
      place: platform.places.ofLocation({ country: launch.country, state: parseState(launch.region ?? '') }), at,
      moves: [{ kind: 'stake', from: 'real', to: 'house', amount }],
    });
    await changeUnplayed(tx, roundId, unplayedTaken);
    await recordBalance(tx, roundId, addKobo(real.balance, amount), real);
    measureMove(tx, provider, { rounds: round === undefined ? 1 : 0, stake: amount });
  });
}

async function requireOpenGame(
  tx: PoolClient, { gameId, provider, at }: { readonly gameId: string; readonly provider: string; readonly at: Date },
): Promise<CatalogueGame> {
  const game = await findGame(tx, gameId);
  if (game?.row.frame?.provider === provider && isOpen(game.row, at)) return game;
  throw new ProblemError('game-disabled', 'This game is closed at the moment.');
}

interface NewStake {
  readonly game: CatalogueGame;
  readonly userId: string;
  /** The round that gets one more stake; undefined for the first stake of a new one. */
  readonly round: FrameRoundRow | undefined;
  readonly amount: Kobo;
  readonly at: Date;
}

/** Checks a stake, together with those that its round has already, and the start of a new round. */
async function assertMayStake(tx: PoolClient, { game, userId, round, amount, at }: NewStake): Promise<void> {
  if (round?.settled_at) throw conflict('round-settled');
  const total = addKobo(kobo(round?.staked ?? 0), amount);
  refuseStake(game, total);
  await refuseTooHighStake(tx, userId, total, { at, startedAt: round?.started_at ?? at });
  if (round === undefined) await refuseStart(tx, userId, at);
}

/** Says why a stake's id can't be used: the stake was rolled back before it came, or the id belongs to another call. */
async function toIdConflict(tx: PoolClient, provider: string, id: string): Promise<ProblemError> {
  return conflict((await lockTransaction(tx, provider, id))?.kind === 'void' ? 'rolled-back' : 'id-used');
}

/**
 * Throws for a launch that has ended, whoever ended it, for one whose session has ended, and for one whose player has begun a round of
 * the platform's own games since: a sweep ends these launches themselves, some time later. It locks the rows of launch and session so
 * that neither can end before the stake is written.
 */
async function assertOpen(tx: PoolClient, launchId: string, at: Date): Promise<void> {
  const launch = await findLaunch(tx, launchId, 'share');
  if (launch === undefined || launch.exchanged_at === null || launch.ended_at !== null) throw conflict('session-ended');
  if (!(await lockOpenSession(tx, launchId, at)) || (await hasPlayedElsewhere(tx, launchId))) throw conflict('session-ended');
}

/** Refuses a round beside one that is not finished, and one that begins too soon after another, whichever games they are of. */
async function refuseStart(tx: PoolClient, userId: string, at: Date): Promise<void> {
  const starts = await readLastStarts(tx, userId, at);
  refuseSecondRound(starts);
  refuseShortCycle(starts, at);
}

function refuseStake({ row, engine }: CatalogueGame, total: Kobo): void {
  if (total >= row.min_stake && total <= row.max_stake && total <= largestStake(engine, undefined)) return;
  throw new ProblemError('stake-out-of-range', 'This stake can’t be played');
}

/**
 * Pays the win of a round, or nothing, and settles the round. A win is paid whatever has happened to the game, its session or the
 * player since the stake. Throws `not-found`, which leaves the id free, while no stake of the round is known, because the stake
 * may still come.
 */
export async function credit(platform: Platform, call: MoneyCall<CreditBody>): Promise<RawAnswer> {
  const { provider, launch, body } = call;
  if ((await findRound(platform.pool, provider, launch, body.roundId)) === undefined) throw new ProblemError('not-found', 'We have no stake of this round.');
  return runOnce(platform, 'credit', call, async (tx, key) => {
    const round = await findRound(tx, provider, launch, body.roundId);
    if (round === undefined) throw new Error('the round is missing');
    const at = platform.now();
    const amount = toKobo(body.amount);
    if (round.returned === round.staked) throw conflict('rolled-back');
    if (addKobo(kobo(round.won), amount) > (await readMaxWin(tx, round))) throw new ProblemError('validation', 'This is more than a round can pay.');
    const isNew = await insertTransaction(tx, { provider, id: body.transactionId, kind: 'credit', launch, roundId: round.round_id, amount, at });
    if (!isNew) throw conflict('id-used');
    await addWin(tx, round.round_id, amount, at);
    measureMove(tx, provider, { win: amount });
    if (amount === 0) return;
    // A round that returns its stakes has played nothing.
    const isReturned = round.won + amount === round.staked - round.returned;
    await pay(tx, { userId: launch.user_id, roundId: round.round_id, key, amount, at, unplayedReturned: kobo(isReturned ? round.unplayed : 0) });
    // Nobody can sign in there any more, so that people must send the money to the person.
    if (await isClosed(tx, launch.user_id)) platform.log('frame.paid-to-closed', { alert: true, userId: launch.user_id, roundId: round.round_id });
  });
}

async function isClosed(tx: PoolClient, userId: string): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM player WHERE user_id = $1 AND closed_at IS NOT NULL', [userId]);
  return rowCount === 1;
}

/** Returns the largest win of the round in kobo: the game's certified one, up to that of any round; also for a withdrawn game. */
async function readMaxWin(tx: PoolClient, round: FrameRoundRow): Promise<Kobo> {
  const { rows } = await tx.query<{ max_win: number }>('SELECT max_win FROM framed_game WHERE game_id = $1', [round.game_id]);
  const maxWin = multiplyFloor(subKobo(kobo(round.staked), kobo(round.returned)), rows[0]?.max_win ?? 1, 1);
  return maxWin < MAX_ROUND_WIN ? maxWin : MAX_ROUND_WIN;
}

/**
 * Gives a stake back, once. A stake that is not known yet is never taken after this. The player sees it as a win of the stake, so
 * that it counts in the net and for loss limits.
 */
export function rollback(platform: Platform, call: MoneyCall<RollbackBody>): Promise<RawAnswer> {
  const { provider, launch, body } = call;
  return runOnce(platform, 'rollback', call, async (tx, key) => {
    const at = platform.now();
    const stake = await findReturnableStake(tx, call, at);
    const amount = stake?.amount ?? ZERO_KOBO;
    const isNewId = await insertTransaction(tx, { provider, id: body.transactionId, kind: 'rollback', launch, roundId: null, amount, at });
    if (!isNewId) throw conflict('id-used');
    if (stake === null) return;
    const { roundId } = stake;
    if (!(await addReturned(tx, roundId, amount))) throw conflict('round-settled');
    await markRolledBack(tx, provider, body.debitId, body.transactionId);
    measureMove(tx, provider, { win: amount });
    const unplayed = await readUnplayed(tx, roundId);
    await pay(tx, { userId: launch.user_id, roundId, key, amount, at, unplayedReturned: kobo(Math.min(unplayed, amount)) });
  });
}

/** Counts under the provider's name, because a provider may have hundreds of games. A stake that is given back counts as a win of it. */
function measureMove(tx: PoolClient, provider: string, { rounds = 0, stake = 0, win = 0 }: Readonly<Partial<Record<'rounds' | 'stake' | 'win', number>>>): void {
  afterCommit(tx, () => measure('game.moved', { game: `frame:${provider}`, rounds, stake, win }));
}

interface ReturnableStake {
  readonly roundId: string;
  readonly amount: Kobo;
}

/**
 * Locks the stake that is to be given back; null where there is nothing to give back: it was given back before, or it has not come. In the
 * last case its id is taken as `void`, so that it can't come any more. Throws `conflict` where the id belongs to something else.
 */
async function findReturnableStake(tx: PoolClient, { provider, launch, body }: MoneyCall<RollbackBody>, at: Date): Promise<ReturnableStake | null> {
  await insertTransaction(tx, { provider, id: body.debitId, kind: 'void', launch, roundId: null, amount: ZERO_KOBO, at });
  const stake = await lockTransaction(tx, provider, body.debitId);
  if (stake === undefined || stake.user_id !== launch.user_id || !['debit', 'void'].includes(stake.kind)) throw conflict('no-debit');
  if (stake.kind === 'void' || stake.rolled_back_by !== null || stake.round_id === null) return null;
  return { roundId: stake.round_id, amount: kobo(stake.amount) };
}

interface Payment {
  readonly userId: string;
  readonly roundId: string;
  readonly key: string;
  readonly amount: Kobo;
  readonly at: Date;
  /** The part of the amount that was paid in and not played; it counts as unplayed again. */
  readonly unplayedReturned: Kobo;
}

async function pay(tx: PoolClient, { userId, roundId, key, amount, at, unplayedReturned }: Payment): Promise<void> {
  const { real } = await post(tx, {
    userId, kind: 'round-end', reference: roundId, operationKey: key, at, unplayedReturned, moves: [{ kind: 'win', from: 'house', to: 'real', amount }],
  });
  await changeUnplayed(tx, roundId, -unplayedReturned);
  await recordBalance(tx, roundId, subKobo(real.balance, amount), real);
}

function toKobo(naira: number): Kobo {
  const amount = nairaToKobo(naira);
  if (amount === null) throw new Error('the schema lets through amounts alone');
  return amount;
}
