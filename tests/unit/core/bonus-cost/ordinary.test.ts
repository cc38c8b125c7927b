/** An ordinary player's gain from a bonus, compared with the platform's own plan of rounds, which is played many times with the same chances. */
import { describe, expect, it } from 'vitest';
import { planRound } from '../../../../server/bonuses/plan-round';
import type { Wallet } from '../../../../server/bonuses/plan-round';
import { betsOf } from '../../../../src/core/bonus-cost/bets';
import type { Bet } from '../../../../src/core/bonus-cost/bets';
import { followOrdinaryPlay } from '../../../../src/core/bonus-cost/ordinary-play';
import type { OrdinaryPlay, OrdinaryTerms } from '../../../../src/core/bonus-cost/ordinary-play';
import { kobo } from '../../../../src/core/money';
import { isLong, randomFrom } from '../../../support/seeds';
import type { Random } from '../../../support/seeds';
import { GAMES } from './games';

const AT = new Date('2026-11-21T10:00:00Z');
const STAKE = 10_000;
const PLAYERS = isLong ? 6_000 : 500;

function ordinaryOf(terms: OrdinaryTerms): OrdinaryPlay {
  const work = followOrdinaryPlay(terms);
  for (;;) {
    const step = work.next();
    if (step.done !== true) continue;
    if (step.value === null) throw new Error('it was not worked out');
    return step.value;
  }
}

function winOf({ returned, pays }: Bet, stake: number, random: Random): number {
  let draw = random.next() - returned;
  if (draw < 0) return stake;
  for (const [stakes, chance] of pays) {
    draw -= chance;
    if (draw < 0) return Math.round(stake * stakes);
  }
  return 0;
}

/** Plays one bonus to its end, as the platform does, and returns what the player has of their own. */
function playOnce(bet: Bet, terms: OrdinaryTerms, random: Random): { readonly gain: number; readonly converted: number } {
  const { own, granted, cap, requirement } = terms;
  let wallet: Wallet | null = {
    walletId: 'a', balance: kobo(granted), granted: kobo(granted), requirement: kobo(requirement), progress: kobo(0), wagering: 10, maxStake: kobo(10 * STAKE),
    limitsEveryStake: true, capTimes: cap / granted, claimContributions: null, games: null, spinsLeft: 0, spin: null,
    runsSince: AT, expiresAt: new Date(AT.getTime() + 1), inPlay: kobo(0),
  };
  let [real, converted] = [own, 0];
  while (wallet !== null) {
    const stake = Math.min(STAKE, real + wallet.balance);
    const win = winOf(bet, stake, random);
    const plan = planRound([wallet], {
      gameId: 'g', stake: kobo(stake), win: kobo(win), risked: kobo(stake), real: kobo(real), contribution: 10_000, scale: 10_000, freeSpinOf: null, at: AT,
    });
    if (!plan.ok) throw new Error(plan.refusal);
    real += win - plan.bonusWon - (stake - plan.bonusStaked) + plan.converted;
    converted += plan.converted;
    const [change] = plan.changes;
    if (change !== undefined) wallet = change.end === null ? change.after : null;
  }
  return { gain: real - own, converted };
}

const [calm = [], wild = []] = ['talking-drum', 'zuma-rock'].map((id) => GAMES.filter(({ gameId }) => gameId === id).flatMap(betsOf));

describe('an ordinary player', () => {
  it.each([
    ['of a calm slot', calm, { own: 100_000, granted: 100_000 }],
    ['of a wild slot', wild, { own: 100_000, granted: 100_000 }],
    ['of free spins, without money of their own', calm, { own: 0, granted: 100_000 }],
  ])('%s gains as much as thousands of simulated ones gain on average', { timeout: 120_000 }, (_, bets, money) => {
    const [bet] = bets;
    if (bet === undefined) throw new Error('there is no such slot');
    const terms: OrdinaryTerms = { ...money, cap: 500_000, requirement: 1_000_000, maxStake: 5 * STAKE, bets };
    const random = randomFrom(20_261_121);
    const played = Array.from({ length: PLAYERS }, () => playOnce(bet, terms, random));
    const mean = (of: (each: (typeof played)[number]) => number) => played.reduce((sum, each) => sum + of(each), 0) / PLAYERS;
    const close = (of: (each: (typeof played)[number]) => number, expected: number) => {
      const middle = mean(of);
      const error = Math.sqrt(mean((each) => (of(each) - middle) ** 2) / PLAYERS);
      // Pays between two amounts are divided, and the one round that has both kinds of money is taken as the bonus's: within a tenth of a stake.
      expect(Math.abs(middle - expected)).toBeLessThan(3.5 * error + STAKE / 10);
    };
    const ordinary = ordinaryOf(terms);
    close(({ gain }) => gain, ordinary.gain);
    close(({ converted }) => converted, ordinary.converted);
  });

  it('gains the bonus less the cost of the wagering where nobody can lose all money on the way', () => {
    const [bet] = calm;
    if (bet === undefined) throw new Error('there is no such slot');
    const houseShare = 1 - (bet.pays.reduce((sum, [stakes, chance]) => sum + stakes * chance, 0) / (1 - bet.returned));
    const { gain } = ordinaryOf({ own: 2_000_000, granted: 100_000, cap: 500_000, requirement: 1_000_000, maxStake: 50_000, bets: [bet] });
    expect(gain).toBeCloseTo(100_000 - houseShare * 1_000_000, 0);
  });
});
