/** Words of the promotions. */
import { catalogue } from '../../../core/words/catalogue';
import { figure, plural } from '../../../core/words/plural';
import { CLAIM_REFUSALS } from '../../../core/contract/promotions';
import type { PromotionId } from '../../../core/promotions';

const DAYS = ['Mondays', 'Tuesdays', 'Wednesdays', 'Thursdays', 'Fridays', 'Saturdays', 'Sundays'] as const;
const days = (count: number) => plural(count, { one: '# day', other: '# days' });

export const words = catalogue('pages/shared/promotions', {
  names: {
    'welcome-bonus': 'Welcome bonus', 'free-spins': '50 free spins', friday: 'Friday reload', giveaway: 'Weekly giveaway',
  } satisfies Record<PromotionId, string>,
  match: (percent: number, most: string) => `${percent}% of your deposit on top, up to ${most}.`,
  spins: (count: number, stake: string, game: string) => `${count} free spins of ${stake} each on ${game}.`,
  draw: (count: number, sum: string) => `A free draw every week: ${count} prizes, ${sum} together.`,

  termsTitle: 'The exact terms',
  builtIn: 'These are the terms this version of the app was made with. The current ones load when you are online, and only those can be claimed.',
  from: 'Last checked:',
  minDeposit: (least: string) => `The deposit it goes with is at least ${least}. Every way to deposit counts.`,
  anyDay: 'It can be claimed on any day.',
  weekdays: (list: readonly number[]) => `Only on ${list.map((day) => DAYS[day - 1] ?? '').join(' and ')}, Lagos time: claim and deposit on ${list.length === 1 ? 'that day' : 'those days'}.`,
  once: { ever: 'Once for each person.', week: 'Once a week for each person.' },
  spinsOnce: 'Once for each person, however many accounts they have. You need a verified NIN to claim it.',
  wagering: (times: number) => `The bonus must be staked ${times} times before it becomes real money.`,
  counts: 'Not every game counts in full: of a stake in mines, dice or blackjack a tenth counts at most. A round that returns your stake does not count.',
  maxStake: (most: string) => `While the bonus runs, no stake can be above ${most}, be it bonus money or your own.`,
  cap: (times: number, granted: string, most: string) => `It can become at most ${times} times what you get: ${granted} can become ${most}. What is above that is lost when all is staked.`,
  capSpins: (times: number) => `It can become at most ${times} times what the spins win. What is above that is lost when all is staked.`,
  playDeposit: 'Play the deposit once before you withdraw it. If you withdraw money that you paid in and did not play, the bonus ends.',
  validFromDeposit: (count: number) => `You have ${days(count)} from the deposit. What is left of the bonus then is lost.`,
  claimWaits: (count: number, isOneDay: boolean) =>
    `Claimed before the deposit, it waits ${isOneDay ? 'until midnight of that day, Lagos time' : `${days(count)} for it`}.`,
  ends: 'It ends when nothing is left in it, when you exclude yourself and when your account is closed. What is in it then is lost.',
  order: 'Your own money is staked first. A win goes back in the proportion it was staked.',
  real: 'Your own money stays yours: what you won with it, and what you have played once, you can withdraw and keep the bonus. Bonus money can’t be withdrawn.',
  realSpins: 'Your own money stays yours: you can withdraw it and keep the bonus. Bonus money can’t be withdrawn.',
  spinsFixed: (stake: string, game: string) => `Each spin is ${stake} on ${game}, with the same odds as every other. It costs you nothing.`,
  spinsValid: (count: number) => `You have ${days(count)} from the claim. Spins that are left then, and what is left of the bonus, are lost.`,
  spinsWagering: (times: number) => `What the spins win is bonus money. It must be staked ${times} times before it becomes real money.`,
  prizes: (list: string) => `Prizes: ${list}.`,
  entry: 'One entry a week for each person, however many accounts they have. It is free: no deposit, no stake. You need a verified NIN.',
  drawn: 'Entries close on Sunday at 20:00, Lagos time. After that nobody can add, change or take out an entry.',
  paid: 'A prize is paid as real money. There is no wagering.',
  fair: 'The fingerprint of our secret is shown before anybody can enter, and the fingerprint of the entries when they close. What decides the draw together with them is named before, and nobody knows it then. Afterwards everybody can check the draw.',
  heldAgain: 'If what decides the draw does not come in time, everybody is told so here and the draw is held again, with the same entries.',
  passedOver: 'An entry can’t win if its account, when entries close, is closed, excluded, a second account of somebody, an account of our team or without a verified NIN. If it is drawn, it is passed over for good, the reason is shown, and the next entry drawn gets the prize.',
  afterClosing: 'What happens to an account after that changes nothing: a prize that was won is paid. Whoever is excluded by then can withdraw it, and can’t play with it.',

  exampleTitle: 'An example',
  matchExample: (deposit: string, bonus: string, times: number, requirement: string, cost: string) =>
    `You deposit ${deposit} and get ${bonus} of bonus. ${times} times over is ${requirement} to be staked. On a game that returns 96% and counts in full, that costs ${cost} on average.`,
  spinsExample: (win: string, times: number, requirement: string, cost: string) =>
    `Your spins win ${win}. ${times} times over is ${requirement} to be staked. On a game that returns 96% and counts in full, that costs ${cost} on average.`,
  drawExample: (among: number, prizes: number, isNow: boolean) =>
    `${isNow ? 'As it stands there are' : 'With'} ${figure(among)} entries${isNow ? '; with one of them' : ','} your chance of a prize is ${prizes} in ${figure(among)}.`,
  contribution: 'What each game counts',

  claimTitle: 'Claim it',
  enterTitle: 'Enter the draw',
  claimMatch: (least: string, count: number, isOneDay: boolean) =>
    `Claiming moves no money. The bonus comes with your next deposit of at least ${least} ${isOneDay ? 'before midnight, Lagos time' : `within ${days(count)}`}; without one the claim ends by itself.`,
  /** Follows `claimMatch`. */
  claimRules: (most: string, times: number | null) =>
    `While it runs, no stake can be above ${most}, and withdrawing the deposit before you have played it ends it.${times === null ? '' : ` It can become at most ${times} times what you get.`}`,
  claimSpins: (count: number, game: string, valid: number) =>
    `Claiming moves no money. ${count} free spins on ${game} are yours at once, for ${days(valid)}.`,
  /** Follows `claimSpins`. */
  claimSpinRules: (most: string, times: number | null) =>
    `Until they and what they win are played, no stake can be above ${most}.${times === null ? '' : ` What they win can become at most ${times} times as much.`}`,
  claimDraw: 'You get one entry in this week’s draw. It costs nothing, and you can’t enter twice.',
  claim: 'Claim',
  enter: 'Enter',
  claiming: 'Sending',
  offline: 'Claiming needs a connection. Everything else on this page is on your device.',
  needsCurrent: 'Claiming waits for the current terms.',
  guest: 'You need an account for this.',
  signIn: 'Sign in',
  join: 'Join',
  toBonuses: 'To my bonuses',
  drawsNeedNetwork: 'The draws could not be loaded. Open this page again with a connection.',
  others: 'Other promotions',

  checkingTitle: 'We are checking this claim',
  checking: 'The answer got lost on the way and we are asking for it. It is not claimed twice. You can close the app.',
  doneTitle: 'Claimed',
  failed: 'Not claimed',
  notSent: 'That did not reach us. Nothing was claimed; try again.',
  changed: 'The terms have changed meanwhile. Read them again, then claim.',

  cantTitle: 'Not available to you now',
  refusals: {
    'switched-off': 'It is not offered at the moment.',
    claimed: 'You have claimed it.',
    'not-today': 'Today is not one of its days.',
    'cool-off': 'You are taking a break. Nothing can be claimed while it lasts.',
    excluded: 'You have excluded yourself, so nothing can be claimed.',
    place: 'We can’t offer it where you are.',
    email: 'Confirm your e-mail first: open the link in the mail that we sent you.',
    'identity-needed': 'We need to check who you are first. Verify your NIN.',
    'second-account': 'You have another account with us, and this one gets no bonus. What is in it can be withdrawn.',
    'identity-used': 'Another account of yours has claimed it before, and it is once for each person.',
    'nin-needed': 'Verify your NIN first. This is once for each person, and your NIN tells us who you are.',
    entered: 'You are in this week’s draw.',
    admin: 'Accounts of the people who run this site can’t claim.',
  } satisfies Record<(typeof CLAIM_REFUSALS)[number], string>,
  /** The words about `identity-needed` for a player who has verified the NIN. */
  refusalAlike: 'An account that looks like yours is on a break or excluded, and we can’t tell yet that it is not yours. Write to us: our team looks at it.',
  refusalOther: 'It is not offered to you at the moment.',
  again: (when: string) => `It opens again ${when}, Lagos time.`,
});
