/** Defects of limits, breaks and exclusions, put in on purpose, and the money proof that must notice each. */
const MODEL = { project: 'platform', test: 'tests/platform/money-model.test.ts', name: 'agree after every command of' };
const LIMITS = { project: 'platform', test: 'tests/platform/money-races.test.ts', name: 'a limit lets through what fits, of' };

/** @type {readonly import('./run.mjs').Mutant[]} */
export const PROTECTION_MUTANTS = [
  {
    guard: 'limits are looked at when the money is locked',
    file: 'server/ledger/post.ts',
    from: `  const [player, locked] = await together([
    assertMayMove(tx, posting.userId, askedBy(posting), posting.at),
    lockReal(tx, posting.userId, plan.legs.length),
  ]);
  const real = locked ?? (await openReal(tx, posting.userId, plan.legs.length));
  const after = await changeAccounts(tx, posting.userId, plan, real);

  const activity = activityOf(posting.userId, plan.legs);
  if (activity.isRound) await assertMayPlay(tx, posting, { player, activity, play: real.play });
`,
    to: `  const player = await assertMayMove(tx, posting.userId, askedBy(posting), posting.at);
  const activity = activityOf(posting.userId, plan.legs);
  if (activity.isRound) await assertMayPlay(tx, posting, { player, activity, play: null });
  const real = (await lockReal(tx, posting.userId, plan.legs.length)) ?? (await openReal(tx, posting.userId, plan.legs.length));
  const after = await changeAccounts(tx, posting.userId, plan, real);
`,
    ...LIMITS,
  },
  {
    guard: 'deposits of a player are started one after the other',
    file: 'server/cashier/start-guards.ts',
    from: "'SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE'",
    to: "'SELECT FROM player WHERE user_id = $1'",
    ...LIMITS,
  },
  {
    guard: 'whoever is excluded pays nothing in',
    file: 'server/cashier/start-guards.ts',
    from: "const player = await assertMayMove(tx, userId, { purposes: ['deposit'], place }, at);",
    to: "const player = await assertMayMove(tx, userId, { purposes: ['settle'], place: null }, at);",
    ...MODEL,
  },
  {
    guard: 'a day begins at midnight in Lagos',
    file: 'src/core/protection.ts',
    from: "  if (period === 'day') return lagosDay(atMs);\n  if (period === 'month')",
    to: "  if (period === 'day') return new Date(atMs).toISOString().slice(0, 10);\n  if (period === 'month')",
    ...MODEL,
  },
  {
    guard: 'a week begins on Monday',
    file: 'src/core/protection.ts',
    from: 'getUTCDay() + 6) % 7;',
    to: 'getUTCDay() + 0) % 7;',
    ...MODEL,
  },
  {
    guard: 'a higher limit waits',
    file: 'server/protection/limits.ts',
    from: '  if (waits.from > now) throw',
    to: '  if (waits.from < new Date(0)) throw',
    ...MODEL,
  },
  {
    guard: 'a higher limit nobody says yes to is forgotten',
    file: 'server/protection/raises.ts',
    from: 'FROM limit_raise WHERE user_id = $1 AND until_at > $2',
    to: "FROM limit_raise WHERE user_id = $1 AND until_at > $2::timestamptz - interval '1 day'",
    ...MODEL,
  },
  {
    guard: 'what is won makes a loss smaller',
    file: 'server/ledger/activity.ts',
    from: "won: sum((leg) => leg.kind === 'win' && leg.accountId === real),",
    to: 'won: ZERO_KOBO,',
    ...MODEL,
  },
  {
    guard: 'deposits that can still be paid count',
    file: 'server/ledger/limits.ts',
    from: "state = 'pending' AND closes_at > $2",
    to: "state = 'pending' AND closes_at < $2",
    ...MODEL,
  },
  {
    guard: 'play is stopped for a look',
    file: 'server/ledger/reality-check.ts',
    from: '  if (going === null || atMs < dueAt(going, minutes)) return;',
    to: '  if (going === null || atMs < dueAt(going, minutes) + 60_000) return;',
    ...MODEL,
  },
  {
    guard: 'a new break never ends before the one that runs',
    file: 'server/protection/exclude.ts',
    from: 'later(before.protection_until, asked.until)',
    to: 'asked.until',
    ...MODEL,
  },
];
