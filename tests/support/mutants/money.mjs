/**
 * Defects of money, put in on purpose, and the test that must notice each. Where the database would refuse what the
 * program does wrong, that is noticed as well: as a failure where there should be an answer.
 */
import { callOther, compareBy, compareWith, decideBy, dropCall, dropElement, dropIf, dropOperand, insteadOf, member, returns, sqlInstead, value } from './effects.mjs';

const MODEL = { project: 'platform', test: 'tests/platform/money-model.test.ts', name: 'agree after every command of' };
const RACES = { project: 'platform', test: 'tests/platform/money-races.test.ts' };
const EYES = { project: 'platform', test: 'tests/platform/four-eyes.test.ts' };
const TURNOVER = { project: 'platform', test: 'tests/platform/deposit-turnover.test.ts' };
const SUBMITS = { ...RACES, name: 'equal submits at once have one effect and one answer' };
const DECISIONS = { ...RACES, name: 'the first decision stands when admins decide at the same moment' };
const EXCLUSION = { ...RACES, name: 'no stake and no deposit gets past an exclusion that was answered' };

/** @type {readonly import('./run.mjs').Mutant[]} */
export const MONEY_MUTANTS = [
  {
    guard: 'a key belongs to one body',
    file: 'server/ledger/operation-rows.ts',
    in: 'takeKey', change: dropIf('key-reused'),
    ...MODEL,
  },
  {
    guard: 'only one call at a time works on a key',
    file: 'server/ledger/operation-rows.ts',
    in: 'lockKey', change: dropIf('keyRunningProblem'),
    ...SUBMITS,
  },
  {
    guard: 'a refusal rolls back everything before it',
    file: 'server/ledger/operation.ts',
    in: 'attempt', change: dropCall('query', 'ROLLBACK TO SAVEPOINT attempt'),
    project: 'platform',
    test: 'tests/platform/money-bank.test.ts',
    name: 'keeps every kobo over',
  },
  {
    guard: 'no move takes more than the account has',
    file: 'server/ledger/plan.ts',
    in: 'assertEnough', change: compareWith('0', 'needed'),
    ...RACES,
    name: 'an account that everybody drains gives what it has',
  },
  {
    guard: 'the postings of a player come one after the other',
    file: 'server/ledger/real-account.ts',
    in: 'LOCK', change: sqlInstead('FOR UPDATE', ''),
    ...RACES,
    name: 'an account that everybody drains gives what it has',
  },
  {
    guard: 'entries of a transaction sum to zero, whoever writes them',
    file: 'server/db/migrations/0021_balance_by_statement.sql',
    sql: 'HAVING sum(amount) <> 0 LIMIT 1;', replacement: 'HAVING sum(amount) <> 0 AND count(*) = 0 LIMIT 1;',
    project: 'platform',
    test: 'tests/platform/ledger.test.ts',
    name: 'refuses a transaction without entries at commit, and at once entries that do not sum to zero',
  },
  {
    guard: 'every posting raises the version of the balance',
    file: 'server/ledger/write.ts',
    in: 'writeStatement', change: sqlInstead('version = version + 1', 'version = version + 0'),
    ...MODEL,
  },
  {
    guard: 'a stake and an exclusion wait for each other',
    file: 'server/ledger/guards.ts',
    in: 'guardRowSql', change: sqlInstead('FOR SHARE OF p', ''),
    ...EXCLUSION,
  },
  {
    guard: 'an exclusion never keeps anybody from withdrawing',
    file: 'server/ledger/guards.ts',
    in: 'findGuardReason', change: dropOperand('withdraw', 'protection', 'none'),
    ...EXCLUSION,
  },
  {
    guard: 'what arrived is what was asked for, to the kobo',
    file: 'server/cashier/deposits/decide-deposit.ts',
    in: 'decidePaid', change: compareBy('>', 'amount'),
    ...MODEL,
  },
  {
    guard: 'a payment that comes after the end goes to people',
    file: 'server/cashier/deposits/decide-deposit.ts',
    in: 'decidePaid', change: returns("{ do: 'credit' }", 'The payment arrived after this deposit was closed.'),
    ...MODEL,
  },
  {
    guard: 'only one process credits a deposit',
    file: 'server/cashier/deposits/settle-deposit.ts',
    in: 'applyAnswer', change: callOther('lockDeposit', 'depositById'),
    ...MODEL,
  },
  {
    guard: 'a start that is under way is not made a second time',
    file: 'server/ledger/two-phase.ts',
    in: 'begin', change: dropIf('leaseUntil', 'keyRunningProblem'),
    project: 'platform',
    test: 'tests/platform/operations.test.ts',
    name: 'is running for everybody else during the call',
  },
  {
    guard: 'a repeated deposit needs the player’s confirmation',
    file: 'server/cashier/deposits/start-guards.ts',
    in: 'refuseRepeatedDeposit', change: decideBy('again !== false', 'again'),
    ...MODEL,
  },
  {
    guard: 'an interrupted start gets an answer in the end',
    file: 'server/cashier/deposits/sweep-deposits.ts',
    in: 'sweepDeposits', change: dropCall('finishInterruptedStarts'),
    project: 'platform',
    test: 'tests/platform/deposits-interrupted-starts.test.ts',
    name: 'a start whose answer was lost is answered under its key',
  },
  {
    guard: 'a deposit is played once before it is paid out',
    file: 'server/cashier/withdrawals/request-withdrawal.ts',
    in: 'requireUnplayedReason', change: dropIf('turnoverProblem'),
    ...TURNOVER,
    name: 'is not paid out, with words that say what is to be done',
  },
  {
    guard: 'a round that returns its stake plays no deposit',
    file: 'server/games/settle-round.ts',
    in: 'settleRound', change: member('turnoverStake', 'round.stake'),
    ...TURNOVER,
    name: 'is not played by a round that returns the stake',
  },
  {
    guard: 'a player who may not play is paid out whatever was played',
    file: 'server/ledger/withdrawable.ts',
    in: 'findUnplayedReason', change: returns('null', 'barred'),
    ...TURNOVER,
    name: 'a deposit that was not played is paid out all the same',
  },
  {
    guard: 'people decide on money that was not played',
    file: 'server/cashier/withdrawals/request-withdrawal.ts',
    in: 'isTurnoverWaived', change: value('isTurnoverWaived', 'false'),
    ...TURNOVER,
    name: 'a deposit that was not played is paid out all the same',
  },
  {
    guard: 'a deposit counts as unplayed again when its payout comes back',
    file: 'server/cashier/withdrawals/state-changes.ts',
    in: 'returnMoney', change: member('unplayedReturned', '0'),
    ...TURNOVER,
    name: 'stays so when a payout of it comes back',
  },
  {
    guard: 'money that the bank did not take goes back to the player',
    file: 'server/cashier/withdrawals/state-changes.ts',
    in: 'returnMoney', change: member('to', "'house'"),
    ...MODEL,
  },
  {
    guard: 'a payout keeps its reference, however often it is sent',
    file: 'server/cashier/withdrawals/payouts/sweep-payouts.ts',
    in: 'toPayoutRequest', change: member('reference', '`${row.reference}-${Math.floor(Math.random() * 1e9)}`'),
    ...MODEL,
  },
  {
    guard: 'more than one admin must approve a large amount',
    file: 'server/admin/approvals.ts',
    in: 'approve', change: compareWith('1', 'approvals_needed'),
    ...MODEL,
  },
  {
    guard: 'persons: approvals of accounts that one let the other in count once',
    file: 'server/four-eyes/one-person.ts',
    in: 'samePersonReason', change: dropIf('unconfirmed'),
    ...EYES,
    name: 'does not pay ₦150,000 out with two addresses that they invited themselves',
  },
  {
    guard: 'persons: two accounts in one browser count once',
    file: 'server/four-eyes/one-person.ts',
    in: 'samePersonReason', change: dropIf('device'),
    ...EYES,
    name: 'does not approve from the same browser under a second account',
  },
  {
    guard: 'persons: a new admin waits a day before money',
    file: 'server/four-eyes/one-person.ts',
    in: 'moneyDecisionsFrom', change: returns('from > now && from.getTime() < 0 ? from : null', 'from', 'now'),
    ...EYES,
    name: 'can’t decide about money for the first 24 hours',
  },
  {
    guard: 'persons: an invitation lets nobody in before a second admin has approved it',
    file: 'server/admin/invitations.ts',
    in: 'inviteAdmin', change: value('isAlone', 'true'),
    ...EYES,
    name: 'does not pay ₦150,000 out with two addresses that they invited themselves',
  },
  {
    guard: 'persons: a withdrawal that a former admin released and nobody has sent waits again',
    file: 'server/admin/remove-admin.ts',
    in: 'undoApprovals', change: dropCall('revokeRelease'),
    project: 'platform',
    test: 'tests/platform/admin-roles.test.ts',
    name: 'sends nothing with the last approval given on the way out',
  },
  {
    guard: 'persons: nobody takes a role away on their first day',
    file: 'server/admin/removal-guard.ts',
    in: 'findRemovalRefusal', change: dropIf('from'),
    project: 'platform',
    test: 'tests/platform/admin-takeover.test.ts',
    name: 'is not taken by a new admin',
  },
  {
    guard: 'persons: nobody takes the role of whoever let them in, with whom they count as one',
    file: 'server/admin/removal-guard.ts',
    in: 'findRemovalRefusal', change: value('match', 'null'),
    project: 'platform',
    test: 'tests/platform/admin-takeover.test.ts',
    name: 'is not taken later by somebody who counts as one person with its owner',
  },
  {
    guard: 'persons: the sign-in that the start printed is used up',
    file: 'server/accounts/sign-in.ts',
    in: 'signIn', change: value('unusableHash', '(await makeUnusableHash(platform, player)) === "" ? "" : null'),
    project: 'platform',
    test: 'tests/platform/first-admin.test.ts',
    name: 'it works once',
  },
  {
    guard: 'only one admin at a time decides a withdrawal',
    file: 'server/admin/approvals.ts',
    in: 'lockForDecision', change: insteadOf('lockWithdrawal', 'tx.query("SELECT * FROM withdrawal WHERE withdrawal_id = $1", [withdrawalId]).then(({ rows: [row = null] }) => row)'),
    ...DECISIONS,
  },
  {
    guard: 'a large amount in small parts goes to people as well',
    file: 'server/cashier/withdrawals/amount-rules.ts',
    in: 'automaticUpTo', change: insteadOf('notNegative', 'config.withdrawalAutomaticUpTo'),
    project: 'unit',
    test: 'tests/unit/server/withdrawal-rules.test.ts',
    name: 'is one sum for the day, however small its parts',
  },
  {
    guard: 'a win is paid in the transaction of its stake',
    file: 'server/bonuses/split-round.ts',
    in: 'plainMoves', change: dropElement('win'),
    ...MODEL,
  },
  {
    guard: 'nothing is called unsent while the request may still arrive and move money',
    file: 'src/bridge/money/intent-machine.ts',
    in: 'closeKeyOf', change: insteadOf('close', 'null'),
    project: 'unit',
    test: 'tests/unit/bridge/intent-never-seen.test.ts',
    name: 'is closed at the platform before it counts as not sent',
  },
];
