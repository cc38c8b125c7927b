/** Sets the interval of the reality check, records its acknowledgement, and records the answer to the offer of limits. */
import type { PoolClient } from 'pg';
import { RAISE_WAITS_MS } from '../../src/core/protection';
import { recordCheck, playAt, checkDueAt, playOf } from '../ledger/play-session';
import { realityMinutesAt, toPlayNow } from '../ledger/reality-check';
import { rulesFor } from '../place/rules';
import type { CallerPlace } from '../place/rules';
import { lockPlayer, raiseProtectionVersion, readPlayerProtection, writeProtectionEvent } from './player';
import type { Actor } from './player';
import { checkIntervalAt } from './read-protection';

type Clock = () => Date;

/** A reality check may be acknowledged this early, because a device's clock differs a little from ours. */
export const EARLY_CHECK_MS = 60_000;

/** Sets the interval in minutes: a shorter one applies at once, a longer one after 24 hours. The newest request counts. */
export async function setRealityCheck(tx: PoolClient, clock: Clock, actor: Actor, minutes: number): Promise<void> {
  const player = await lockPlayer(tx, actor.userId);
  const now = clock();
  const current = realityMinutesAt(player, now);
  const pendingMinutes = player.reality_next_from !== null && player.reality_next_from > now ? player.reality_next : null;
  if (minutes === (pendingMinutes ?? current)) return;
  const from = minutes > current ? new Date(now.getTime() + RAISE_WAITS_MS) : now;
  await tx.query('UPDATE player SET reality_minutes = $2, reality_next = $3, reality_next_from = $4 WHERE user_id = $1', [
    actor.userId, Math.min(minutes, current), minutes > current ? minutes : null, minutes > current ? from : null,
  ]);
  await writeProtectionEvent(tx, actor, 'reality-check-set', now, { minutes, from: from.toISOString() });
  await raiseProtectionVersion(tx, actor.userId);
}

/** Lets play go on until the next reality check. Does nothing where none is due, so that nobody acknowledges in advance. */
export async function acknowledgeRealityCheck(tx: PoolClient, clock: Clock, actor: Actor, place: CallerPlace): Promise<void> {
  await lockPlayer(tx, actor.userId);
  const now = clock();
  const player = await readPlayerProtection(tx, actor.userId, now);
  const play = playAt(playOf(player), now.getTime());
  const minutes = checkIntervalAt(player, now, rulesFor(player.state, place));
  if (play === null || now.getTime() < checkDueAt(play, minutes) - EARLY_CHECK_MS) return;
  await recordCheck(tx, actor.userId, now);
  await writeProtectionEvent(tx, actor, 'reality-check-seen', now, { ...toPlayNow(play, minutes) });
  await raiseProtectionVersion(tx, actor.userId);
}

export async function answerLimitsOffer(tx: PoolClient, clock: Clock, actor: Actor): Promise<void> {
  const player = await lockPlayer(tx, actor.userId);
  if (player.limits_answered_at !== null) return;
  const now = clock();
  await tx.query('UPDATE player SET limits_answered_at = $2 WHERE user_id = $1', [actor.userId, now]);
  await writeProtectionEvent(tx, actor, 'limits-offer-answered', now);
  await raiseProtectionVersion(tx, actor.userId);
}
