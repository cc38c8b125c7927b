/**
 * Variance of the return of a stake of one, for games whose bets all have the same: the slots, as their par sheets have it
 * (a test holds them against each other). Of the others it depends on what is bet.
 */
export const VARIANCES: Readonly<Record<string, number | undefined>> = {
  'adire-gold': 22.647_342,
  'lagos-nights': 10.174_099,
  'talking-drum': 2.723_601,
  'calabar-carnival': 15.722_98,
  harmattan: 45.654_094,
  'zuma-rock': 124.756_644,
  'nollywood-reel': 77.369_689,
  'suya-spot': 8.193_628,
};
