/** The guards of protection, each with what it looks like without it and the test that must notice. */
const LIMITS = { project: 'platform', test: 'tests/platform/protection-limits.test.ts' };
const DEPOSITS = { project: 'platform', test: 'tests/platform/protection-deposits.test.ts' };
const REALITY = { project: 'platform', test: 'tests/platform/protection-reality.test.ts' };
const EXCLUSION = { project: 'platform', test: 'tests/platform/protection-exclusion.test.ts' };
const RACES = { project: 'platform', test: 'tests/platform/protection-races.test.ts' };
const PERSONS = { project: 'platform', test: 'tests/platform/persons.test.ts' };
const PERSON_RACES = { project: 'platform', test: 'tests/platform/persons-races.test.ts' };
const HINTS = { project: 'platform', test: 'tests/platform/person-hints.test.ts' };

// The money proofs notice these.
const MODEL = { project: 'platform', test: 'tests/platform/money-model.test.ts', name: 'agree after every command of' };
const LIMIT_RACES = { project: 'platform', test: 'tests/platform/money-races.test.ts', name: 'a limit lets through what fits, of' };

/** @type {readonly import('./run.mjs').Mutant[]} */
export const PROTECTION_MUTANTS = [
  {
    guard: 'of two deposits at once the second one counts the first',
    file: 'server/cashier/start-guards.ts',
    from: "'SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE'",
    to: "'SELECT FROM player WHERE user_id = $1'",
    ...RACES,
    name: 'two deposits, and eight',
  },
  {
    guard: 'a deposit that was started counts before it is paid',
    file: 'server/ledger/limits.ts',
    from: "of('deposited', row.pending + row.claimed)",
    to: "of('deposited', row.claimed)",
    ...DEPOSITS,
    name: 'counts what was started and can still be paid',
  },
  {
    guard: 'what is left of a limit can be used up to the last kobo and not beyond',
    file: 'server/ledger/limits.ts',
    from: 'amount <= found.left',
    to: 'amount < found.left',
    ...LIMITS,
    name: 'that is lower holds at once',
  },
  {
    guard: 'a higher limit is confirmed after 24 hours, not before',
    file: 'server/protection/limits.ts',
    from: '  if (waits.from > now) throw',
    to: '  if (waits.until < now) throw',
    ...LIMITS,
    name: 'that is higher, or none, waits 24 hours',
  },
  {
    guard: 'onlyLower raises nothing',
    file: 'server/protection/limits.ts',
    from: '  if (onlyLower && !isLower) return;\n',
    to: '',
    ...LIMITS,
    name: 'with onlyLower is lowered or stays',
  },
  {
    guard: 'what was done while the clock was ahead counts',
    file: 'server/ledger/limits.ts',
    from: 'AND day >= least($4::date, $5::date)`',
    to: 'AND day >= least($4::date, $5::date) AND day <= $3`',
    ...LIMITS,
    name: 'counts what was done while the platform’s clock was ahead',
  },
  {
    guard: 'a reality check is due at its millisecond',
    file: 'server/ledger/reality-check.ts',
    from: 'atMs < dueAt(going, minutes)',
    to: 'atMs <= dueAt(going, minutes)',
    ...REALITY,
    name: 'stops play after 60 minutes',
  },
  {
    guard: 'nobody looks at a reality check ahead',
    file: 'server/protection/looks.ts',
    from: ' || now.getTime() < dueAt(play, minutes) - LOOK_EARLY_MS',
    to: '',
    ...REALITY,
    name: 'can not be looked at ahead',
  },
  {
    guard: 'a clock that is set back takes the play with it',
    file: 'server/ledger/play-session.ts',
    from: 'const back = Math.max(0, play.lastAt - atMs);',
    to: 'const back = 0;',
    ...REALITY,
    name: 'comes no later when the platform’s clock is set back',
  },
  {
    guard: 'an exclusion stays one when a break is asked for',
    file: 'server/protection/carry.ts',
    from: "state: a.state === 'excluded' ? a.state : b.state,",
    to: 'state: b.state,',
    ...EXCLUSION,
    name: 'is never made shorter or weaker',
  },
  {
    guard: 'the database keeps a break from being made shorter',
    file: 'server/db/migrations/0019_protection.sql',
    from: "IF OLD.protection = 'none' OR NEW.protection_since >= OLD.protection_until THEN",
    to: 'IF true THEN',
    ...EXCLUSION,
    name: 'is kept by the database itself',
  },
  {
    guard: 'limits are looked at when the money is locked',
    file: 'server/ledger/post.ts',
    from: `  const [player, locked] = await together([
    assertMayMove(tx, posting.userId, askedBy(posting), posting.at),
    lockReal(tx, posting.userId, first.legs.length),
  ]);
  const opened = locked ?? (await openReal(tx, posting.userId, first.legs.length));
  const { plan, real } = await revised(tx, posting, { plan: first, real: opened }, revise);
  const after = await changeAccounts(tx, posting.userId, plan, real);

  const activity = activityOf(posting, plan.legs);
  if (activity.isRound) await assertMayPlay(tx, posting, { player, activity, play: real.play });
`,
    to: `  const player = await assertMayMove(tx, posting.userId, askedBy(posting), posting.at);
  const activity = activityOf(posting, first.legs);
  if (activity.isRound) await assertMayPlay(tx, posting, { player, activity, play: null });
  const opened = (await lockReal(tx, posting.userId, first.legs.length)) ?? (await openReal(tx, posting.userId, first.legs.length));
  const { plan, real } = await revised(tx, posting, { plan: first, real: opened }, revise);
  const after = await changeAccounts(tx, posting.userId, plan, real);
`,
    ...LIMIT_RACES,
  },
  {
    guard: 'deposits of a player are started one after the other',
    file: 'server/cashier/start-guards.ts',
    from: "'SELECT FROM player WHERE user_id = $1 FOR NO KEY UPDATE'",
    to: "'SELECT FROM player WHERE user_id = $1'",
    ...LIMIT_RACES,
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
    to: 'FROM limit_raise WHERE user_id = $1 AND until_at > $2::timestamptz - make_interval(days => 1)',
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
    file: 'server/protection/carry.ts',
    from: 'new Date(Math.max(a.until.getTime(), b.until.getTime()))',
    to: 'b.until',
    ...MODEL,
  },
  {
    guard: 'a second account takes no part',
    file: 'server/ledger/guards.ts',
    from: "  if (facts.isSecond && purpose !== 'withdraw') return 'second-account';\n",
    to: '',
    ...PERSON_RACES,
    name: 'nobody stakes or pays in with an account after it was answered that it is a second one',
  },
  {
    guard: 'the limits of a closed account hold on the one that follows it',
    file: 'server/persons/link.ts',
    from: '  await carryLimits(tx, { from: holderId, to: userId }, at);\n',
    to: '',
    project: 'platform', test: 'tests/platform/second-accounts.test.ts',
    name: 'is followed by one with its limits',
  },
  {
    guard: 'a second account takes no part, whatever holds on the one that plays',
    file: 'server/ledger/guards.ts',
    from: "  if (facts.isSecond && purpose !== 'withdraw') return 'second-account';\n",
    to: '',
    ...PERSONS,
    name: 'leaves no second account to play with',
  },
  {
    guard: 'a hint about an excluded account that nobody has verified stays when the second account is verified',
    file: 'server/persons/question.ts',
    from: "  if (self.is_identified) return isBarred && !other.is_identified && !isByAnybody(alike) ? 'play' : null;\n",
    to: '  if (self.is_identified) return null;\n',
    ...HINTS,
    name: 'is not ended by whoever is excluded without ever having been verified',
  },
];
