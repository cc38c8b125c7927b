/**
 * The variances of this build's games: how far single rounds lie from the return. They are written down here, as the catalogue's
 * figures are, because computing them takes long; a test compares each with its engine.
 */

/** Variances of the calmest and of the wildest bet of a game. */
export type Spread = readonly [least: number, most: number];
/** For games whose bets all have the same variance. */
export const always = (variance: number): Spread => [variance, variance];

/** Variances in stakes squared, cut after four decimals; of games where the player chooses the risk, of every single bet. */
export const VARIANCES: Readonly<Record<string, Spread>> = {
  'adire-gold': always(22.6473),
  'lagos-nights': always(10.174),
  'talking-drum': always(2.7236),
  'calabar-carnival': always(15.7229),
  harmattan: always(45.654),
  'zuma-rock': always(124.7566),
  'nollywood-reel': always(77.3696),
  'suya-spot': always(8.1936),
  roulette: [0.9992, 34.0803],
  dice: [0.02, 9800.0199],
  plinko: [0.1358, 15.276],
  mines: [0.0408, 471_133.0899],
  blackjack: always(1.3113),
};
