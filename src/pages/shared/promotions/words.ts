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
  match: (percent: number, maxBonus: string) => `${percent}% of your deposit on top, up to ${maxBonus}.`,
  spins: (count: number, stake: string, game: string) => `${count} free spins of ${stake} each on ${game}.`,
  draw: (count: number, sum: string) => `A free draw every week: ${count} prizes, ${sum} together.`,

  termsTitle: 'The exact terms',
  approval: (number: string) => `Advertising approval number: ${number}`,
  builtIn: 'These terms came with the app. The current ones load when you are online, and only those can be claimed.',
  from: 'Last checked:',
  minDeposit: (least: string) => `Deposit at least ${least}, in any way.`,
  anyDay: 'You can claim it on any day.',
  weekdays: (list: readonly number[]) => `Only on ${list.map((day) => DAYS[day - 1] ?? '').join(' and ')}, Lagos time: claim and deposit on ${list.length === 1 ? 'that day' : 'those days'}.`,
  once: { ever: 'Once for each person.', week: 'Once a week for each person.' },
  spinsOnce: 'Once for each person, however many accounts they have. You need a verified NIN to claim it.',
  wagering: (times: number) => `You must stake the bonus ${times} times before it becomes real money.`,
  counts: 'Not every game counts in full: of a stake in mines, dice or blackjack a tenth counts at most. A round that returns your stake does not count.',
  maxStake: (amount: string) => `While the bonus runs, no stake can be above ${amount}, even with your own money.`,
  cap: (times: number, granted: string, maxAmount: string) => `It can become at most ${times} times what you get: ${granted} can become ${maxAmount}. Anything above that is lost when the wagering is done.`,
  capSpins: (times: number) => `It can become at most ${times} times what the spins win. Anything above that is lost when the wagering is done.`,
  playDeposit: 'Play the deposit once before you withdraw it. If you withdraw a deposit you have not played, the bonus ends.',
  validFromDeposit: (count: number) => `You have ${days(count)} from the deposit. Then what is left of the bonus is lost.`,
  claimWaits: (count: number, isOneDay: boolean) =>
    `Claimed before the deposit, it waits ${isOneDay ? 'until midnight of that day, Lagos time' : `${days(count)} for it`}.`,
  ends: 'It ends when nothing is left in it, you exclude yourself or your account is closed. What is in it then is lost.',
  order: 'Your own money is staked first. Wins go back in the same proportion.',
  real: 'You can withdraw what you won with your own money, and what you have played once, and keep the bonus. You can’t withdraw bonus money.',
  realSpins: 'You can withdraw your own money and keep the bonus. You can’t withdraw bonus money.',
  spinsFixed: (stake: string, game: string) => `Each spin is ${stake} on ${game}, with the usual odds. It costs you nothing.`,
  spinsValid: (count: number) => `You have ${days(count)} from the claim. Then spins that are left, and what is left of the bonus, are lost.`,
  spinsWagering: (times: number) => `What the spins win is bonus money. You must stake it ${times} times before it becomes real money.`,
  prizes: (list: string) => `Prizes: ${list}.`,
  entry: 'One entry a week for each person, however many accounts they have. It is free: no deposit, no stake. You need a verified NIN.',
  drawn: 'Entries close on Sunday at 20:00, Lagos time. After that nobody can add, change or take out an entry.',
  paid: 'A prize is paid as real money. There is no wagering.',
  fair: 'The fingerprint of our secret is shown before anybody can enter, and the fingerprint of the entries when they close. What decides the draw together with them is named before, and nobody knows it then. Afterwards everybody can check the draw.',
  heldAgain: 'If what decides the draw does not come in time, we say so here and hold the draw again, with the same entries.',
  passedOver: 'An entry can’t win if its account, when entries close, is closed, excluded, a second account of somebody, an account of our team or without a verified NIN. If it is drawn, it is passed over for good, the reason is shown, and the next entry drawn gets the prize.',
  afterClosing: 'What happens to an account after that changes nothing: a prize that was won is paid. If you are excluded by then, you can withdraw it but not play with it.',

  exampleTitle: 'An example',
  matchExample: (deposit: string, bonus: string, times: number, requirement: string, cost: string) =>
    `You deposit ${deposit} and get ${bonus} of bonus. ${times} times over is ${requirement} to be staked. On a game that returns 96% and counts in full, that costs ${cost} on average.`,
  spinsExample: (win: string, times: number, requirement: string, cost: string) =>
    `Your spins win ${win}. ${times} times over is ${requirement} to be staked. On a game that returns 96% and counts in full, that costs ${cost} on average.`,
  drawExample: (among: number, prizes: number, isNow: boolean) =>
    `${isNow ? 'As it stands there are' : 'With'} ${figure(among)} entries${isNow ? '; with one of them' : ','} your chance of a prize is ${prizes} in ${figure(among)}.`,
  contribution: 'How much each game counts',

  claimTitle: 'Claim it',
  enterTitle: 'Enter the draw',
  claimMatch: (least: string, count: number, isOneDay: boolean) =>
    `Claiming moves no money. The bonus comes with your next deposit of at least ${least} ${isOneDay ? 'before midnight, Lagos time' : `within ${days(count)}`}; without one the claim ends by itself.`,
  /** Follows `claimMatch`. */
  claimRules: (maxStake: string, times: number | null) =>
    `While it runs, no stake can be above ${maxStake}, and withdrawing the deposit before you have played it ends it.${times === null ? '' : ` It can become at most ${times} times what you get.`}`,
  claimSpins: (count: number, game: string, valid: number) =>
    `Claiming moves no money. ${count} free spins on ${game} are yours at once, for ${days(valid)}.`,
  /** Follows `claimSpins`. */
  claimSpinRules: (maxStake: string, times: number | null) =>
    `Until they and what they win are played, no stake can be above ${maxStake}.${times === null ? '' : ` What they win can become at most ${times} times as much.`}`,
  claimDraw: 'You get one entry in this week’s draw. It costs nothing, and you can’t enter twice.',
  claim: 'Claim',
  enter: 'Enter',
  claiming: 'Sending',
  offline: 'You can claim when you are online.',
  needsCurrent: 'You can claim once the current terms have loaded.',
  guest: 'You need an account for this.',
  signIn: 'Sign in',
  join: 'Join',
  toBonuses: 'Go to my bonuses',
  drawsNeedNetwork: 'The draws could not be loaded. Open this page again when you are online.',
  others: 'Other promotions',

  checkingTitle: 'We are checking this claim',
  checking: 'The answer got lost, and we are checking. It is not claimed twice. You can close the app.',
  doneTitle: 'Claimed',
  failed: 'Not claimed',
  notSent: 'We could not connect. Nothing was claimed. Try again.',
  changed: 'The terms have changed. Read them again, then claim.',

  cantTitle: 'You can’t claim this now',
  refusals: {
    'switched-off': 'It is not offered right now.',
    claimed: 'You have claimed it.',
    'not-today': 'Today is not one of its days.',
    'cool-off': 'You are taking a break. You can’t claim anything while it lasts.',
    excluded: 'You have excluded yourself, so you can’t claim anything.',
    place: 'We can’t offer it where you are.',
    email: 'Confirm your e-mail first: open the link we sent you.',
    'identity-needed': 'We need to check who you are first. Verify your NIN.',
    'second-account': 'You have another account with us, and this one gets no bonus. You can still withdraw.',
    'identity-used': 'Another account of yours has claimed it, and it is once for each person.',
    'nin-needed': 'Verify your NIN first, because this is once for each person.',
    entered: 'You are in this week’s draw.',
    admin: 'Accounts of the people who run this site can’t claim.',
  } satisfies Record<(typeof CLAIM_REFUSALS)[number], string>,
  /** The words about `identity-needed` for a player who has verified the NIN. */
  refusalAlike: 'An account that looks like yours is on a break or excluded, and we can’t tell yet that it is not yours. Write to us: our team checks it.',
  refusalOther: 'You can’t claim it right now.',
  again: (when: string) => `It opens again ${when}, Lagos time.`,
});
