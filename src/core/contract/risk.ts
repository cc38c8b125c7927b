/** Flags that rules raise, and cases that people decide. Only `risk` and `owner` read them; a part of the player's page shows less to others. */
import { RISK_RULE_IDS } from '../risk-rules';
import * as z from '../zod';
import { endpoint } from './endpoint';
import { instant, nairaAmount, page, pageQuery, resourceId } from './primitives';

export const CASE_KINDS = ['harm', 'call', 'laundering'] as const;
export const CASE_STATES = ['open', 'assigned', 'decided', 'closed'] as const;
/** `reported`: a suspicious transaction, for cases of laundering · `called`: for cases that ask for a call */
export const OUTCOMES = ['no-concern', 'watch', 'protected', 'called', 'reported'] as const;
export type CaseKind = (typeof CASE_KINDS)[number];
export type Outcome = (typeof OUTCOMES)[number];

const caseKind = z.enum(CASE_KINDS);
const ruleName = z.string();

export const riskCaseItem = z.object({
  caseId: z.string(),
  kind: caseKind,
  state: z.enum(CASE_STATES),
  playerId: z.string(),
  username: z.string(),
  /** "A. Okafor". */
  name: z.string(),
  openedAt: instant,
  /** When somebody should have decided. */
  dueAt: instant,
  isOverdue: z.boolean(),
  /** The username. */
  assignedTo: z.nullable(z.string()),
  isMine: z.boolean(),
  outcome: z.nullable(z.enum(OUTCOMES)),
  decidedAt: z.nullable(instant),
  /** The rules whose flags it has, and how many flags. */
  rules: z.array(ruleName),
  flags: z.number(),
});
export type RiskCaseItem = z.infer<typeof riskCaseItem>;

/** A figure or a threshold; `naira`: decimal naira. */
const fact = z.object({ name: z.string(), kind: z.enum(['naira', 'number', 'text']), value: z.union([z.number(), z.string()]) });
export type RiskFact = z.infer<typeof fact>;

export const riskFlag = z.object({
  flagId: z.string(),
  rule: ruleName,
  version: z.number(),
  period: z.string(),
  level: z.nullable(z.number()),
  at: instant,
  /** The player got a mail about it. */
  isTold: z.boolean(),
  figures: z.array(fact),
  thresholds: z.array(fact),
});
export type RiskFlag = z.infer<typeof riskFlag>;

const outcome = z.nullable(z.enum(OUTCOMES));
const briefCase = z.object({ caseId: z.string(), kind: caseKind, state: z.enum(CASE_STATES), openedAt: instant, outcome });

export const riskCase = z.object({
  ...riskCaseItem.shape,
  /** The newest event that was seen: a decision names it. */
  seen: z.string(),
  flagList: z.array(riskFlag),
  events: z.array(z.object({ eventId: z.string(), what: z.string(), by: z.nullable(z.string()), at: instant, text: z.nullable(z.string()) })),
  /** Decimal naira, now and of the last 30 days. */
  player: z.object({
    memberSince: instant,
    isVerified: z.boolean(),
    isClosed: z.boolean(),
    protection: z.enum(['none', 'cool-off', 'excluded']),
    limits: z.number(),
    real: nairaAmount,
    held: nairaAmount,
    paidIn: nairaAmount,
    paidOut: nairaAmount,
    staked: nairaAmount,
    won: nairaAmount,
    playedMinutes: z.number(),
  }),
  /** Payouts of the player wait. */
  hold: z.nullable(z.object({ from: instant, until: instant })),
  report: z.nullable(z.object({ reference: z.string(), facts: z.string(), by: z.string(), at: instant })),
  /** Other cases of the person. */
  others: z.array(briefCase),
});
export type RiskCase = z.infer<typeof riskCase>;

export const listRiskCases = endpoint({
  method: 'GET',
  path: '/v1/admin/risk/cases',
  access: 'admin',
  roles: ['risk', 'owner'],
  /** `waiting`: nobody has decided; the longest due first. */
  query: z.object({ ...pageQuery.shape, state: z.optional(z.enum(['waiting', 'mine', 'decided', 'closed'])), kind: z.optional(caseKind) }),
  answer: z.object({ ...page(riskCaseItem).shape, waiting: z.number(), overdue: z.number() }),
});
export type RiskCasePage = z.infer<typeof listRiskCases.answer>;

