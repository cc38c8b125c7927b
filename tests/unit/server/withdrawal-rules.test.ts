import { describe, expect, it } from 'vitest';
import { automaticUpTo } from '../../../server/cashier/withdrawals/amount-rules';
import { SIMULATED_PAYMENTS } from '../../../server/config/payments';
import { kobo, ZERO_KOBO } from '../../../src/core/money';

const CONFIG = { withdrawalAutomaticUpTo: kobo(50_000_00), payments: SIMULATED_PAYMENTS };
const today = (naira: number) => ({ total: kobo(naira * 100), automatic: kobo(naira * 100) });

describe('what rules alone pay out', () => {
  it('is one sum for the day, however small its parts', () => {
    expect(automaticUpTo({ isVerified: true, hasRepeatedBonus: false, isTurnoverWaived: false, today: today(0) }, CONFIG)).toBe(50_000_00);
    expect(automaticUpTo({ isVerified: true, hasRepeatedBonus: false, isTurnoverWaived: false, today: today(30_000) }, CONFIG)).toBe(20_000_00);
    expect(automaticUpTo({ isVerified: true, hasRepeatedBonus: false, isTurnoverWaived: false, today: today(60_000) }, CONFIG)).toBe(ZERO_KOBO);
  });

  it('is nothing for whom nobody has proven', () => {
    expect(automaticUpTo({ isVerified: false, hasRepeatedBonus: false, isTurnoverWaived: false, today: today(0) }, CONFIG)).toBe(ZERO_KOBO);
  });

  it('is nothing for whom a bonus that is given once was given to two accounts of', () => {
    expect(automaticUpTo({ isVerified: true, hasRepeatedBonus: true, isTurnoverWaived: false, today: today(0) }, CONFIG)).toBe(ZERO_KOBO);
  });

  it('is nothing where the money is real and the proof of identity is not', () => {
    const live = { ...CONFIG, payments: { ...SIMULATED_PAYMENTS, paystackKeys: ['sk_live_example'] as const } };
    expect(automaticUpTo({ isVerified: true, hasRepeatedBonus: false, isTurnoverWaived: false, today: today(0) }, live)).toBe(ZERO_KOBO);
    const triedOut = { ...CONFIG, payments: { ...SIMULATED_PAYMENTS, paystackKeys: ['sk_test_example'] as const } };
    expect(automaticUpTo({ isVerified: true, hasRepeatedBonus: false, isTurnoverWaived: false, today: today(0) }, triedOut)).toBe(50_000_00);
  });
});
