import { catalogue } from '../../core/words/catalogue';

/** Words of dice. */
export const words = catalogue('games/dice', {
  stage: 'Roll under',
  stageHelp: 'Space rolls. Arrow left and arrow right move the target, arrow up and arrow down change the stake.',
  asking: 'Getting the result',
  winsUnder: (under: string) => `Wins below ${under}`,
  target: 'Target',
  targetSlider: 'Target, wins below it',
  sliderText: (target: string, chance: string, pays: string) => `${target}, chance ${chance}, pays ${pays}`,
  targetWrong: 'Enter a target from 0.01 to 98.00, with at most two places after the point.',
  chance: 'Chance',
  pays: 'Pays',
  winAtStake: 'Win',
  tooMuch: (maxWin: string, stake: string) => `No round pays more than ${maxWin}. At this target the largest stake is ${stake}.`,
  never: (maxWin: string) => `No round pays more than ${maxWin}. Choose a higher target.`,
  rolled: (roll: string) => `Rolled ${roll}`,
  rolledUnder: (roll: string, times: string) => `Rolled ${roll}, pays ${times}`,
  rules: [
    'A roll is one of 10,000 numbers from 00.00 to 99.99, all equally likely. It wins when it is below your target.',
    'A win pays 99 divided by the target, cut after four decimals, times your stake. That includes the stake, and every win is more than the stake.',
    'The roll is decided before anything moves. What the pointer passes says nothing about what comes.',
  ],
  mostWin: (maxWin: string) => `The longest shot pays 9,900× the stake, once in 10,000 rounds. No round pays more than ${maxWin}: a bet that could is not accepted.`,
  tableNote: (stake: string) => `Wins at a stake of ${stake}.`,
});
