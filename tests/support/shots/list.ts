/** The pictures that `npm run shots` takes: each page as each kind of visitor sees it, and in each of its states. */
import type { Page } from '@playwright/test';
import { FRAMED_SHOTS } from '../frame-provider/shots';
import { checkRounds, sendFeedback, showRound, takeStatement } from './account-acts';
import * as acts from './acts';
import { changeGame, compareGame } from './admin-acts';

/** A newcomer has opened an account and done nothing yet. */
export type Who = 'guest' | 'newcomer' | 'player' | 'admin';
export const STATES = ['guest', 'newcomer', 'player', 'empty', 'error', 'offline', 'break', 'admin'] as const;
export type State = (typeof STATES)[number];

export interface Shot {
  readonly name: string;
  readonly path: string;
  readonly who: Who;
  readonly state: State;
  /** `offline`: the connection ends after the app was put on the device. `broken`: the platform answers every call with an error. */
  readonly network: 'online' | 'offline' | 'broken';
  /** Brings the page into the state that the picture shows. */
  readonly act?: ((page: Page) => Promise<void>) | undefined;
}

interface Row extends Pick<Shot, 'name' | 'path' | 'act'> {
  readonly state?: State;
}

const shotsOf = (who: Who, state: State, rows: readonly Row[], network: Shot['network'] = 'online'): Shot[] =>
  rows.map((row) => ({ who, state, network, ...row }));

const GUEST: readonly Row[] = [
  { name: 'lobby-guest', path: '/' },
  { name: 'games-guest', path: '/games' },
  { name: 'category-guest', path: '/category/slots' },
  { name: 'game-guest', path: '/game/adire-gold' },
  ...['lagos-nights', 'talking-drum', 'calabar-carnival', 'harmattan', 'zuma-rock', 'nollywood-reel', 'suya-spot'].map(
    (gameId): Row => ({ name: `slot-${gameId}`, path: `/game/${gameId}`, act: acts.playAndOpenRules }),
  ),
  { name: 'table-roulette', path: '/game/roulette', act: acts.placeChips },
  { name: 'table-dice', path: '/game/dice', act: acts.startRound },
  { name: 'table-plinko', path: '/game/plinko', act: acts.startRound },
  { name: 'table-mines', path: '/game/mines', act: acts.openFields },
  { name: 'table-blackjack', path: '/game/blackjack', act: acts.startRound },
  { name: 'sign-in', path: '/sign-in' },
  { name: 'sign-in-dialog', path: '/', act: (page) => page.getByRole('link', { name: 'Sign in' }).first().click() },
  { name: 'sign-up', path: '/sign-up' },
  { name: 'invitation', path: '/sign-up?invitation=a-token-of-the-right-length', state: 'error' },
  { name: 'help', path: '/help' },
  { name: 'support-guest', path: '/help', act: acts.askSupport },
  { name: 'feedback-guest', path: '/feedback' },
  { name: 'help-error', path: '/help#not-claimable', state: 'error' },
  { name: 'help-search', path: '/help', act: (page) => page.getByLabel('Search help').fill('insuficient founds') },
  { name: 'responsible-gambling', path: '/responsible-gambling' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'about-us', path: '/about-us' },
  { name: 'bank-codes', path: '/bank-codes' },
  { name: 'bonus-contribution', path: '/bonus-contribution' },
  { name: 'promo-welcome', path: '/promo/welcome-bonus' },
  { name: 'promo-giveaway-guest', path: '/promo/giveaway' },
  { name: 'temp-join', path: '/tempjoinpopup' },
  { name: 'location-restriction', path: '/location-restriction', state: 'error' },
  { name: 'header-profile-guest', path: '/tempheaderprofile' },
  { name: 'activate-email', path: '/activate-email' },
  { name: 'reset-password', path: '/reset-password' },
  { name: 'reset-sent', path: '/reset-password', act: acts.askForReset },
  { name: 'reset-set', path: '/reset-password?token=a-token-of-the-right-length' },
  { name: 'account-closed', path: '/help#account-closed' },
  { name: 'not-found', path: '/no-such-page', state: 'error' },
];

const NEWCOMER: readonly Row[] = [
  { name: 'lobby-newcomer', path: '/' },
  { name: 'game-newcomer', path: '/game/adire-gold' },
  { name: 'profile-newcomer', path: '/profile' },
  { name: 'deposit-newcomer', path: '/deposit' },
  { name: 'limits-newcomer', path: '/self-exclusion' },
  { name: 'withdraw-empty', path: '/withdraw', state: 'empty' },
  { name: 'bonuses-empty', path: '/bonuses', state: 'empty' },
  { name: 'games-history-empty', path: '/games-history', state: 'empty' },
  { name: 'games-fairness-empty', path: '/games-history?view=fairness', state: 'empty' },
  { name: 'transactions-empty', path: '/transactions-history', state: 'empty' },
  { name: 'leaderboard-empty', path: '/templeaderboard', state: 'empty' },
  { name: 'search-empty', path: '/games', state: 'empty', act: (page) => page.getByRole('searchbox').first().fill('zzzzzz') },
];

