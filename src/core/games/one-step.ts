/** The games of this build that are over with their bet. A list of names, for code that must not load every engine; a test holds it to them. */
export const ONE_STEP_GAMES: ReadonlySet<string> = new Set([
  'adire-gold', 'lagos-nights', 'talking-drum', 'calabar-carnival', 'harmattan', 'zuma-rock', 'nollywood-reel', 'suya-spot', 'roulette', 'dice', 'plinko',
]);
