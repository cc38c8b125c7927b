import { describe, expect, it } from 'vitest';
import { addFractions, compareFractions, fraction, fractionToPercent } from '../../../../src/core/fraction';
import { DICE_FACES, DICE_PAY_SCALE, DICE_UNDER, diceEngine, diceOutcome, dicePays, diceReturn } from '../../../../src/core/games/dice';
import { PLINKO_PAYS, PLINKO_RISKS, PLINKO_ROWS, PLINKO_RTP, plinkoEngine, plinkoOutcome } from '../../../../src/core/games/plinko';
import { kobo } from '../../../../src/core/money';
import { choose } from './reference-tables';
import { fixedDraw } from './table-support';

const thresholds = Array.from({ length: DICE_UNDER.max - DICE_UNDER.min + 1 }, (_, i) => DICE_UNDER.min + i);

describe('dice', () => {
  it('returns at every threshold 99 % less what four decimals cut, at least 98.98 %', () => {
    let least = { under: 0, rtp: fraction(1n) };
    for (const under of thresholds) {
      const rtp = diceReturn(under);
      const pays = 99_000_000n / BigInt(under);
      expect(rtp).toEqual(fraction(BigInt(under) * pays, 100_000_000n));
      if (compareFractions(rtp, least.rtp) < 0) least = { under, rtp };
    }
    console.log(`dice: least return ${fractionToPercent(least.rtp, 6)} under ${least.under / 100}`);
    expect(compareFractions(least.rtp, fraction(9_898n, 10_000n))).toBeGreaterThanOrEqual(0);
    expect([least.rtp, diceReturn(5_000)]).toEqual([diceEngine.rtp, diceEngine.maxRtp]);
    expect(diceEngine.maxRtp).toEqual(fraction(99n, 100n));
    expect(fraction(BigInt(dicePays(DICE_UNDER.min)), BigInt(DICE_PAY_SCALE))).toEqual(diceEngine.maxWin);
  });

  it('pays less for a likelier win, and always more than the stake', () => {
    for (const under of thresholds.slice(1)) expect(dicePays(under)).toBeLessThanOrEqual(dicePays(under - 1));
    expect(dicePays(DICE_UNDER.max)).toBe(10_102);
  });

  it('wins exactly the rolls under the threshold, and pays them to the kobo', () => {
    const stake = diceEngine.stakeStep;
    for (const under of [1, 2, 49, 3_333, 5_000, 9_799, 9_800]) {
      let paid = 0;
      for (let roll = 0; roll < DICE_FACES; roll += 1) {
        const { outcome, win } = diceEngine.play({ stake, bet: { under }, draws: fixedDraw(roll) });
        if (outcome.roll !== roll || win !== (roll < under ? dicePays(under) : 0)) throw new Error(`roll ${roll} under ${under}`);
        paid += win;
      }
      expect(fraction(BigInt(paid), BigInt(DICE_FACES * stake))).toEqual(diceReturn(under));
    }
    expect(diceOutcome.safeParse({ roll: 0, pays: 0 }).success).toBe(true);
  });
});

describe.each(PLINKO_RISKS)('plinko at %s risk', (risk) => {
  const pays = PLINKO_PAYS[risk];

  it('declares exactly the return of its buckets', () => {
    const rtp = pays
      .map((pay, k) => fraction(BigInt(pay) * choose(PLINKO_ROWS, k), 100n * 4_096n))
      .reduce(addFractions);
    console.log(`plinko, ${risk}: ${fractionToPercent(rtp, 4)} = ${rtp.numerator}/${rtp.denominator}`);
    expect(PLINKO_RTP[risk]).toEqual(rtp);
    expect(fractionToPercent(rtp, 3)).toBe({ low: '96.905%', medium: '96.975%', high: '96.967%' }[risk]);
  });

  it('is symmetric and pays less towards the middle', () => {
    expect(pays).toEqual(pays.toReversed());
    for (let k = 1; k <= PLINKO_ROWS / 2; k += 1) expect(pays[k]).toBeLessThan(pays[k - 1] ?? 0);
  });

  it('reaches bucket k by C(12, k) of the 4096 draws, each of which is another path', () => {
    const [counts, paths] = [pays.map(() => 0n), new Set<string>()];
    let paid = 0;
    const stake = kobo(100);
    for (let draw = 0; draw < 4_096; draw += 1) {
      const { outcome, win } = plinkoEngine.play({ stake, bet: { risk }, draws: fixedDraw(draw) });
      counts[outcome.bucket] = (counts[outcome.bucket] ?? 0n) + 1n;
      paths.add(outcome.path.join(''));
      paid += win;
      if (!plinkoOutcome.safeParse(outcome).success || outcome.pays !== win) throw new Error(`draw ${draw}`);
    }
    expect(counts).toEqual(pays.map((_, k) => choose(PLINKO_ROWS, k)));
    expect(paths.size).toBe(4_096);
    expect(fraction(BigInt(paid), 409_600n)).toEqual(PLINKO_RTP[risk]);
  });
});

it('plinko declares the least and the most that its tables return, and the largest pay of all', () => {
  const returns = PLINKO_RISKS.map((risk) => PLINKO_RTP[risk]).sort(compareFractions);
  expect([plinkoEngine.rtp, plinkoEngine.maxRtp]).toEqual([returns[0], returns.at(-1)]);
  expect(fraction(BigInt(Math.max(...Object.values(PLINKO_PAYS).flat())), 100n)).toEqual(plinkoEngine.maxWin);
});
