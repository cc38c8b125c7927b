/** The guards of protection, each with what it looks like without it and the test that must notice. */
import { compareBy, compareWith, decideBy, doFirst, dropCall, dropIf, dropOperand, insteadOf, member, numberInstead, returns, sqlInstead, thenDo, value } from './effects.mjs';

const LIMITS = { project: 'platform', test: 'tests/platform/protection-limits.test.ts' };
const DEPOSITS = { project: 'platform', test: 'tests/platform/protection-deposits.test.ts' };
const REALITY = { project: 'platform', test: 'tests/platform/protection-reality.test.ts' };
const EXCLUSION = { project: 'platform', test: 'tests/platform/protection-exclusion.test.ts' };
const RACES = { project: 'platform', test: 'tests/platform/protection-races.test.ts' };
const PERSONS = { project: 'platform', test: 'tests/platform/persons.test.ts' };
const PERSON_RACES = { project: 'platform', test: 'tests/platform/persons-races.test.ts' };
const HINTS = { project: 'platform', test: 'tests/platform/lookalikes.test.ts' };

// The money proofs notice these.
const MODEL = { project: 'platform', test: 'tests/platform/money-model.test.ts', name: 'agree after every command of' };
const LIMIT_RACES = { project: 'platform', test: 'tests/platform/money-races.test.ts', name: 'a limit lets through what fits, of' };