const params = z.strictObject({ caseId: resourceId });

/** A POST, because it leaves a line in the audit trail. */
export const openRiskCase = endpoint({
  method: 'POST',
  path: '/v1/admin/risk/cases/:caseId/page',
  access: 'admin',
  roles: ['risk', 'owner'],
  params,
  answer: riskCase,
  action: true,
  stepUp: true,
});

/** Takes a case, also from a colleague, or gives it back. */
export const assignRiskCase = endpoint({
  method: 'POST',
  path: '/v1/admin/risk/cases/:caseId/assignment',
  access: 'admin',
  roles: ['risk', 'owner'],
  params,
  body: z.strictObject({ to: z.enum(['me', 'nobody']) }),
  answer: riskCase,
  action: true,
  fresh: true,
  stepUp: true,
});

export const caseReason = z.string().check(z.trim(), z.minLength(10, 'Give a reason of at least ten characters.'), z.maxLength(1_000, 'At most 1,000 characters.'));
export const caseReport = z.strictObject({
  reference: z.string().check(z.trim(), z.minLength(3, 'Enter the reference of the report.'), z.maxLength(64, 'At most 64 characters.')),
  facts: z.string().check(z.trim(), z.minLength(10, 'Say in a few words what was reported.'), z.maxLength(2_000, 'At most 2,000 characters.')),
});

/** Only whoever it is assigned to decides. `report` belongs to the outcome `reported`. */
export const decideRiskCase = endpoint({
  method: 'POST',
  path: '/v1/admin/risk/cases/:caseId/decision',
  access: 'admin',
  roles: ['risk', 'owner'],
  params,
  body: z.strictObject({ outcome: z.enum(OUTCOMES), reason: caseReason, report: z.optional(caseReport), seen: resourceId }),
  answer: riskCase,
  action: true,
  fresh: true,
  stepUp: true,
});

export const closeRiskCase = endpoint({
  method: 'POST',
  path: '/v1/admin/risk/cases/:caseId/end',
  access: 'admin',
  roles: ['risk', 'owner'],
  params,
  answer: riskCase,
  action: true,
  fresh: true,
  stepUp: true,
});

/** Lets the payouts of the player go on before the day is over. */
export const releaseRiskHold = endpoint({
  method: 'POST',
  path: '/v1/admin/risk/cases/:caseId/release',
  access: 'admin',
  roles: ['risk', 'owner'],
  params,
  body: z.strictObject({ reason: caseReason }),
  answer: riskCase,
  action: true,
  fresh: true,
  stepUp: true,
});

export const riskRule = z.object({
  rule: z.enum(RISK_RULE_IDS),
  version: z.number(),
  kind: z.enum(['harm', 'laundering']),
  level: z.nullable(z.number()),
  holds: z.boolean(),
  isOn: z.boolean(),
  thresholds: z.array(z.object({ name: z.string(), value: z.number(), isChanged: z.boolean() })),
  lastRun: z.nullable(instant),
  /** Flags of the last 30 days. */
  fires: z.number(),
});
export type RiskRuleState = z.infer<typeof riskRule>;

export const listRiskRules = endpoint({
  method: 'GET',
  path: '/v1/admin/risk/rules',
  access: 'admin',
  roles: ['risk', 'owner'],
  answer: z.object({ items: z.array(riskRule) }),
});

/** The views of flags that the roles of an admin allow: `harm` has no word of laundering, `hold` says only that payouts wait. */
export const FLAG_VIEWS = ['all', 'harm', 'hold'] as const;

export const playerFlags = z.object({
  sees: z.enum(FLAG_VIEWS),
  hold: z.nullable(z.object({ from: instant, until: instant })),
  /** The newest, without figures for whoever does not see all. */
  flags: z.array(riskFlag),
  cases: z.array(briefCase),
});
export type PlayerFlags = z.infer<typeof playerFlags>;

/** A part of a player's page; a POST, because it leaves a line in the audit trail. */
export const readPlayerFlags = endpoint({
  method: 'POST',
  path: '/v1/admin/players/:playerId/page/flags',
  access: 'admin',
  roles: ['support', 'payments', 'risk', 'owner'],
  params: z.strictObject({ playerId: resourceId }),
  answer: playerFlags,
  action: true,
  stepUp: true,
});
