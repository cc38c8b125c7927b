/** The guards by which a device tells apart what a bet was sealed with from what came, each with the test that must notice. */
import { compareBy, decideBy, dropCall, dropIf, dropOperand, dropSpread, insteadOf, returns, value } from './effects.mjs';

const GRINDING = { project: 'unit', test: 'tests/unit/core/fairness/grinding-platform.test.ts' };
const RULES = { project: 'unit', test: 'tests/unit/core/fairness/rules-after-bets.test.ts' };
const OBSERVE = { project: 'unit', test: 'tests/unit/core/fairness/observe-pair.test.ts' };
const STAGE = { project: 'unit', test: 'tests/unit/pages/game-stage.test.ts' };
const REPORT = { project: 'unit', test: 'tests/unit/core/fairness/kept-rounds.test.ts' };
const PARTS = { project: 'unit', test: 'tests/unit/bridge/parts-of-bets.test.ts' };
const STEPS = { project: 'unit', test: 'tests/unit/core/fairness/lying-steps.test.ts' };
const REFUSED = { project: 'unit', test: 'tests/unit/core/fairness/refused-bets.test.ts' };
const UNBOUND = { project: 'unit', test: 'tests/unit/bridge/unbound-bets.test.ts' };
const SEEDS = { project: 'unit', test: 'tests/unit/bridge/seeds.test.ts' };

