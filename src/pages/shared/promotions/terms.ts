/** Writes the terms of a promotion as sentences, with an example. Pure. */
import type { PromotionTerms } from '../../../core/contract/promotions';
import { fraction } from '../../../core/fraction';
import { formatNaira, kobo, multiplyFloor, nairaToKobo } from '../../../core/money';
import type { Kobo } from '../../../core/money';
import { expectedWageringCost, maxConvertedOf, wageringRequirementOf } from '../../../core/wagering';
import { words } from './words';

/** The amount as "₦1,000". An amount that is no whole number of kobo is a dash. */
export function naira(amount: number): string {
  const exact = nairaToKobo(amount);
  return exact === null ? '–' : whole(exact);
}

const whole = (amount: Kobo): string => formatNaira(amount, { whole: true });
const RTP = fraction(96n, 100n);
const EXAMPLE_DEPOSIT = kobo(1_000_000);
const EXAMPLE_WIN = kobo(80_000);
const EXAMPLE_ENTRIES = 1_000;
const ENOUGH_ENTRIES = 100;

/** The offer, in one sentence. */
export function headlineOf(terms: PromotionTerms, game: string): string {
  switch (terms.kind) {
    case 'deposit-match':
      return words.match(terms.percent, naira(terms.maxBonus));
    case 'free-spins':
      return words.spins(terms.spins, naira(terms.stake), game);
    case 'draw':
      return words.draw(terms.prizes.length, naira(terms.prizes.reduce((sum, prize) => sum + prize, 0)));
  }
}

/** Several places with the same prize are written as "2 × ₦10,000", kept together. */
export function prizeWords(prizes: readonly number[]): string {
  const times = new Map<number, number>();
  for (const prize of prizes) times.set(prize, (times.get(prize) ?? 0) + 1);
  return [...times].map(([prize, count]) => (count === 1 ? naira(prize) : `${count}\u00a0×\u00a0${naira(prize)}`)).join(', ');
}

/** A bonus that can be claimed on one weekday ends with that day, because none of the following days is one of them. */
function isOneDay({ weekdays }: Extract<PromotionTerms, { kind: 'deposit-match' }>): boolean {
  return weekdays !== null && weekdays.every((day) => !weekdays.includes((day % 7) + 1));
}

/** All terms, one a line. */
export function termLines(terms: PromotionTerms, game: string): readonly string[] {
  switch (terms.kind) {
    case 'deposit-match':
      return [
        words.minDeposit(naira(terms.minDeposit)),
        terms.weekdays === null ? words.anyDay : words.weekdays(terms.weekdays),
        words.once[terms.once],
        words.wagering(terms.wagering),
        words.counts,
        words.maxStake(naira(terms.maxStake)),
        ...capLines(terms),
        words.playDeposit,
        words.validFromDeposit(terms.validDays),
        words.claimWaits(terms.claimDays, isOneDay(terms)),
        words.order,
        words.real,
        words.ends,
      ];
    case 'free-spins':
      return [
        words.spinsFixed(naira(terms.stake), game),
        words.spinsValid(terms.validDays),
        words.spinsOnce,
        words.spinsWagering(terms.wagering),
        words.counts,
        words.maxStake(naira(terms.maxStake)),
        ...(terms.capTimes === undefined ? [] : [words.capSpins(terms.capTimes)]),
        words.order,
        words.realSpins,
        words.ends,
      ];
    case 'draw':
      return [
        words.prizes(prizeWords(terms.prizes)), words.entry, words.drawn, words.fair, words.heldAgain, words.passedOver, words.afterClosing,
        words.paid,
      ];
  }
}

/** The cap, with what the largest bonus can become. */
function capLines({ capTimes, maxBonus }: Extract<PromotionTerms, { kind: 'deposit-match' }>): readonly string[] {
  const granted = nairaToKobo(maxBonus);
  const most = granted === null ? null : maxConvertedOf(granted, capTimes ?? null);
  return capTimes === undefined || granted === null || most === null ? [] : [words.cap(capTimes, whole(granted), whole(most))];
}

function matchExample({ percent, maxBonus, wagering }: Extract<PromotionTerms, { kind: 'deposit-match' }>): string {
  const maxBonusKobo = nairaToKobo(maxBonus) ?? kobo(0);
  const granted = kobo(Math.min(multiplyFloor(EXAMPLE_DEPOSIT, percent, 100), maxBonusKobo));
  const requirement = wageringRequirementOf(granted, wagering);
  const cost = expectedWageringCost(requirement, RTP) ?? kobo(0);
  return words.matchExample(whole(EXAMPLE_DEPOSIT), whole(granted), wagering, whole(requirement), whole(cost));
}

/** An example for one player. For a draw it counts with the present number of entries (null = not known). */
export function exampleOf(terms: PromotionTerms, entries: number | null): string {
  switch (terms.kind) {
    case 'deposit-match':
      return matchExample(terms);
    case 'free-spins': {
      const requirement = wageringRequirementOf(EXAMPLE_WIN, terms.wagering);
      const cost = expectedWageringCost(requirement, RTP) ?? kobo(0);
      return words.spinsExample(whole(EXAMPLE_WIN), terms.wagering, whole(requirement), whole(cost));
    }
    case 'draw': {
      // A handful of entries proves nothing, because more will come.
      const isNow = entries !== null && entries >= ENOUGH_ENTRIES;
      return words.drawExample(isNow ? entries : EXAMPLE_ENTRIES, terms.prizes.length, isNow);
    }
  }
}

/** The heading of the section that claims. */
export const claimTitleOf = ({ kind }: PromotionTerms): string => (kind === 'draw' ? words.enterTitle : words.claimTitle);

/** Says, before the button, what pressing it does. */
export function consequenceOf(terms: PromotionTerms, game: string): string {
  switch (terms.kind) {
    case 'deposit-match':
      return `${words.claimMatch(naira(terms.minDeposit), terms.claimDays, isOneDay(terms))} ${words.claimRules(naira(terms.maxStake), terms.capTimes ?? null)}`;
    case 'free-spins':
      return `${words.claimSpins(terms.spins, game, terms.validDays)} ${words.claimSpinRules(naira(terms.maxStake), terms.capTimes ?? null)}`;
    case 'draw':
      return words.claimDraw;
  }
}