const PLAYER: readonly Row[] = [
  { name: 'lobby', path: '/' },
  { name: 'balance', path: '/', act: (page) => page.getByTestId('balance-chip').click() },
  { name: 'game', path: '/game/adire-gold' },
  { name: 'edit-profile', path: '/edit-profile' },
  { name: 'change-email', path: '/edit-profile', act: acts.press('Change my e-mail') },
  { name: 'change-password', path: '/change-password' },
  { name: 'change-password-wrong', path: '/change-password', act: acts.press('Save new password'), state: 'error' },
  { name: 'users-sessions', path: '/users-sessions' },
  { name: 'sign-out-device', path: '/users-sessions', act: acts.press(/^Sign out Firefox/) },
  { name: 'close-account', path: '/profile', act: acts.press('Close my account') },
  { name: 'deposit', path: '/deposit' },
  { name: 'withdraw', path: '/withdraw' },
  { name: 'promo-friday', path: '/promo/friday' },
  { name: 'promo-giveaway', path: '/promo/giveaway' },
  { name: 'promo-spins', path: '/promo/free-spins' },
  { name: 'promo-claimed', path: '/promo/free-spins', act: acts.claimIfOffered },
  { name: 'bonuses', path: '/bonuses', act: acts.openFolds },
  { name: 'game-bonus', path: '/game/adire-gold' },
  { name: 'leaderboard', path: '/templeaderboard' },
  { name: 'limits', path: '/self-exclusion' },
  { name: 'limits-change', path: '/self-exclusion', act: acts.press('Stakes, a day: change the limit') },
  { name: 'limits-break', path: '/self-exclusion', act: acts.askForBreak },
  { name: 'nin', path: '/nin' },
  { name: 'header-profile', path: '/tempheaderprofile' },
  { name: 'profile', path: '/profile' },
  { name: 'install-guide', path: '/profile', act: acts.press(/on your home screen/) },
  { name: 'games-history', path: '/games-history' },
  { name: 'games-fairness', path: '/games-history?view=fairness', act: checkRounds },
  { name: 'games-replay', path: '/games-history', act: showRound },
  { name: 'transactions-history', path: '/transactions-history' },
  { name: 'support-chat', path: '/help', act: acts.writeToSupport },
  { name: 'feedback', path: '/feedback', act: sendFeedback },
  { name: 'statement', path: '/transactions-history', act: takeStatement },
];

/** Pages whose answers never come right. */
const BROKEN = [
  '/', '/game/adire-gold', '/category/slots', '/deposit', '/withdraw', '/bonuses', '/promo/giveaway', '/games-history', '/transactions-history',
  '/templeaderboard', '/users-sessions', '/self-exclusion', '/edit-profile', '/profile', '/nin',
].map((path): Row => ({ name: `broken-${path.slice(1).replace('/', '-') || 'lobby'}`, path }));

const OFFLINE: readonly Row[] = [
  { name: 'edit-profile-offline', path: '/edit-profile', act: acts.changePhone },
  { name: 'change-password-offline', path: '/change-password' },
  { name: 'users-sessions-offline', path: '/users-sessions' },
  { name: 'limits-offline', path: '/self-exclusion' },
  { name: 'bonuses-offline', path: '/bonuses' },
  { name: 'promo-offline', path: '/promo/giveaway' },
  { name: 'leaderboard-offline', path: '/templeaderboard' },
  { name: 'lobby-offline', path: '/' },
  { name: 'profile-offline', path: '/profile' },
  { name: 'deposit-offline', path: '/deposit' },
  { name: 'withdraw-offline', path: '/withdraw' },
  { name: 'transactions-offline', path: '/transactions-history' },
  { name: 'support-chat-offline', path: '/help', act: acts.writeToSupport },
  { name: 'feedback-offline', path: '/feedback', act: sendFeedback },
  { name: 'help-offline', path: '/help' },
];

/** The last ones of their visitor, because a break can't be ended, and after signing out nothing is left to show. */
const BREAK: readonly Row[] = [
  { name: 'break-offline', path: '/self-exclusion', act: acts.takeBreak },
  { name: 'game-break', path: '/game/adire-gold' },
  { name: 'lobby-break', path: '/' },
  { name: 'deposit-break', path: '/deposit' },
  { name: 'sign-out-offline', path: '/profile', act: acts.press('Sign out'), state: 'offline' },
];

const ADMIN: readonly Row[] = [
  { name: 'admin-today', path: '/admin', act: (page) => page.locator('.today').waitFor() },
  { name: 'admin-games', path: '/admin?tab=games', act: (page) => page.getByRole('row').nth(1).waitFor() },
  { name: 'admin-game-edit', path: '/admin?tab=games', act: acts.press('Edit Adire Gold') },
  { name: 'admin-game-compare', path: '/admin?tab=games', act: compareGame },
  { name: 'admin-arrange', path: '/admin?tab=games', act: acts.press('Arrange') },
  { name: 'admin-game-trail', path: '/admin?tab=games', act: async (page) => { await changeGame(page); await acts.press('History of Adire Gold')(page); } },
  { name: 'admin-trail', path: '/admin?tab=trail', act: (page) => page.getByText('Everything admins changed').waitFor() },
  { name: 'admin-approvals', path: '/admin?tab=approvals' },
  { name: 'admin-promotions', path: '/admin?tab=promotions' },
  { name: 'admin-promotion-edit', path: '/admin?tab=promotions', act: acts.press('Edit Welcome bonus') },
  { name: 'admin-people', path: '/admin?tab=people' },
  { name: 'admin-messages', path: '/admin?tab=messages', act: (page) => page.locator('.thread').first().waitFor() },
];

export const SHOT_LIST: readonly Shot[] = [
  ...shotsOf('guest', 'guest', GUEST),
  ...shotsOf('newcomer', 'newcomer', NEWCOMER),
  ...shotsOf('player', 'player', PLAYER),
  ...shotsOf('player', 'error', BROKEN, 'broken'),
  ...shotsOf('player', 'offline', OFFLINE, 'offline'),
  ...shotsOf('player', 'break', BREAK, 'offline'),
  ...shotsOf('admin', 'admin', ADMIN),
];

/** These need a provider beside the product, which changes the lobby, so they have a product of their own. */
export const FRAMED_SHOT_LIST: readonly Shot[] = FRAMED_SHOTS.map((shot) => ({ state: shot.who, network: 'online', ...shot }));
