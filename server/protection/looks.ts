/** The reality check: how often, and that the player has looked. And the answer to being asked about limits. */
import type { PoolClient } from 'pg';
import { RAISE_WAITS_MS } from '../../src/core/protection';
import { noteLook, playAt, dueAt, playOf } from '../ledger/play-session';
import { realityMinutesAt, toPlayNow } from '../ledger/reality-check';
import { rulesFor } from '../place/rules';
import type { CallerPlace } from '../place/rules';
import { lockPlayer, raiseVersion, readHead, writeEvent } from './player';
import type { Changer } from './player';
import { minutesAt } from './read';

type Clock = () => Date;

/** The device can't know the platform's time exactly: a look this much before it is due is one. */
export const LOOK_EARLY_MS = 60_000;

/** A shorter interval holds at once, a longer one after 24 hours by itself; the newest wish counts. */
export async function setRealityCheck(tx: PoolClient, clock: Clock, by: Changer, minutes: number): Promise<void> {
  const player = await lockPlayer(tx, by.userId);
  const now = clock();
  const holds = realityMinutesAt(player, now);
  const waits = player.reality_next_from !== null && player.reality_next_from > now ? player.reality_next : null;
  if (minutes === (waits ?? holds)) return;
  const from = minutes > holds ? new Date(now.getTime() + RAISE_WAITS_MS) : now;
  await tx.query('UPDATE player SET reality_minutes = $2, reality_next = $3, reality_next_from = $4 WHERE user_id = $1', [
    by.userId, Math.min(minutes, holds), minutes > holds ? minutes : null, minutes > holds ? from : null,
  ]);
  await writeEvent(tx, by, 'reality-check-set', now, { minutes, from: from.toISOString() });
  await raiseVersion(tx, by.userId);
}

/** Play may go on until the next one. Changes nothing where none is due: nobody looks ahead. */
export async function acknowledge(tx: PoolClient, clock: Clock, by: Changer, place: CallerPlace): Promise<void> {
  await lockPlayer(tx, by.userId);
  const now = clock();
  const head = await readHead(tx, by.userId, now);
  const play = playAt(playOf(head), now.getTime());
  const minutes = minutesAt(head, now, rulesFor(head.state, place));
  if (play === null || now.getTime() < dueAt(play, minutes) - LOOK_EARLY_MS) return;
  await noteLook(tx, by.userId, now);
  await writeEvent(tx, by, 'reality-check-seen', now, { ...toPlayNow(play, minutes) });
  await raiseVersion(tx, by.userId);
}

export async function answerOffer(tx: PoolClient, clock: Clock, by: Changer): Promise<void> {
  const player = await lockPlayer(tx, by.userId);
  if (player.limits_answered_at !== null) return;
  const now = clock();
  await tx.query('UPDATE player SET limits_answered_at = $2 WHERE user_id = $1', [by.userId, now]);
  await writeEvent(tx, by, 'limits-offer-answered', now);
  await raiseVersion(tx, by.userId);
}
