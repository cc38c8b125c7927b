/** A usual visit of a player: sign in, pay in where nothing is left, play, and take out what is much. */
import { MINUTE_MS } from '../../../src/core/time';
import { PLAYED_GAMES, playSome } from './play';
import { arrive, balanceOf, depart, join, payIn, showIdentity, takeOut } from './player';
import type { Player } from './player';

/** The first visit opens the account; every third person takes the welcome bonus with the first deposit. */
export async function firstVisit(player: Player): Promise<void> {
  await join(player);
  const { random, usualDeposit } = player;
  if (random.chance(0.6)) await showIdentity(player);
  if (random.chance(0.9)) await payIn(player, { naira: 2 * usualDeposit, ...(random.chance(0.35) && { promotionId: 'welcome-bonus' as const }) });
  await playFor(player);
  await depart(player);
}

export async function usualVisit(player: Player): Promise<void> {
  await arrive(player);
  const { random, usualDeposit, stage } = player;
  const balance = await balanceOf(player);
  if (balance < usualDeposit) {
    const outcome = random.chance(0.08) ? random.pick(['failed', 'cancelled', 'never'] as const) : 'paid';
    await payIn(player, { naira: usualDeposit * random.between(1, 3), outcome });
  }
  await playFor(player);
  stage.clock.pass(MINUTE_MS);
  if ((await balanceOf(player)) > 3 * usualDeposit && random.chance(0.6)) await takeOut(player);
  await depart(player);
}

/** Plays a few stretches of some rounds, each in another game. */
export async function playFor(player: Player, mostRounds = 12): Promise<void> {
  const { random, usualDeposit } = player;
  let balance = await balanceOf(player);
  for (let stretches = random.between(1, 2); stretches > 0 && balance >= 10; stretches -= 1) {
    const stake = Math.max(10, Math.round((usualDeposit * random.pick([0.05, 0.1, 0.1, 0.2])) / 10) * 10);
    balance = await playSome(player, { game: random.pick(PLAYED_GAMES), rounds: random.between(4, mostRounds), stake }, balance);
  }
}
