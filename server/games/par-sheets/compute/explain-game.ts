/** Explains for the par sheets, in sentences, how draws become the result of a round and what each result pays. Pure. */
import { entryOf } from '../../../../src/core/words/is-key-of';
import type { LinePays, SlotTheme } from '../../../../src/core/games/slots/theme';

const DRAWS: readonly string[] = [
  'The server seed is 64 hexadecimal characters and is used as these characters. The client seed is the player\'s text. The nonce is the number of the round under the pair of seeds, from 0 on.',
  'Bytes: HMAC-SHA256 with the server seed as the key and the text clientSeed:nonce:block as the message gives 32 bytes, for block 0, then 1, 2 and so on as more are needed.',
  'Words: each four bytes are one number, the first byte the highest. A draw below n takes the next word. A word that is not below the largest multiple of n up to 4294967296 is skipped. The draw is the remainder of the word divided by n.',
];

const row = ([three, four, five]: LinePays): string => `${three}, ${four} or ${five}`;

function wildSentences({ wild, wildMultiplier, wildExpands, scatter }: SlotTheme): string[] {
  if (wild === null) return [];
  const all = scatter === null ? 'every other symbol' : `every other symbol but ${scatter.symbol}`;
  return [
    `On a line ${wild} stands for ${all}. The symbol of a run is its first that is not ${wild}. Where a run begins with ${wild}, the ${wild} at its start are also read by themselves: of the two the one that pays more counts, the longer one where both pay the same.`,
    ...(wildMultiplier === undefined ? [] : [`A run of another symbol with at least one ${wild} in it pays ${wildMultiplier} times.`]),
    ...(wildExpands === undefined ? [] : [`Before the lines are read, a reel that shows ${wild} in any of its three rows counts as ${wild} in all three.`]),
  ];
}

const RUNS = {
  left: 'A run is three, four or five equal symbols one after the other on a line, from reel 1 on. A line pays one run.',
  'both-ways': 'A run is three, four or five equal symbols one after the other on a line, from reel 1 to the right or from reel 5 to the left. A line pays its run from the left and its run from the right. Where either has five symbols, it pays only the better of the two.',
  anywhere: 'A run is three, four or five equal symbols one after the other on a line, from reel 1, 2 or 3 to the right. A line pays its best run, once.',
} as const;

function scatterSentences({ scatter, lines, wildExpands }: SlotTheme): string[] {
  if (scatter === null) return [];
  const { symbol, pays, freeSpins } = scatter;
  const scatterRule = `${symbol} is counted in all 15 places of the paid spin${wildExpands === undefined ? '' : ', before reels are filled'}: 3, 4 or 5 of them pay ${row(pays)} line stakes. It ends every run on a line.`;
  if (freeSpins === null) return [scatterRule];
  const { awards, multiplier, climbs, again } = freeSpins;
  const times = climbs === undefined
    ? `times ${multiplier}`
    : `times ${multiplier} in the first free spin, and times one more in each that follows`;
  return [
    scatterRule,
    `3, 4 or 5 ${symbol} in the paid spin win ${row(awards)} free spins. Each takes five further draws, on the strips of free spins, reel by reel. They pay on the same ${lines.length} lines, ${times}; ${symbol} pays nothing in them.`,
    again === undefined
      ? 'Free spins win no further ones.'
      : `3, 4 or 5 ${symbol} in one of these free spins win ${row(again)} more, which are played after all others and win none.`,
  ];
}

const explainSlots = (theme: SlotTheme): string[] => [
  'A round begins with five draws, one for each reel from 1 to 5, below the number of stops of its strip. The draw is the place on the strip, counted from 0, of the symbol in the top row (row 0); the next two symbols of the strip are in rows 1 and 2. After the last place of a strip comes its first.',
  `The stake is divided over ${theme.lines.length} lines, all in play. A line has the row that it takes on each reel. ${RUNS[theme.runs ?? 'left']} It pays what the table says for the symbol and its number, in line stakes.`,
  ...wildSentences(theme),
  ...scatterSentences(theme),
  `The win is the stake, times the sum of all pays in line stakes, divided by ${theme.lines.length}.`,
];

const TABLE_GAMES: Readonly<Record<string, readonly string[]>> = {
  roulette: [
    'One draw below 37 is the number that falls.',
    'Each bet lies on a spot. Where the spot covers the number, the bet pays its stake times 36 divided by how many numbers the spot covers; its stake is in it. Other bets pay nothing. The win is the sum.',
  ],
  dice: [
    'One draw below 10000 is the roll, in hundredths: 4711 is 47.11.',
    'The bet names a target in hundredths (`under`). A roll below it wins, and pays 99000000 divided by the target, rounded down, in ten-thousandths of the stake. The win is the stake times that, divided by 10000.',
  ],
  plinko: [
    'One draw below 4096, written as twelve binary digits: the first and highest is the top row, 1 is to the right and 0 to the left.',
    'The bucket is how many of the digits are 1. It pays what the table of the chosen risk says, in hundredths of the stake.',
  ],
  mines: [
    'The fields are numbered 0 to 24, row by row from the top left. They stand in a list in this order. For m mines there are m draws, below 25, 24, 23 and so on: each is the place in the list, counted from 0, of the field that gets a mine and leaves the list. All mines are laid before the first field is opened.',
    'The player\'s actions follow in their order. A field with a mine ends the round, and it pays nothing. After k safe fields cashing out pays the stake times 99/100 times C(25, k) divided by C(25 - m, k), where C(n, k) is the number of ways to choose k of n.',
    'A round cashes out by itself when no safe field is left, and when the pay after one more field would be above the largest win.',
    'A round that its player leaves is cashed out as it stands after 24 hours. With nothing opened the stake comes back.',
  ],
  blackjack: [
    'Each card is one draw below 52. Its remainder by 13 is the rank: 0 ace, 1 two, 2 three and so on to 9 ten, 10 jack, 11 queen, 12 king. The quotient is the suit, which decides nothing. Every card comes from a full deck.',
    'The first four cards: the player\'s first, the dealer\'s open card, the player\'s second, the dealer\'s hidden card. Tens and faces count 10; an ace counts 11 where the hand stays at 21 or below, else 1.',
    'A blackjack is 21 with the first two cards. Where the player or the dealer has one, the round is over and no further card is drawn.',
    'The player\'s actions follow in their order, for the first hand that is not done. Hit: one card. Stand: the hand is done. Double, with two cards: the stake again, one card, and the hand is done. Split, once, with the first two cards where both count the same: the stake again; each of the two cards becomes a hand and gets one card, the first hand first; split aces are done. A hand is done at 21 and above.',
    'When all hands are done and one of them is at 21 or below, the dealer draws to 17 or more and stands on every 17.',
    'A hand above 21 pays nothing. A blackjack pays 5/2 of the first stake, or the stake back where the dealer has one, too. Any other hand loses against a dealer\'s blackjack. A hand that is nearer to 21 than the dealer\'s, or stands where the dealer is above 21, pays twice its stake; at equal points the stake comes back. 21 after a split is no blackjack.',
    'A round that its player leaves is finished after 24 hours by standing on every hand.',
  ],
};

/** Returns all sentences of a game. Throws an Error for a game without a description. */
export function explainGame(gameId: string, theme: SlotTheme | undefined): readonly string[] {
  const own = theme === undefined ? entryOf(TABLE_GAMES, gameId) : explainSlots(theme);
  if (own === undefined) throw new Error(`no description of ${gameId}`);
  return [...DRAWS, ...own];
}
