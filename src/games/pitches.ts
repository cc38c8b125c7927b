/** One sentence about each game, for places with room. It is not in the catalogue, because the first screen loads that. */
import { catalogue } from '../core/words/catalogue';

export const pitches: Readonly<Record<string, string>> = catalogue('games/pitches', {
  roulette: 'One zero, the whole table of bets, and the same return on every one of them.',
  dice: 'Choose your own chance, from a safe step to the longest shot.',
  plinko: 'A ball, twelve rows of pins, three risks to choose from.',
  mines: 'Twenty-five tiles, as many mines as you like. Stop when you like.',
  blackjack: 'Hit, stand, double or split. A blackjack pays 3 to 2.',
  'adire-gold': 'Indigo cloth, gold cowries, and dye pots that win free spins at double pay.',
  'lagos-nights': 'The city after dark: neon stands for every symbol and pays three times.',
  'talking-drum': 'Call and answer: twenty lines pay from the left and from the right.',
  'calabar-carnival': 'Masks, feathers and floats that win free spins, and in them more free spins.',
  harmattan: 'Where the desert wind blows, a whole reel turns wild.',
  'zuma-rock': 'Five lines that pay seldom and much; eagles pay wherever they are.',
  'nollywood-reel': 'Slates win free spins, and each of them pays once more than the one before.',
  'suya-spot': 'Small wins that come often: three in a row pay anywhere on a line.',
});
