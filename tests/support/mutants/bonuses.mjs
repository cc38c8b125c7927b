/** The guards of bonuses, each with what it looks like without it and the test that must notice. */
const SPLIT = { project: 'unit', test: 'tests/unit/server/bonus-round.test.ts' };
const WALLETS = { project: 'platform', test: 'tests/platform/bonuses.test.ts' };
const ROUNDS = { project: 'platform', test: 'tests/platform/bonuses-rounds.test.ts' };
const MODEL = { project: 'platform', test: 'tests/platform/bonuses-model.test.ts', name: 'agree after every command of' };

/** @type {readonly import('./run.mjs').Mutant[]} */
export const BONUS_MUTANTS = [
  {
    guard: 'real money is staked before bonus money',
    file: 'server/bonuses/round.ts',
    from: 'const own = kobo(Math.min(stake, real));',
    to: 'const own = kobo(Math.max(0, stake - total(takeInOrder(usable, stake, ({ balance }) => balance))));',
    ...MODEL,
  },
  {
    guard: 'a stake is no higher than the bonus in it allows',
    file: 'server/bonuses/round.ts',
    from: "  if (stake > most) return { ok: false, refusal: 'stake-too-high', most: kobo(most) };\n",
    to: '',
    ...ROUNDS,
    name: 'is refused above the largest stake of a bonus in it',
  },
  {
    guard: 'what counts is no more than is to be wagered',
    file: 'server/bonuses/round.ts',
    from: '({ requirement, progress }) => subKobo(requirement, progress)',
    to: '({ requirement }) => requirement',
    ...SPLIT,
    name: 'until that is met',
  },
  {
    guard: 'a bonus ends at its millisecond, whether or not the job has come',
    file: 'server/bonuses/round.ts',
    from: 'const live = wallets.filter(({ expiresAt }) => expiresAt > round.at);',
    to: 'const live = wallets.filter(({ expiresAt }) => expiresAt >= round.at);',
    ...SPLIT,
    name: 'never comes from a bonus whose time is over',
  },
  {
    guard: 'a bonus for other games is not taken from',
    file: 'server/bonuses/round.ts',
    from: 'games === null || games.includes(gameId)',
    to: 'games === null || !games.includes(gameId)',
    ...SPLIT,
    name: 'leaves a bonus for other games alone',
  },
  {
    guard: 'a bonus with spins left is not over',
    file: 'server/bonuses/round.ts',
    from: '  if (spinsLeft > 0 || inPlay > 0) return change;\n',
    to: '  if (inPlay > 0) return change;\n',
    ...MODEL,
  },
  {
    guard: 'a free spin is one of those that are left',
    file: 'server/bonuses/round.ts',
    from: 'before === undefined || before.spin === null || before.spinsLeft === 0',
    to: 'before === undefined || before.spin === null',
    ...ROUNDS,
    name: 'are over when they are played',
  },
  {
    guard: 'what free spins win is to be wagered',
    file: 'server/bonuses/round.ts',
    from: 'addKobo(before.requirement, wageringRequirementOf(win, before.wagering))',
    to: 'before.requirement',
    ...MODEL,
  },
  {
    guard: 'only a bonus as it was seen is given up',
    file: 'server/bonuses/forfeit.ts',
    from: 'if (wallet?.version !== version)',
    to: 'if (wallet === undefined)',
    ...WALLETS,
    name: 'is for the bonus as it was seen',
  },
  {
    guard: 'one deposit is matched once',
    file: 'server/bonuses/deposits.ts',
    from: 'const wallet = some.is_claimed',
    to: 'const wallet = some.is_claimed && pending.some((each) => each.deposit_id === depositId)',
    ...WALLETS,
    name: 'takes no other, and ends with it',
  },
  {
    guard: 'a deposit below the least activates nothing',
    file: 'server/bonuses/deposits.ts',
    from: 'depositId === null && least !== null && amount >= least && until',
    to: 'depositId === null && least !== null && until',
    ...WALLETS,
    name: 'has nothing in it, and becomes active',
  },
  {
    guard: 'a match is no more than its most',
    file: 'server/bonuses/deposits.ts',
    from: 'most ?? 0));',
    to: 'Infinity));',
    ...WALLETS,
    name: 'is granted no more than its most',
  },
  {
    guard: 'an exclusion ends every bonus in its transaction',
    file: 'server/protection/exclude.ts',
    from: "  if (holds.state === 'excluded') await endAll(tx, userId, 'excluded', now);\n",
    to: '',
    ...ROUNDS,
    name: 'ends every bonus in the same transaction',
  },
  {
    guard: 'a player’s account says that there are bonuses',
    file: 'server/bonuses/grant.ts',
    from: '  await noteChange(tx, claim.userId, 1);\n',
    to: '  await noteChange(tx, claim.userId, 0);\n',
    ...ROUNDS,
    name: 'take nothing of the player’s, once for each key',
  },
];
