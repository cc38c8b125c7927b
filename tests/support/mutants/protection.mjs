/** The guards of protection, each with what it looks like without it and the test that must notice. */
const LIMITS = { project: 'platform', test: 'tests/platform/protection-limits.test.ts' };
const DEPOSITS = { project: 'platform', test: 'tests/platform/protection-deposits.test.ts' };
const REALITY = { project: 'platform', test: 'tests/platform/protection-reality.test.ts' };
const EXCLUSION = { project: 'platform', test: 'tests/platform/protection-exclusion.test.ts' };
const RACES = { project: 'platform', test: 'tests/platform/protection-races.test.ts' };

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
    from: "of('deposited', row.pending)",
    to: "of('deposited')",
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
    file: 'server/protection/exclude.ts',
    from: "state: running === 'excluded' ? running : asked.state,",
    to: 'state: asked.state,',
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
];
