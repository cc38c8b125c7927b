import { describe, expect, it } from 'vitest';
import { promotionTerms } from '../../../src/core/contract/promotions';
import type { Promotion } from '../../../src/core/contract/promotions';
import { PROMOTION_IDS } from '../../../src/core/promotions';
import { differencesOf, fieldsOf, formOf, patchOf } from '../../../src/pages/admin/promotions/promotion-form';
import { SHIPPED_PROMOTIONS } from '../../../src/core/shipped-promotions';

const promotionOf = (id: keyof typeof SHIPPED_PROMOTIONS): Promotion => ({
  promotionId: id, name: 'A name', enabled: true, terms: SHIPPED_PROMOTIONS[id], version: 1, updatedAt: '2026-11-22T00:00:00Z',
});

describe('the form of a promotion', () => {
  it('has every term of its kind, and nothing to send while nothing is typed', () => {
    for (const id of PROMOTION_IDS) {
      const promotion = promotionOf(id);
      const { kind, ...terms } = promotion.terms;
      expect([...fieldsOf(kind)].sort(), id).toEqual(['name', 'approvalNumber', ...Object.keys(terms)].sort());
      expect(patchOf(formOf(promotion), promotion), id).toBeNull();
    }
  });

  it('sends the name alone, or the terms whole and as the contract wants them', () => {
    const promotion = promotionOf('friday');
    expect(patchOf({ ...formOf(promotion), name: ' New ' }, promotion)).toEqual({ patch: { name: 'New' } });
    expect(patchOf({ ...formOf(promotion), approvalNumber: ' ARCON/1 ' }, promotion)).toEqual({ patch: { approvalNumber: 'ARCON/1' } });
    const read = patchOf({ ...formOf(promotion), maxBonus: '1,500.50', weekdays: '6, 5', once: 'ever', wagering: '20' }, promotion);
    const terms = { ...SHIPPED_PROMOTIONS.friday, maxBonus: 1_500.5, weekdays: [5, 6], once: 'ever', wagering: 20 };
    expect(read).toEqual({ patch: { terms } });
    expect(promotionTerms.safeParse(terms).success).toBe(true);
    expect(patchOf({ ...formOf(promotion), weekdays: '' }, promotion)).toMatchObject({ patch: { terms: { weekdays: null } } });
  });

  it('reads prizes one by one, and says at the field what it can’t read', () => {
    const promotion = promotionOf('giveaway');
    expect(formOf(promotion).prizes).toBe('100000 50000 10000 10000 10000');
    expect(patchOf({ ...formOf(promotion), prizes: '5,000; 2500.50' }, promotion)).toMatchObject({ patch: { terms: { prizes: [5_000, 2_500.5] } } });
    for (const prizes of ['', 'many', '5000 x']) expect(patchOf({ ...formOf(promotion), prizes }, promotion), prizes).toHaveProperty('errors.prizes');
    const friday = promotionOf('friday');
    expect(patchOf({ ...formOf(friday), weekdays: '8', percent: '2.5', maxBonus: 'x' }, friday)).toEqual({
      errors: { weekdays: 'Enter numbers from 1 to 7.', percent: 'Enter a number.', maxBonus: 'Enter a number.' },
    });
  });

  it('names the weekdays of a proposed change, and says so where a field becomes empty', () => {
    const friday = promotionOf('friday');
    const changed = (weekdays: string) => {
      const read = patchOf({ ...formOf(friday), weekdays }, friday);
      return read !== null && 'patch' in read ? differencesOf(friday, read.patch) : null;
    };
    expect(changed('5, 6')).toEqual([{ field: 'weekdays', before: 'Fri', after: 'Fri, Sat' }]);
    expect(changed('')).toEqual([{ field: 'weekdays', before: 'Fri', after: 'nothing' }]);
  });
});
