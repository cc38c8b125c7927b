import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

/** Words of mines. */
export const words = catalogue('games/mines', {
  stage: 'Mines board',
  stageHelp: 'Space starts. In the board arrow keys move, Space or Enter opens a tile, C cashes out. Arrow left and arrow right change the number of mines, arrow up and arrow down the stake.',
  asking: 'Getting the result',
  before: (mines: number) => plural(mines, { one: '# mine under 25 tiles', other: '# mines under 25 tiles' }),
  cell: (row: number, column: number) => `Row ${row}, column ${column}`,
  is: { closed: 'closed', safe: 'safe', hit: 'mine, opened', mine: 'mine' },
  mines: 'Mines',
  minesSlider: 'Number of mines',
  first: 'First pays',
  chance: 'Chance',
  cashOut: (amount: string) => `Cash out ${amount}`,
  cashedOut: 'Cashed out',
  openFirst: 'Open a tile',
  openText: (opened: number, next: string) => `${opened} safe. The next one makes it ${next}`,
  startText: 'Choose a tile to open.',
  lost: (opened: number) => plural(opened, { one: 'Hit a mine after # safe tile', other: 'Hit a mine after # safe tiles' }),
  lostAtOnce: 'Hit a mine at the first tile',
  cashed: (opened: number) => plural(opened, { one: 'Cashed out after # tile', other: 'Cashed out after # tiles' }),
  returned: 'Nothing was opened: the stake came back',
  rules: [
    'You choose how many mines lie under 25 tiles. They are laid before you open the first one, and stay where they are.',
    'Every safe tile raises what you can cash out. Cash out when you like; at a mine the stake is lost.',
    'After each tile the pay is 0.99 divided by the chance of getting that far. So 99 of 100 come back in the long run, whenever you stop, less what rounding down to a kobo takes.',
  ],
  mostWin: (maxWin: string) => `The largest win of one round is ${maxWin}. If one more tile would pay more, the round cashes out by itself: this lowers the largest win at a stake, but not the return.`,
  atThisStake: (stake: string, back: string, tiles: number, times: string, every: string) =>
    `At ${stake} at least ${back} comes back in the long run. The largest win there is ${times}, after ${plural(tiles, { one: '# tile', other: '# tiles' })}, ${every}.`,
  abandoned: 'A round that is left open for 24 hours is cashed out as it stands. With nothing opened the stake comes back.',
  opened: 'Safe tiles',
  pays: 'Pays',
  atStake: (stake: string) => `At ${stake}`,
  tableNote: (mines: number) => plural(mines, { one: 'With # mine', other: 'With # mines' }),
});
