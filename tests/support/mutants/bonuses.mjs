/** The guards of bonuses, each with what it looks like without it and the test that must notice. */
import { argument, compareBy, compareWith, decideBy, dropCall, dropIf, dropOperand, insteadOf, member, negate, returns, value } from './effects.mjs';

const SPLIT = { project: 'unit', test: 'tests/unit/server/bonus-round.test.ts' };
const WALLETS = { project: 'platform', test: 'tests/platform/bonuses.test.ts' };
const ROUNDS = { project: 'platform', test: 'tests/platform/bonuses-rounds.test.ts' };
const RETURNED = { project: 'platform', test: 'tests/platform/returned-stakes.test.ts' };
const EXPLOITS = { project: 'platform', test: 'tests/platform/bonus-exploits.test.ts' };
const WITHDRAWN = { project: 'platform', test: 'tests/platform/withdrawn-bonuses.test.ts' };
const COSTS = { project: 'platform', test: 'tests/platform/promotion-costs.test.ts' };
const MODEL = { project: 'platform', test: 'tests/platform/bonuses-model.test.ts', name: 'agree after every command of' };

/** @type {readonly import('./run.mjs').Mutant[]} */
export const BONUS_MUTANTS = [
  {
    guard: 'real money is staked before bonus money',
    file: 'server/bonuses/round.ts',
    in: 'playStake', change: value('realPart', 'kobo(Math.max(0, stake - totalOf(takeInOrder(usable, stake, ({ balance }) => balance))))'),
    ...MODEL,
  },
  {
    guard: 'a stake is no higher than the bonus in it allows',
    file: 'server/bonuses/round.ts',
    in: 'playStake', change: dropIf('stake-too-high'),
    ...ROUNDS,
    name: 'is refused above the largest stake of a running bonus',
  },
  {
    guard: 'a running bonus limits the player’s own money, too',
    file: 'server/bonuses/round.ts',
    in: 'largestStakeOf', change: dropOperand('limitsEveryStake', 'shareOf'),
    ...EXPLOITS,
    name: 'because the money is their own',
  },
  {
    guard: 'a bonus becomes no more than its cap',
    file: 'src/core/wagering.ts',
    in: 'convertBonus', change: value('converted', 'balance'),
    ...EXPLOITS,
    name: 'what is in it above five times what was granted is lost',
  },
  {
    guard: 'what is above the cap goes back to the house',
    file: 'src/core/wagering.ts',
    in: 'convertBonus', change: insteadOf('subKobo', 'ZERO_KOBO'),
    ...EXPLOITS,
    name: 'what is in it above five times what was granted is lost',
  },
  {
    guard: 'mines, dice and blackjack count a tenth at most',
    file: 'server/admin/games.ts',
    in: 'findContributionProblems', change: compareWith('Infinity', 'most'),
    ...COSTS,
    name: 'is no more than games may that return so much',
  },
  {
    guard: 'a game counts no more than the offers can bear',
    file: 'server/admin/games.ts',
    in: 'findContributionProblems', change: decideBy('true', 'promotion', 'undefined'),
    ...COSTS,
    name: 'is not raised where a promotion could then cost more than its budget',
  },
  {
    guard: 'an offer is within its budget',
    file: 'server/promotions/admin.ts',
    in: 'findBudgetErrors', change: compareWith('Infinity', 'excess'),
    ...COSTS,
    name: 'are within their budget, whoever plays them',
  },
  {
    guard: 'an offer asks for no more wagering than the places allow',
    file: 'server/promotions/admin.ts',
    in: 'findWageringErrors', change: compareWith('Infinity', 'ceiling'),
    ...COSTS,
    name: 'ask for no more wagering than the places allow',
  },
  {
    guard: 'a withdrawal of an unplayed deposit ends the bonus that came with it',
    file: 'server/cashier/withdrawals/request.ts',
    in: 'allowUnplayed', change: dropCall('endWithWithdrawal'),
    ...EXPLOITS,
    name: 'which left the bonus for nothing at risk',
  },
  {
    guard: 'the end of a bonus by a withdrawal is confirmed',
    file: 'server/bonuses/withdrawn.ts',
    in: 'endWithWithdrawal', change: dropIf('wouldEndProblem'),
    ...EXPLOITS,
    name: 'which left the bonus for nothing at risk',
  },
  {
    guard: 'only the bonus of an unplayed deposit ends with its withdrawal',
    file: 'server/bonuses/withdrawn.ts',
    in: 'onlyUnplayed', change: returns('wallets', 'filter'),
    ...WITHDRAWN,
    name: 'a bonus whose own one is played goes on',
  },
  {
    guard: 'no bonus ends with a withdrawal while its money is in a round',
    file: 'server/bonuses/withdrawn.ts',
    in: 'endWithWithdrawal', change: dropIf('inPlay'),
    ...WITHDRAWN,
    name: 'waits for the round in which its money is',
  },
  {
    guard: 'a bonus ends with a withdrawal as its player saw it',
    file: 'server/bonuses/withdrawn.ts',
    in: 'endWithWithdrawal', change: decideBy('ending.some((wallet) => !named.has(wallet.wallet_id))', 'named'),
    ...WITHDRAWN,
    name: 'one that changed meanwhile is shown again',
  },
  {
    guard: 'a game counts no less for a bonus than at its claim',
    file: 'server/bonuses/round.ts',
    in: 'contributionFor', change: insteadOf('max', 'contribution'),
    ...COSTS,
    name: 'is no less for a bonus than when it was claimed',
  },
  {
    guard: 'a proposal is confirmed beside the costs of today',
    file: 'server/promotions/proposals.ts',
    in: 'confirmPromotion', change: dropIf('costsChanged'),
    project: 'platform', test: 'tests/platform/promotion-proposals.test.ts',
    name: 'is not confirmed beside costs that the proposer made look small',
  },
  {
    guard: 'what counts is no more than is to be wagered',
    file: 'server/bonuses/round.ts',
    in: 'countInOrder.own', change: argument('min', 1, 'Infinity'),
    ...SPLIT,
    name: 'until that is met',
  },
  {
    guard: 'a round that is over at once and returns its stake counts nothing',
    file: 'server/bonuses/round.ts',
    in: 'playStake', change: insteadOf('qualifyingStakeOf', 'stake'),
    ...RETURNED,
    name: 'a round that pays its stake and no more counts nothing',
  },
  {
    guard: 'a round of several steps that returns its stakes counts nothing',
    file: 'server/bonuses/steps.ts',
    in: 'planEnd', change: insteadOf('qualifyingStakeOf', 'staked.stake'),
    ...RETURNED,
    name: 'also where the rule ends the round after a day',
  },
  {
    guard: 'a bonus ends at its millisecond, whether or not the job has come',
    file: 'server/bonuses/round.ts',
    in: 'planRound.live', change: compareBy('>=', 'expiresAt'),
    ...SPLIT,
    name: 'never comes from a bonus whose time is over',
  },
  {
    guard: 'a bonus for other games is not taken from',
    file: 'server/bonuses/round.ts',
    in: 'playStake.usable', change: negate('includes'),
    ...SPLIT,
    name: 'leaves a bonus for other games alone',
  },
  {
    guard: 'a bonus with spins left is not over',
    file: 'server/bonuses/round.ts',
    in: 'settleChange', change: dropOperand('spinsLeft'),
    ...MODEL,
  },
  {
    guard: 'a free spin is one of those that are left',
    file: 'server/bonuses/round.ts',
    in: 'playSpin', change: dropOperand('spinsLeft'),
    ...SPLIT,
    name: 'is for its own game and stake, while there are some left and it lasts',
  },
  {
    guard: 'what free spins win is to be wagered',
    file: 'server/bonuses/round.ts',
    in: 'playSpin', change: member('requirement', 'before.requirement'),
    ...MODEL,
  },
  {
    guard: 'only a bonus as it was seen is given up',
    file: 'server/bonuses/forfeit.ts',
    in: 'forfeitBonus', change: decideBy('wallet === undefined', 'version'),
    ...WALLETS,
    name: 'in the state that the player saw',
  },
  {
    guard: 'one deposit is matched once',
    file: 'server/bonuses/deposits.ts',
    in: 'onDepositCredited', change: decideBy('player.is_claimed && pending.some((each) => each.deposit_id === depositId)', 'is_claimed'),
    ...WALLETS,
    name: 'takes no other deposit than the one it was claimed for',
  },
  {
    guard: 'a deposit below the least activates nothing',
    file: 'server/bonuses/deposits.ts',
    in: 'waitsForAny', change: dropOperand('amount'),
    ...WALLETS,
    name: 'has nothing in it, and becomes active',
  },
  {
    guard: 'a match is no more than its most',
    file: 'server/bonuses/deposits.ts',
    in: 'matchAmount', change: argument('min', 1, 'Infinity'),
    ...WALLETS,
    name: 'is granted no more than its most',
  },
  {
    guard: 'a bonus does not begin during a break',
    file: 'server/bonuses/deposits.ts',
    in: 'onDepositCredited', change: decideBy('true', 'is_on_break'),
    ...WALLETS,
    name: 'does not begin during a break that came after its claim',
  },
  {
    guard: 'an exclusion ends every bonus in its transaction',
    file: 'server/protection/carry.ts',
    in: 'endBonusesAndMarketing', change: dropIf('endAllWallets'),
    ...ROUNDS,
    name: 'ends every bonus in the same transaction',
  },
  {
    guard: 'a player’s account says that there are bonuses',
    file: 'server/bonuses/grant.ts',
    in: 'grantFreeSpins', change: argument('recordWalletChange', 2, '0'),
    ...ROUNDS,
    name: 'take nothing of the player’s, once for each key',
  },
];
