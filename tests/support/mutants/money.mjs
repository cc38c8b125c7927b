/**
 * Defects of money, put in on purpose, and the test that must notice each. Where the database would refuse what the
 * program does wrong, that is noticed as well: as a failure where there should be an answer.
 */
const MODEL = { project: 'platform', test: 'tests/platform/money-model.test.ts', name: 'agree after every command of' };
const RACES = { project: 'platform', test: 'tests/platform/money-races.test.ts' };
const SUBMITS = { ...RACES, name: 'equal submits at once have one effect and one answer' };
const DECISIONS = { ...RACES, name: 'of admins who decide at the same moment the first decision stands' };
const EXCLUSION = { ...RACES, name: 'no stake and no deposit gets past an exclusion that was answered' };

/** @type {readonly import('./run.mjs').Mutant[]} */
export const MONEY_MUTANTS = [
  {
    guard: 'a key stands for one body',
    file: 'server/ledger/operation-rows.ts',
    from: 'if (row.body_hash !== bodyHash(request)) {',
    to: 'if (row.body_hash === "") {',
    ...MODEL,
  },
  {
    guard: 'a key is in one hand at a time',
    file: 'server/ledger/operation-rows.ts',
    from: '  if (locks[0]?.taken !== true) throw keyRunning();\n',
    to: '',
    ...SUBMITS,
  },
  {
    guard: 'a refusal takes back what was done before it',
    file: 'server/ledger/operation.ts',
    from: "    await tx.query('ROLLBACK TO SAVEPOINT attempt');\n",
    to: '',
    project: 'platform',
    test: 'tests/platform/money-bank.test.ts',
    name: 'keeps every kobo over',
  },
  {
    guard: 'only what is there can be taken',
    file: 'server/ledger/post.ts',
    from: 'if (real.balance < change.needed) throw notEnough();',
    to: 'if (real.balance < 0) throw notEnough();',
    ...RACES,
    name: 'an account that everybody drains gives what it has',
  },
  {
    guard: 'the postings of a player come one after the other',
    file: 'server/ledger/real-account.ts',
    from: ' WHERE account_id = $1 FOR UPDATE`',
    to: ' WHERE account_id = $1`',
    ...RACES,
    name: 'an account that everybody drains gives what it has',
  },
  {
    guard: 'entries of a transaction sum to zero, whoever writes them',
    file: 'server/db/migrations/0021_balance_by_statement.sql',
    from: 'HAVING sum(amount) <> 0 LIMIT 1;',
    to: 'HAVING sum(amount) <> 0 AND count(*) = 0 LIMIT 1;',
    project: 'platform',
    test: 'tests/platform/ledger.test.ts',
    name: 'refuses a transaction without entries at commit, and at once entries that do not sum to zero',
  },
  {
    guard: 'every posting raises the version of the balance',
    file: 'server/ledger/write.ts',
    from: 'version = version + 1,',
    to: 'version = version + 0,',
    ...MODEL,
  },
  {
    guard: 'a stake and an exclusion wait for each other',
    file: 'server/ledger/guards.ts',
    from: ' WHERE p.user_id = $1 FOR SHARE OF p`',
    to: ' WHERE p.user_id = $1`',
    ...EXCLUSION,
  },
  {
    guard: 'an exclusion never keeps anybody from withdrawing',
    file: 'server/ledger/guards.ts',
    from: "if (purpose !== 'withdraw' && facts.protection !== 'none') {",
    to: "if (facts.protection !== 'none') {",
    ...EXCLUSION,
  },
  {
    guard: 'what arrived is what was asked for, to the kobo',
    file: 'server/cashier/decide.ts',
    from: '  if (verified.amount !== deposit.amount) {',
    to: '  if (verified.amount > deposit.amount) {',
    ...MODEL,
  },
  {
    guard: 'a payment that comes after the end goes to people',
    file: 'server/cashier/decide.ts',
    from: "  return mismatch('The payment arrived after this deposit was closed.');",
    to: "  return { do: 'credit' };",
    ...MODEL,
  },
  {
    guard: 'a deposit is in one hand while it is credited',
    file: 'server/cashier/settle.ts',
    from: 'const row = await lockDeposit(tx, depositId);',
    to: 'const row = await depositById(tx, depositId);',
    ...MODEL,
  },
  {
    guard: 'a start that is under way is not made a second time',
    file: 'server/ledger/two-phase.ts',
    from: '    if (claim.leaseUntil > platform.now()) throw keyRunning();\n',
    to: '',
    ...SUBMITS,
  },
  {
    guard: 'the same deposit again is asked about first',
    file: 'server/cashier/start-guards.ts',
    from: '  if (again === true) return;\n',
    to: '  if (again !== false) return;\n',
    ...MODEL,
  },
  {
    guard: 'a start that was left in its middle is answered in the end',
    file: 'server/cashier/requery.ts',
    from: '  await finishLeftStarts(platform);\n',
    to: '',
    project: 'platform',
    test: 'tests/platform/money-left-starts.test.ts',
    name: 'a start whose answer was lost is answered under its key',
  },
  {
    guard: 'what the bank did not take goes back to the player',
    file: 'server/cashier/withdrawals/end.ts',
    from: "kind: 'withdrawal-return', from: 'held', to: 'real',",
    to: "kind: 'withdrawal-return', from: 'held', to: 'house',",
    ...MODEL,
  },
  {
    guard: 'a payout keeps its reference, however often it is sent',
    file: 'server/cashier/withdrawals/payouts.ts',
    from: '    reference: row.reference,\n',
    to: '    reference: `${row.reference}-${Math.floor(Math.random() * 1e9)}`,\n',
    ...MODEL,
  },
  {
    guard: 'above an amount more than one admin must approve',
    file: 'server/admin/approvals.ts',
    from: 'const isEnough = approvals >= row.approvals_needed;',
    to: 'const isEnough = approvals >= 1;',
    ...MODEL,
  },
  {
    guard: 'a withdrawal is in one hand while it is decided',
    file: 'server/admin/approvals.ts',
    from: '  const row = await lockWithdrawal(tx, withdrawalId);\n  // Those',
    to: '  const { rows: [row = null] } = await tx.query<WithdrawalRow>("SELECT * FROM withdrawal WHERE withdrawal_id = $1", [withdrawalId]);\n  // Those',
    ...DECISIONS,
  },
  {
    guard: 'a large amount in small parts goes to people as well',
    file: 'server/cashier/withdrawals/rules.ts',
    from: 'notNegative(subKobo(config.withdrawalAutomaticUpTo, facts.today.automatic))',
    to: 'config.withdrawalAutomaticUpTo',
    ...MODEL,
  },
  {
    guard: 'a win is paid in the transaction of its stake',
    file: 'server/bonuses/play.ts',
    from: "    { kind: 'win', from: 'house', to: 'real', amount: win },\n",
    to: '',
    ...MODEL,
  },
  {
    guard: 'nothing is called unsent while the request may still arrive',
    file: 'src/bridge/intent-machine.ts',
    from: 'export const NOT_SENT_AFTER_MS = 60_000;',
    to: 'export const NOT_SENT_AFTER_MS = 0;',
    project: 'platform',
    test: 'tests/platform/money-simulation.test.ts',
    name: 'comes to rest after',
  },
];
