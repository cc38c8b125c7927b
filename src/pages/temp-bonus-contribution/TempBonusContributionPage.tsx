/** The bonus contribution alone, on live data: the page has nothing else on it. */
export { default } from '../bonus-contribution/BonusContributionPage';
