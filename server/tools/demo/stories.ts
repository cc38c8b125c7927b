/** What happens once in the month, so that each tab of the desk has something to show. A small demo has as many as it has players and days. */
import { claimPromotion, listPromotions } from '../../../src/core/contract/promotions';
import { exclude, setLimit } from '../../../src/core/contract/protection';
import { sendFeedback, sendMessage } from '../../../src/core/contract/support';
import type { LimitKind, LimitPeriod } from '../../../src/core/protection';
import type { PromotionId } from '../../../src/core/promotions';
import { MINUTE_MS } from '../../../src/core/time';
import { playFor } from './visits';
import { playSome } from './play';
import { balanceOf, join, payIn, showIdentity, takeOut } from './player';
import type { Player } from './player';

export interface Story {
  /** The player's place in the list. */
  readonly who: number;
  /** The part of the month that has gone by. */
  readonly when: number;
  /** The hour in Lagos; default: the evening. */
  readonly hour?: number;
  /** The player has signed in, or is about to open the account where `isFirst`. */
  readonly tell: (player: Player) => Promise<void>;
  readonly isFirst?: true;
}

const say = (text: string) => async ({ browser }: Player): Promise<void> =>
  void (await browser.call(sendMessage, { params: browser.params, body: { text } }));

const limit = (kind: LimitKind, period: LimitPeriod, amount: number) => async ({ browser }: Player): Promise<void> =>
  void (await browser.call(setLimit, { params: { ...browser.params, kind, period }, body: { amount, currency: 'NGN' } }));

const claim = (promotionId: PromotionId) => async (player: Player): Promise<void> => {
  const { browser } = player;
  if (!player.isVerified) await showIdentity(player);
  const offer = (await browser.call(listPromotions, {})).items.find((each) => each.promotionId === promotionId);
  if (offer !== undefined) await browser.call(claimPromotion, { params: { ...browser.params, promotionId }, body: { version: offer.version } });
};

/** Pays much in, stakes it once on safe bets, and takes out more than rules alone pay. */
async function takeOutMuch(player: Player): Promise<void> {
  for (let tries = 0; tries < 3; tries += 1) {
    await payIn(player, { naira: 150_000, method: 'bank-transfer' });
    const left = await playSome(player, { game: 'dice', rounds: 16, stake: 10_000, bet: { under: 9_500 } }, await balanceOf(player));
    if (left > 60_000 && (await takeOut(player)) > 50_000) return;
  }
}

/** Pays in and asks for nearly all of it back, with hardly a round between. */
async function payInAndOut(player: Player): Promise<void> {
  await payIn(player, { naira: 90_000, method: 'bank-transfer' });
  await playSome(player, { game: 'roulette', rounds: 3, stake: 500 }, await balanceOf(player));
  await takeOut(player, { naira: 85_000, unplayed: 'mistake' });
}

async function failThrice(player: Player): Promise<void> {
  for (const naira of [5_000, 5_000, 3_000]) {
    await payIn(player, { naira, method: 'card', outcome: 'failed' });
    player.stage.clock.pass(4 * MINUTE_MS);
  }
}

/** Stakes on red and black at once, which hardly loses and counts as play. */
async function coverTheTable(player: Player): Promise<void> {
  await payIn(player, { naira: 30_000, method: 'card' });
  const bet = { bets: [{ spot: 'red', stake: 100_000 }, { spot: 'black', stake: 100_000 }] };
  await playSome(player, { game: 'roulette', rounds: 12, stake: 2_000, bet }, await balanceOf(player));
}

async function playAtNight(player: Player): Promise<void> {
  await payIn(player, { naira: 2 * player.usualDeposit });
  await playFor(player, 20);
}

async function winAndTakeOut(player: Player): Promise<void> {
  await payIn(player, { naira: 12_000, method: 'card' });
  await playSome(player, { game: 'dice', rounds: 14, stake: 1_000, bet: { under: 9_500 } }, await balanceOf(player));
  await takeOut(player);
}

export const STORIES: readonly Story[] = [
  { who: 0, when: 0.35, tell: say('Good evening. My transfer of this afternoon shows in my bank app, how long does it take to reach my balance?') },
  { who: 1, when: 0.2, tell: limit('deposit', 'week', 20_000) },
  { who: 2, when: 0.3, tell: limit('loss', 'day', 5_000) },
  { who: 3, when: 0.4, tell: limit('deposit', 'day', 5_000) },
  { who: 3, when: 0.5, tell: limit('deposit', 'day', 10_000) },
  { who: 3, when: 0.6, tell: limit('deposit', 'day', 20_000) },
  { who: 3, when: 0.7, tell: limit('deposit', 'day', 50_000) },
  { who: 4, when: 0.8, tell: async ({ browser }) => void (await browser.call(exclude, { params: browser.params, body: { length: '7-days' } })) },
  { who: 5, when: 0.6, tell: async (player) => {
    await playAtNight(player);
    await player.browser.call(exclude, { params: player.browser.params, body: { length: '6-months' } });
  } },
  { who: 6, when: 0.4, tell: async (player) => void (await payIn(player, { naira: 4_000, method: 'bank-transfer', outcome: 'wrong-amount' })) },
  { who: 6, when: 0.93, tell: async (player) => void (await payIn(player, { naira: 10_000, method: 'bank-transfer', outcome: 'wrong-amount' })) },
  { who: 7, when: 0.75, tell: failThrice },
  { who: 8, when: 0.95, tell: payInAndOut },
  { who: 9, when: 0.3, tell: takeOutMuch },
  { who: 10, when: 0.6, tell: takeOutMuch },
  { who: 9, when: 0.97, tell: takeOutMuch },
  { who: 11, when: 0.85, tell: winAndTakeOut },
  { who: 12, when: 0.55, tell: winAndTakeOut },
  { who: 13, when: 0.5, hour: 1, tell: playAtNight },
  { who: 13, when: 0.535, hour: 2, tell: playAtNight },
  { who: 13, when: 0.57, hour: 1, tell: playAtNight },
  { who: 13, when: 0.605, hour: 3, tell: playAtNight },
  { who: 14, when: 0.8, tell: coverTheTable },
  { who: 15, when: 0.45, tell: claim('free-spins') },
  { who: 16, when: 0.5, tell: claim('giveaway') },
  { who: 17, when: 0.55, tell: claim('giveaway') },
  { who: 0, when: 0.6, tell: claim('giveaway') },
  { who: 18, when: 0.5, tell: say('Please my card payment failed but I was debited N3,000. Reference FBN/20931.') },
  { who: 19, when: 0.9, tell: say('I want to change my phone number, I lost the old line.') },
  { who: 20, when: 0.96, tell: say('I have lost everything this month and I can’t stop. Please help me.') },
  { who: 21, when: 0.98, tell: say('How do I get the Friday reload? I did not see it today.') },
  { who: 1, when: 0.7, tell: async ({ browser }) =>
    void (await browser.call(sendFeedback, { params: browser.params, body: { category: 'game', text: 'Lagos Nights is sweet on my phone, please add more games like it.' } })) },
  { who: 22, when: 0.99, tell: async ({ browser }) =>
    void (await browser.call(sendFeedback, { params: browser.params, body: { category: 'problem', text: 'The deposit page went back to the start when I pressed back.' } })) },
];

/** Somebody with the phone and the birthday of a player who excluded themselves, and with a name of their own. */
export async function joinAsRelative(player: Player): Promise<void> {
  await join(player);
  await showIdentity(player);
}