/** @type {readonly import('./run.mjs').Mutant[]} */
export const SEALING_MUTANTS = [
  {
    guard: 'each bet brings a part that nobody knows before',
    file: 'src/bridge/fairness/name-draw.ts',
    in: 'createNameDraw', change: dropSpread('newRandomSeed'),
    ...PARTS,
    name: 'gains nothing from bets that bring a part',
  },
  {
    guard: 'a round is drawn with the part that its bet brought',
    file: 'src/core/fairness/part.ts',
    in: 'drawOf', change: insteadOf('withPart', 'clientSeed'),
    ...GRINDING,
    name: 'without their part',
  },
  {
    guard: 'the platform draws a bet with its part',
    file: 'server/games/named-draw.ts',
    in: 'drawForBet', change: insteadOf('withPart', 'draw.client_seed'),
    project: 'platform', test: 'tests/platform/bound-bets.test.ts',
    name: 'is drawn with it, and the pair keeps its client seed',
  },
  {
    guard: 'an answer that is drawn from another draw than its bet named is told apart',
    file: 'src/core/fairness/bet-mismatch.ts',
    in: 'betMismatch', change: dropIf('isDrawNamed'),
    ...GRINDING,
    name: 'are caught in each round',
  },
  {
    guard: 'an answer by other rules than the player was shown is told apart',
    file: 'src/core/fairness/bet-mismatch.ts',
    in: 'betMismatch', change: dropIf('areRulesAsShown'),
    ...RULES,
    name: 'are caught in each round',
  },
  {
    guard: 'rules that nobody noted before the bet prove nothing',
    file: 'src/core/fairness/receipts.ts',
    in: 'verdictOf', change: returns(`'ok'`, 'areRulesNoted'),
    ...RULES,
    name: 'never count as drawn right',
  },
  {
    guard: 'the platform plays no bet by other rules than it names',
    file: 'server/games/play-round.ts',
    in: 'bindPair', change: dropCall('refuseOtherRules'),
    project: 'platform', test: 'tests/platform/bound-rules.test.ts',
    name: 'is refused where the game has others',
  },
  {
    guard: 'a round that is not the one that was asked for is not played out',
    file: 'src/pages/game/rounds/stage-round.ts',
    in: 'stageRoundOf', change: dropOperand('mismatch'),
    ...STAGE,
    name: 'stands still and is said to be another',
  },
  {
    guard: 'a pair in use may not vanish',
    file: 'src/core/fairness/observe-pair.ts',
    in: 'observeCommits', change: dropIf('pair-gone'),
    ...OBSERVE,
    name: 'is evidence: ',
  },
  {
    guard: 'the pair that was announced comes next',
    file: 'src/core/fairness/observe-pair.ts',
    in: 'observeCommits', change: dropIf('next-gone'),
    ...OBSERVE,
    name: 'is evidence: ',
  },
  {
    guard: 'a client seed stays once rounds were drawn with it',
    file: 'src/core/fairness/observe-pair.ts',
    in: 'observeSame', change: dropIf('client-seed-replaced'),
    ...OBSERVE,
    name: 'is another client seed once rounds were drawn',
  },
  {
    guard: 'a pair that the platform does not name any more is missing',
    file: 'src/core/fairness/rounds-report.ts',
    in: 'stateOf', change: compareBy('<', 'wholeAt', 'newestRoundAt'),
    ...REPORT,
    name: 'calls a pair missing, and never waiting',
  },
  {
    guard: 'a bet that was refused after it named its draw stays on the device',
    file: 'src/bridge/money/intent-ends.ts',
    in: 'afterRefusal', change: dropCall('noteRefused'),
    ...SEEDS,
    name: 'leaves each of them on the device with the draw that it named',
  },
  {
    guard: 'refused bets that the platform alone lists stand apart from those of this device',
    file: 'src/core/fairness/refused-bets.ts',
    in: 'refusedReport', change: value('own', 'sumOf(bets)'),
    ...REFUSED,
    name: 'do not hide in the sum',
  },
  {
    guard: 'a device knows which refused bets it has sent',
    file: 'src/bridge/fairness/check-sources.ts',
    in: 'loadRefusedBets', change: insteadOf('mergeRefusedBets', 'mergeRefusedBets([...refusedBets, ...fromIntents, ...(await loadListedBets(bridge, signal))], [])'),
    ...PARTS,
    name: 'hide it behind refused bets that nobody sent',
  },
  {
    guard: 'a platform that takes no parts any more leaves evidence',
    file: 'src/core/fairness/observe-pair.ts',
    in: 'observePair', change: decideBy('false', 'noted'),
    ...OBSERVE,
    name: 'and takes none in the middle of a pair leaves evidence',
  },
  {
    guard: 'no bet without a part is sent before its player has seen that the platform takes none',
    file: 'src/bridge/fairness/name-draw.ts',
    in: 'createNameDraw', change: dropIf('isNewlyDropped'),
    ...PARTS,
    name: 'gets no bet before the player has seen the change',
  },
  {
    guard: 'a platform that stops binding bets leaves evidence',
    file: 'src/bridge/fairness/unbound-bets.ts',
    in: 'note', change: insteadOf('withBindingDropped', 'before'),
    ...UNBOUND,
    name: 'gets no bet before the player has seen the change, and leaves evidence',
  },
  {
    guard: 'no unbound bet is sent before its player has seen that bets are not bound any more',
    file: 'src/bridge/actions/rounds.ts',
    in: 'playRound', change: insteadOf('mayGoUnbound', 'true'),
    ...UNBOUND,
    name: 'gets no bet before the player has seen the change, and leaves evidence',
  },
  {
    guard: 'a host is asked again before it is said that its platform binds no bets any more',
    file: 'src/bridge/fairness/unbound-bets.ts',
    in: 'note', change: insteadOf('load', 'true'),
    ...UNBOUND,
    name: 'is asked first, because another tab may have bound the bets since this one asked',
  },
  {
    guard: 'the client seed of a pair is made on this device',
    file: 'src/bridge/fairness/pair-questions.ts',
    in: 'askOnce', change: decideBy('false', 'ready'),
    ...SEEDS,
    name: 'has a client seed that this device made after it had the commit',
  },
  {
    guard: 'an answer to a step has that step and those before it',
    file: 'src/core/fairness/step-mismatch.ts',
    in: 'mismatchOfStep', change: returns('null', 'isSame'),
    ...STEPS,
    name: 'may not change a step that another device took',
  },
  {
    guard: 'a step that was confirmed stays',
    file: 'src/core/fairness/step-mismatch.ts',
    in: 'mismatchOfConfirmedSteps', change: returns('null', 'isOther'),
    ...STEPS,
    name: 'may not change a step that it had confirmed',
  },
  {
    guard: 'a round is called unfinished after a day',
    file: 'src/core/fairness/step-mismatch.ts',
    in: 'mismatchOfConfirmedSteps', change: dropIf('OPEN_ROUND_LIFETIME_MS'),
    ...STEPS,
    name: 'where 24 hours have not passed',
  },
  {
    guard: 'no round begins in a second window of play',
    file: 'server/games/play-round.ts',
    in: 'bindPair', change: dropIf('refuseOtherWindow'),
    project: 'platform', test: 'tests/platform/play-window.test.ts',
    name: 'within a minute of the newest round',
  },
];
