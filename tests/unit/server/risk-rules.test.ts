import { describe, expect, it } from 'vitest';
import { HARM_RULES, medianOf } from '../../../server/risk/rules/harm';
import { LAUNDERING_RULES } from '../../../server/risk/rules/laundering';
import { mondayOf } from '../../../server/risk/watch';
import type { Figures } from '../../../server/risk/watched-rule';
import { levelOf, parseRuleChanges, RISK_RULE_IDS, ruleInForce } from '../../../src/core/risk-rules';
import type { RiskRule } from '../../../src/core/risk-rules';

const RULES = [...HARM_RULES, ...LAUNDERING_RULES];
const firesAt = (rule: RiskRule, figures: Omit<Figures, 'user_id' | 'period'>): boolean => {
  const watched = RULES.find((each) => each.rule === rule);
  return watched?.fires({ user_id: 'u', period: 'p', ...figures }, ruleInForce(rule, {}).thresholds) === true;
};

describe('the rules that watch', () => {
  it('are one for each name, and name only parameters that they get', () => {
    expect(RULES.map(({ rule }) => rule).sort()).toEqual([...RISK_RULE_IDS].sort());
    const given = ['entry', 'depositStep', 'payoutStep', 'change', 'since', 'now', 'day', 'week', 'month', 'automaticKobo', 'player'];
    for (const { rule, sql } of RULES) {
      const known = new Set([...given, ...Object.keys(ruleInForce(rule, {}).thresholds)]);
      for (const [, name = ''] of sql.matchAll(/\$([a-z]\w*)/gi)) expect(known, rule).toContain(name);
    }
  });

  it.each<[RiskRule, Omit<Figures, 'user_id' | 'period'>, boolean]>([
    ['deposits-above-usual', { weekKobo: 3_000_001, weeksBeforeKobo: [0, 1_000_000, 0, 900_000, 1_100_000, 0, 0, 0] }, true],
    ['deposits-above-usual', { weekKobo: 3_000_000, weeksBeforeKobo: [0, 1_000_000, 0, 900_000, 1_100_000, 0, 0, 0] }, false],
    ['deposits-above-usual', { weekKobo: 90_000_000, weeksBeforeKobo: [1_000_000, 1_000_000, 0, 0, 0, 0, 0, 0] }, false],
    ['deposits-above-usual', { weekKobo: 1_999_999, weeksBeforeKobo: [10_000, 10_000, 10_000, 0, 0, 0, 0, 0] }, false],
    ['long-play', { playedMinutes: 181 }, true],
    ['long-play', { playedMinutes: 180 }, false],
    ['in-and-out', { askedKobo: 4_000_000, paidInKobo: 5_000_000, atRiskKobo: 4_999_999 }, true],
    ['in-and-out', { askedKobo: 4_000_000, paidInKobo: 5_000_000, atRiskKobo: 5_000_000 }, false],
    ['in-and-out', { askedKobo: 3_999_999, paidInKobo: 5_000_000, atRiskKobo: 0 }, false],
    ['in-and-out', { askedKobo: 4_999_999, paidInKobo: 4_999_999, atRiskKobo: 0 }, false],
    ['just-below-limit', { amounts: 0, smallerAmounts: 3, smallerKobo: 20_000_000, smallerLimitKobo: 20_000_000 }, true],
    ['just-below-limit', { amounts: 3, smallerAmounts: 3, smallerKobo: 19_999_999, smallerLimitKobo: 20_000_000 }, false],
    ['large-transactions', { depositedKobo: 0, withdrawnKobo: 500_000_000 }, true],
    ['large-transactions', { depositedKobo: 499_999_999, withdrawnKobo: 499_999_999 }, false],
  ])('%s of %o: %s', (rule, figures, isFlag) => {
    expect(firesAt(rule, figures)).toBe(isFlag);
  });

  it('take the lower middle of an even number of weeks, and 0 of none', () => {
    expect([medianOf([]), medianOf([5]), medianOf([1, 9]), medianOf([9, 1, 5])]).toEqual([0, 5, 1, 5]);
  });

  it('weigh more after earlier flags of the month', () => {
    expect([levelOf(1, 0), levelOf(1, 1), levelOf(1, 2), levelOf(1, 4), levelOf(2, 2), levelOf(3, 0), levelOf(1, 40)]).toEqual([1, 1, 2, 3, 3, 3, 3]);
  });

  it('count weeks from Monday in Lagos', () => {
    expect(['2026-11-16', '2026-11-22', '2026-11-23', '2027-01-01'].map(mondayOf)).toEqual(['2026-11-16', '2026-11-16', '2026-11-23', '2026-12-28']);
  });
});

describe('an operator’s changes of rules', () => {
  it('hold for the thresholds that they name', () => {
    const changes = parseRuleChanges('{"night-play":{"nights":4},"limit-raises":{"on":false},"deposits-above-usual":{"times":2.5}}') ?? {};
    expect(ruleInForce('night-play', changes).thresholds).toEqual({ nights: 4, fromHour: 0, toHour: 5 });
    expect([ruleInForce('limit-raises', changes).isOn, ruleInForce('night-play', changes).isOn]).toEqual([false, true]);
    expect(ruleInForce('deposits-above-usual', changes).thresholds).toMatchObject({ times: 2.5 });
  });

  it.each(['', '[]', 'null', '{"night-play":4}', '{"night-walk":{}}', '{"night-play":{"knights":4}}', '{"night-play":{"nights":-1}}', '{"night-play":{"nights":"4"}}', '{"night-play":{"nights":2.5}}', '{"night-play":{"on":1}}', '{"__proto__":{"on":false}}'])(
    'are refused where they are none: %s', (text) => {
      expect(parseRuleChanges(text)).toBeUndefined();
    },
  );
});