/** @type {readonly import('./run.mjs').Mutant[]} */
export const PROTECTION_MUTANTS = [
  {
    guard: 'of two deposits at once the second one counts the first',
    file: 'server/cashier/deposits/start-guards.ts',
    in: 'refuseRepeatedDeposit', change: sqlInstead('FOR NO KEY UPDATE', ''),
    ...RACES,
    name: 'eight deposits are one, also where no count of their keys lets them in one after the other',
  },
  {
    guard: 'a deposit that was started counts before it is paid',
    file: 'server/ledger/limits.ts',
    in: 'readLimitUsage', change: insteadOf('amountsOf', "amountsOf('deposited', row.claimed)", 'deposited'),
    ...DEPOSITS,
    name: 'counts deposits that can still be paid',
  },
  {
    guard: 'what is left of a limit can be used up to the last kobo and not beyond',
    file: 'server/ledger/limits.ts',
    in: 'refuseOverLimit', change: compareBy('<', 'remaining'),
    ...LIMITS,
    name: 'applies at once when it is lower',
  },
  {
    guard: 'a higher limit is confirmed after 24 hours, not before',
    file: 'server/protection/limits.ts',
    in: 'assertConfirmable', change: decideBy('pendingRaise.confirmableUntil < now', 'confirmableFrom', 'now'),
    ...LIMITS,
    name: 'waits 24 hours and then for a confirmation',
  },
  {
    guard: 'onlyLower raises nothing',
    file: 'server/protection/limits.ts',
    in: 'setLimit', change: dropIf('onlyLower', 'isLower'),
    ...LIMITS,
    name: 'with onlyLower is lowered or stays',
  },
  {
    guard: 'play while the clock was ahead counts',
    file: 'server/ledger/limits.ts',
    in: 'LIMIT_USAGE_QUERY', change: sqlInstead('AND day >= least($4::date, $5::date)', 'AND day >= least($4::date, $5::date) AND day <= $3'),
    ...LIMITS,
    name: 'counts what was done while the platform’s clock was ahead',
  },
  {
    guard: 'a reality check is due at its millisecond',
    file: 'server/ledger/reality-check.ts',
    in: 'assertNoCheckDue', change: compareBy('<=', 'checkDueAt'),
    ...REALITY,
    name: 'stops play after 60 minutes',
  },
  {
    guard: 'nobody acknowledges a reality check in advance',
    file: 'server/protection/reality-check.ts',
    in: 'acknowledgeRealityCheck', change: dropOperand('EARLY_CHECK_MS'),
    ...REALITY,
    name: 'can’t be acknowledged in advance',
  },
  {
    guard: 'a play moves back with a clock that is set back',
    file: 'server/ledger/play-session.ts',
    in: 'playAt', change: value('shiftMs', '0'),
    ...REALITY,
    name: 'comes no later when the platform’s clock is set back',
  },
  {
    guard: 'an exclusion stays one when a break is asked for',
    file: 'server/protection/active-protection.ts',
    in: 'mergeProtection', change: member('state', 'b.state'),
    ...EXCLUSION,
    name: 'is never made shorter or weaker',
  },
  {
    guard: 'the database keeps a break from being made shorter',
    file: 'server/db/migrations/0052_nothing_carried_to_second_accounts.sql',
    sql: "IF OLD.protection = 'none' OR NEW.protection_since >= OLD.protection_until THEN", replacement: 'IF true THEN',
    ...EXCLUSION,
    name: 'is guarded by the database itself',
  },
  {
    guard: 'limits are checked while the money is locked',
    file: 'server/ledger/lock.ts',
    in: 'lockPlayer', change: doFirst('const early = await readLimitUsage(tx, posting.userId, posting.at);'),
    also: [
      { in: 'lockPlayer', change: member('player', '{ ...player, early }') },
      { in: 'lockRest', change: insteadOf('readLimitUsage', 'player.early') },
    ],
    ...LIMIT_RACES,
  },
  {
    guard: 'a deposit is refused where its limit leaves too little',
    file: 'server/cashier/deposits/start-guards.ts',
    in: 'assertMayPayIn', change: dropCall('assertWithinLimits'),
    ...LIMIT_RACES,
  },
  {
    guard: 'whoever is excluded pays nothing in',
    file: 'server/cashier/deposits/start-guards.ts',
    in: 'assertMayPayIn', change: insteadOf('assertMayMove', "assertMayMove(tx, userId, { purposes: ['settle'], place: null }, at)"),
    ...MODEL,
  },
  {
    guard: 'a day begins at midnight in Lagos',
    file: 'src/core/protection.ts',
    in: 'periodStartDay', change: thenDo('return new Date(atMs).toISOString().slice(0, 10);', 'day'),
    ...MODEL,
  },
  {
    guard: 'a week begins on Monday',
    file: 'src/core/protection.ts',
    in: 'periodStartDay.weekday', change: numberInstead('6', '0'),
    ...MODEL,
  },
  {
    guard: 'a higher limit waits',
    file: 'server/protection/limits.ts',
    in: 'assertConfirmable', change: decideBy('pendingRaise.confirmableFrom < new Date(0)', 'confirmableFrom', 'now'),
    ...MODEL,
  },
  {
    guard: 'a higher limit that nobody confirms expires',
    file: 'server/protection/raises.ts',
    in: 'readRaises', change: sqlInstead('until_at > $2', 'until_at > $2::timestamptz - make_interval(days => 1)'),
    ...MODEL,
  },
  {
    guard: 'a win makes the loss smaller',
    file: 'server/ledger/activity.ts',
    in: 'activityOf', change: member('won', 'ZERO_KOBO'),
    ...MODEL,
  },
  {
    guard: 'deposits that can still be paid count',
    file: 'server/ledger/limits.ts',
    in: 'LIMIT_USAGE_QUERY', change: sqlInstead("state = 'pending' AND closes_at > $2", "state = 'pending' AND closes_at < $2"),
    ...MODEL,
  },
  {
    guard: 'a due reality check stops play',
    file: 'server/ledger/reality-check.ts',
    in: 'assertNoCheckDue', change: compareWith('checkDueAt(current, minutes) + 60_000', 'checkDueAt'),
    ...MODEL,
  },
  {
    guard: 'a new break never ends before the one that runs',
    file: 'server/protection/active-protection.ts',
    in: 'mergeProtection', change: insteadOf('Date', 'b.until'),
    ...MODEL,
  },
  {
    guard: 'a second account can’t play or pay in',
    file: 'server/ledger/guards.ts',
    in: 'findGuardReason', change: dropIf('isSecondAccount'),
    ...PERSON_RACES,
    name: 'nobody stakes or pays in with an account after it was answered that it is a second one',
  },
  {
    guard: 'the limits of a closed account hold on its successor',
    file: 'server/persons/link.ts',
    in: 'becomeSuccessor', change: dropCall('carryLimits'),
    project: 'platform', test: 'tests/platform/second-accounts.test.ts',
    name: 'is followed by one with its limits',
  },
  {
    guard: 'a second account takes no part, whatever protection the one that plays has',
    file: 'server/ledger/guards.ts',
    in: 'findGuardReason', change: dropIf('isSecondAccount'),
    ...PERSONS,
    name: 'leaves no second account to play with',
  },
  {
    guard: 'a hint about an excluded account that nobody has verified stays when the second account is verified',
    file: 'server/lookalikes/required-check.ts',
    in: 'checkOfIdentified', change: returns('null', 'mayBeOfStranger'),
    ...HINTS,
    name: 'is not ended by whoever is excluded without ever having been verified',
  },
];
