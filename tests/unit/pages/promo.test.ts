import { describe, expect, it } from 'vitest';
import { CLAIM_REFUSALS, promotionTerms, promotionsAsTheyCome } from '../../../src/core/contract/promotions';
import { PROMOTION_IDS } from '../../../src/core/promotions';
import { SHIPPED_PROMOTIONS } from '../../../src/core/shipped-promotions';
import { refusalWords } from '../../../src/pages/promo/refusal';
import { consequenceOf, exampleOf, headlineOf, prizeWords, termLines } from '../../../src/pages/shared/promotions/terms';
import { words } from '../../../src/pages/shared/promotions/words';

const lines = (id: keyof typeof SHIPPED_PROMOTIONS) => termLines(SHIPPED_PROMOTIONS[id], 'Adire Gold');

describe('the terms of a promotion', () => {
  it('that come with the app fit the contract, and what the device keeps of them is what the contract reads', () => {
    for (const id of PROMOTION_IDS) {
      expect(promotionTerms.safeParse(SHIPPED_PROMOTIONS[id]), id).toEqual({ success: true, data: SHIPPED_PROMOTIONS[id] });
      const listAnswer = { items: [{ promotionId: id, name: 'N', enabled: true, terms: SHIPPED_PROMOTIONS[id], version: 1, updatedAt: '2026-11-22T00:00:00Z' }] };
      expect(promotionsAsTheyCome.safeParse(listAnswer), id).toEqual({ success: true, data: listAnswer });
    }
  });

  it('say every number that they hold, each promotion in lines of its own', () => {
    expect(headlineOf(SHIPPED_PROMOTIONS['welcome-bonus'], '')).toBe('100% of your deposit on top, up to ₦10,000.');
    const welcome = lines('welcome-bonus').join(' ');
    for (const figure of ['₦500', '10 times', '30 days', '7 days', 'Once for each person.', 'on any day']) expect(welcome).toContain(figure);
    const rules = [
      'no stake can be above ₦1,000, even with your own money', 'at most 5 times what you get: ₦10,000 can become ₦50,000', 'in mines, dice or blackjack a tenth counts at most',
      'A round that returns your stake does not count', 'Play the deposit once before you withdraw it',
    ];
    for (const rule of rules) expect(welcome).toContain(rule);
    expect(lines('friday').join(' ')).toMatch(/Only on Fridays, Lagos time.*Once a week.*waits until midnight of that day, Lagos time/);
    const weekend = termLines({ ...SHIPPED_PROMOTIONS.friday, weekdays: [5, 6], claimDays: 2 } as (typeof SHIPPED_PROMOTIONS)['friday'], '').join(' ');
    expect(weekend).toMatch(/Only on Fridays and Saturdays, Lagos time: claim and deposit on those days.*waits 2 days for it/);
    const spins = lines('free-spins').join(' ');
    for (const figure of ['₦20', 'Adire Gold', '7 days', '10 times', '₦1,000']) expect(spins).toContain(figure);
    expect(lines('giveaway')[0]).toBe('Prizes: ₦100,000, ₦50,000, 3\u00a0×\u00a0₦10,000.');
    expect(spins).toContain('You need a verified NIN to claim it.');
    const giveaway = lines('giveaway').join(' ');
    for (const rule of ['One entry a week for each person', 'a verified NIN', 'passed over for good']) expect(giveaway).toContain(rule);
    for (const id of PROMOTION_IDS) expect(new Set(lines(id)).size, id).toBe(lines(id).length);
  });

  it('state the same amounts as the wagering’s own functions', () => {
    expect(exampleOf(SHIPPED_PROMOTIONS['welcome-bonus'], null)).toContain('₦10,000 of bonus. 10 times over is ₦100,000 to be staked');
    expect(exampleOf(SHIPPED_PROMOTIONS['welcome-bonus'], null)).toContain('costs ₦4,000 on average');
    expect(exampleOf(SHIPPED_PROMOTIONS.friday, null)).toContain('get ₦2,500 of bonus. 10 times over is ₦25,000');
    expect(exampleOf(SHIPPED_PROMOTIONS['free-spins'], null)).toContain('10 times over is ₦8,000 to be staked');
    expect(exampleOf(SHIPPED_PROMOTIONS['free-spins'], null)).toContain('costs ₦320 on average');
  });

  it('cap the example at the largest bonus', () => {
    const small = { ...SHIPPED_PROMOTIONS['welcome-bonus'], maxBonus: 20, wagering: 1 };
    expect(exampleOf(small as (typeof SHIPPED_PROMOTIONS)['welcome-bonus'], null)).toContain('get ₦20 of bonus. 1 times over is ₦20');
  });

  it('state the chance in a draw by the present entries, or by a thousand while there are few', () => {
    expect(exampleOf(SHIPPED_PROMOTIONS.giveaway, null)).toBe('With 1,000 entries, your chance of a prize is 5 in 1,000.');
    expect(exampleOf(SHIPPED_PROMOTIONS.giveaway, 3)).toBe('With 1,000 entries, your chance of a prize is 5 in 1,000.');
    expect(exampleOf(SHIPPED_PROMOTIONS.giveaway, 2_500)).toBe('As it stands there are 2,500 entries; with one of them your chance of a prize is 5 in 2,500.');
    expect(prizeWords([5, 5, 7.5])).toBe('2\u00a0×\u00a0₦5, ₦7.50');
  });

  it('say before the button what pressing it does', () => {
    expect(consequenceOf(SHIPPED_PROMOTIONS['welcome-bonus'], '')).toMatch(/at least ₦500 within 7 days.*no stake can be above ₦1,000.*before you have played it ends it.*at most 5 times what you get/);
    expect(consequenceOf(SHIPPED_PROMOTIONS.friday, '')).toMatch(/at least ₦500 before midnight, Lagos time; without one/);
    expect(consequenceOf(SHIPPED_PROMOTIONS['free-spins'], 'Adire Gold')).toMatch(/50 free spins on Adire Gold are yours at once, for 7 days.*no stake can be above ₦1,000.*at most 5 times as much/);
    expect(consequenceOf(SHIPPED_PROMOTIONS.giveaway, '')).toBe(words.claimDraw);
  });
});

describe('a promotion that can’t be claimed', () => {
  it('says why, whatever the reason, also one that this page does not know', () => {
    for (const reason of CLAIM_REFUSALS) expect(refusalWords(reason, false)).toBe(words.refusals[reason]);
    expect(refusalWords('claimed', true)).toBe(words.refusals.claimed);
    for (const reason of ['toString', 'new-reason', null]) expect(refusalWords(reason, false)).toBe(words.refusalOther);
  });

  it('asks a player with a verified NIN to write to us, because the team has to tell the two accounts apart', () => {
    expect(refusalWords('identity-needed', true)).not.toMatch(/NIN/);
    expect(refusalWords('identity-needed', true)).toMatch(/Write to us/);
  });
});
