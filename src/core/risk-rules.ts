/**
 * The rules that watch: what each one is for, its version, and its thresholds with their defaults. The operator may change thresholds (`RISK_RULES`);
 * whoever changes what a rule counts gives it a new version. Amounts are in naira here, because people write and read them.
 */
export interface RuleSpec {
  readonly version: number;
  readonly kind: 'harm' | 'laundering';
  /** Of harm: what the first flag of a person does. Later ones of 30 days do more (`levelOf`). */
  readonly level: 1 | 2 | 3 | null;
  /** Payouts wait for a day at most while somebody looks. */
  readonly holds: boolean;
  readonly thresholds: Readonly<Record<string, number>>;
}

export const RISK_RULES = {
  /** Deposits of this week over `times` the median of the weeks with deposits among the last eight, of which there must be `leastWeeks`. */
  'deposits-above-usual': { version: 1, kind: 'harm', level: 1, holds: false, thresholds: { times: 3, leastWeeks: 3, leastNaira: 20_000 } },
  'failed-deposits': { version: 1, kind: 'harm', level: 1, holds: false, thresholds: { failed: 3, minutes: 60 } },
  /** A withdrawal is asked for, and play goes on within `hours`: so often in `days`. */
  'play-after-withdrawal': { version: 1, kind: 'harm', level: 1, holds: false, thresholds: { withdrawals: 2, hours: 24, days: 7 } },
  /** Stakes from `fromHour` to `toHour` in Lagos on so many nights of a week. */
  'night-play': { version: 1, kind: 'harm', level: 1, holds: false, thresholds: { nights: 3, fromHour: 0, toHour: 5 } },
  'limit-raises': { version: 1, kind: 'harm', level: 2, holds: false, thresholds: { raises: 3, days: 30 } },
  'long-play': { version: 1, kind: 'harm', level: 1, holds: false, thresholds: { minutes: 180 } },
  /** A deposit is asked for within `minutes` after a stake, with at most `leftNaira` left: so often in a day. */
  'deposit-at-zero': { version: 1, kind: 'harm', level: 2, holds: false, thresholds: { deposits: 3, minutes: 5, leftNaira: 50 } },
  'distress-words': { version: 1, kind: 'harm', level: 3, holds: false, thresholds: { messages: 1 } },
  /**
   * At least `leastNaira` paid in within `days`, less put at risk than `playedPercent` of it, and `backPercent` of it asked back. Of a round with
   * several bets what it moved was at risk, of one that paid back exactly its stake nothing, of all others the stake.
   */
  'in-and-out': { version: 2, kind: 'laundering', level: null, holds: true, thresholds: { leastNaira: 50_000, playedPercent: 100, backPercent: 80, days: 7 } },
  /** The later one of several persons who are paid out to one account. The first one is not flagged: nobody stops another's payout so. */
  'shared-payout-account': { version: 1, kind: 'laundering', level: null, holds: true, thresholds: { others: 1 } },
  /**
   * A person's deposits or withdrawals from `fromPercent` of a limit up to it, `amounts` of them in `days`. The limits: the one for payouts without
   * approval, and the large transaction. Or `sumAmounts` below it, of any size, that make `sumTimes` (`sumTimesLarge`) the limit together.
   */
  'just-below-limit': {
    version: 2, kind: 'laundering', level: null, holds: false,
    thresholds: { amounts: 4, fromPercent: 90, days: 7, sumAmounts: 3, sumTimes: 4, sumTimesLarge: 1 },
  },
  /** Rounds in which at least `coveredPercent` of the stake lie on bets that cover for each other, like red and black. */
  'opposed-bets': { version: 1, kind: 'laundering', level: null, holds: false, thresholds: { rounds: 10, coveredPercent: 80 } },
  /** A person's deposits, or payouts, of one day. */
  'large-transactions': { version: 1, kind: 'laundering', level: null, holds: false, thresholds: { naira: 5_000_000 } },
  /** Money moves at a player who shares a browser or a payout account with somebody who is excluded. */
  'excluded-contact': { version: 1, kind: 'laundering', level: null, holds: false, thresholds: { contacts: 1 } },
} as const satisfies Readonly<Record<string, RuleSpec>>;

export type RiskRule = keyof typeof RISK_RULES;
export const RISK_RULE_IDS = Object.keys(RISK_RULES) as RiskRule[];

/** What an operator has changed of a rule. */
export interface RuleChange {
  readonly on?: boolean;
  readonly [threshold: string]: number | boolean | undefined;
}
export type RuleChanges = Readonly<Partial<Record<RiskRule, RuleChange>>>;

/** A rule with the thresholds that hold. */
export interface RuleInForce extends RuleSpec {
  readonly rule: RiskRule;
  readonly isOn: boolean;
}

export function ruleInForce(rule: RiskRule, changes: RuleChanges): RuleInForce {
  const spec: RuleSpec = RISK_RULES[rule];
  const { on = true, ...more } = changes[rule] ?? {};
  const changed = Object.entries(more).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return { ...spec, rule, isOn: on, thresholds: { ...spec.thresholds, ...Object.fromEntries(changed) } };
}

/** Days in which earlier flags of harm make a new one weigh more. */
export const LEVEL_DAYS = 30;

/** The level of a flag of harm: the rule's own, and one more for each two earlier flags of the last 30 days. */
export function levelOf(own: 1 | 2 | 3, earlierFlags: number): 1 | 2 | 3 {
  const level = own + Math.floor(earlierFlags / 2);
  return level >= 3 ? 3 : level === 2 ? 2 : 1;
}

/** Hours until somebody should have decided on a case. */
export const HOURS_TO_DECIDE = { harm: 72, call: 24, laundering: 24 } as const;

const isRule = (name: string): name is RiskRule => Object.hasOwn(RISK_RULES, name);

function isChangeOf(rule: RiskRule, change: unknown): change is RuleChange {
  if (typeof change !== 'object' || change === null) return false;
  const spec: RuleSpec = RISK_RULES[rule];
  return Object.entries(change).every(([name, value]) => {
    if (name === 'on') return typeof value === 'boolean';
    const isAmount = name === 'times' ? Number.isFinite(value) : Number.isSafeInteger(value);
    return Object.hasOwn(spec.thresholds, name) && isAmount && typeof value === 'number' && value >= 0;
  });
}

/** Parses the operator's changes, like `{"night-play": {"nights": 4}, "limit-raises": {"on": false}}`; undefined for anything else. */
export function parseRuleChanges(text: string): RuleChanges | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined;
  const isFine = Object.entries(parsed).every(([rule, change]) => isRule(rule) && isChangeOf(rule, change));
  return isFine ? parsed : undefined;
}
