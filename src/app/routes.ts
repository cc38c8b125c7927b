import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { Capability } from '../core/contract/platform';
import { catalogue } from '../core/words/catalogue';

/** The callers who may open a page. `guest`: a signed-in player is sent on to the lobby. `admin`: the page itself checks the role. */
export type Audience = 'all' | 'guest' | 'player' | 'admin';

/** One page: its addresses and the name that page views carry. */
export interface PageRoute {
  readonly name: string;
  readonly paths: readonly string[];
  readonly who: Audience;
  /** The page exists only where the platform has this capability. */
  readonly needs?: Capability;
  /** The document's title; the page's own heading may say more. */
  readonly title: string;
  /** The page's heading names one of many things, and the page sets the document's title after it. */
  readonly setsOwnTitle?: boolean;
  /** The page is shown without the footer and the main menu (`layout/MainMenu.tsx`: a bar at the bottom, or a rail at the side). */
  readonly bare?: boolean;
  readonly load: () => Promise<{ default: ComponentType }>;
  /** Begins to load what the page at this address needs beside its code. Without it the page loads that itself, later. */
  readonly prepare?: (pathname: string) => Promise<unknown>;
}

const prepareList = () => import('../bridge/actions/games').then(({ readStoredGames }) => readStoredGames());

function prepareGame(pathname: string): Promise<unknown> {
  const gameId = pathname.split('/')[2] ?? '';
  return Promise.all([prepareList(), import('../games/faces').then(({ loadFace }) => loadFace(gameId))]);
}

type Row = Omit<PageRoute, 'paths'> & Partial<Pick<PageRoute, 'paths'>>;

/** Most pages have their name as their address. */
const TABLE = [
  { name: 'games', paths: ['/', '/games'], who: 'all', title: 'Games', load: () => import('../pages/games/GamesPage'), prepare: prepareList },
  { name: 'game', paths: ['/game/:gameId'], who: 'all', title: 'Game', setsOwnTitle: true, load: () => import('../pages/game/GamePage'), prepare: prepareGame },
  {
    name: 'category', paths: ['/category/:categoryId'], who: 'all', title: 'Category', setsOwnTitle: true,
    load: () => import('../pages/category/CategoryPage'), prepare: prepareList,
  },
  {
    name: 'profile', who: 'player', title: 'My profile',
    load: () => import('../pages/profile/ProfilePage'),
  },
  {
    name: 'sign-in', who: 'guest', needs: 'sign-in', title: 'Sign in',
    load: () => import('../pages/sign-in/SignInPage'),
  },
  {
    name: 'sign-up', who: 'guest', needs: 'sign-in', title: 'Join',
    load: () => import('../pages/sign-up/SignUpPage'),
  },
  {
    name: 'activate-email', who: 'all', needs: 'sign-in', title: 'Confirm your e-mail',
    load: () => import('../pages/activate-email/ActivateEmailPage'),
  },
  {
    name: 'reset-password', who: 'all', needs: 'passwords', title: 'Reset your password',
    load: () => import('../pages/reset-password/ResetPasswordPage'),
  },
  {
    name: 'edit-profile', who: 'player', title: 'Edit my details',
    load: () => import('../pages/edit-profile/EditProfilePage'),
  },
  {
    name: 'change-password', who: 'player', needs: 'passwords', title: 'Change my password',
    load: () => import('../pages/change-password/ChangePasswordPage'),
  },
  {
    name: 'users-sessions', who: 'player', needs: 'sessions', title: 'Where I am signed in',
    load: () => import('../pages/users-sessions/UsersSessionsPage'),
  },
  {
    name: 'games-history', who: 'player', needs: 'histories', title: 'Games history',
    load: () => import('../pages/games-history/GamesHistoryPage'),
  },
  {
    name: 'transactions-history', who: 'player', needs: 'histories',
    title: 'Transactions',
    load: () => import('../pages/transactions-history/TransactionsHistoryPage'),
  },
  {
    name: 'self-exclusion', who: 'player', needs: 'protection', title: 'Limits and breaks',
    load: () => import('../pages/self-exclusion/SelfExclusionPage'),
  },
  {
    name: 'responsible-gambling', who: 'all', title: 'Responsible gambling',
    load: () => import('../pages/responsible-gambling/ResponsibleGamblingPage'),
  },
  { name: 'terms', who: 'all', title: 'Terms', load: () => import('../pages/terms/TermsPage') },
  {
    name: 'privacy', who: 'all', title: 'Privacy',
    load: () => import('../pages/privacy/PrivacyPage'),
  },
  {
    name: 'about-us', who: 'all', title: 'About us',
    load: () => import('../pages/about-us/AboutUsPage'),
  },
  { name: 'help', who: 'all', title: 'Help', load: () => import('../pages/help/HelpPage') },
  { name: 'feedback', who: 'all', needs: 'support', title: 'Feedback', load: () => import('../pages/feedback/FeedbackPage') },
  {
    name: 'location-restriction', who: 'all', title: 'Where you can play',
    load: () => import('../pages/location-restriction/LocationRestrictionPage'),
  },
  {
    name: 'deposit', who: 'player', needs: 'deposits', title: 'Deposit',
    load: () => import('../pages/deposit/DepositPage'),
  },
  {
    name: 'withdraw', who: 'player', needs: 'withdrawals', title: 'Withdraw',
    load: () => import('../pages/withdraw/WithdrawPage'),
  },
  {
    name: 'bonuses', who: 'player', needs: 'bonuses', title: 'Bonuses',
    load: () => import('../pages/bonuses/BonusesPage'),
  },
  {
    name: 'promo-welcome-bonus', paths: ['/promo/welcome-bonus'], who: 'all', needs: 'promotions', title: 'Welcome bonus',
    load: () => import('../pages/promo/PromoPage'),
  },
  {
    name: 'promo-free-spins', paths: ['/promo/free-spins'], who: 'all', needs: 'promotions', title: 'Free spins',
    load: () => import('../pages/promo/PromoPage'),
  },
  {
    name: 'promo-friday', paths: ['/promo/friday'], who: 'all', needs: 'promotions', title: 'Friday reload',
    load: () => import('../pages/promo/PromoPage'),
  },
  {
    name: 'promo-giveaway', paths: ['/promo/giveaway'], who: 'all', needs: 'promotions', title: 'Weekly giveaway',
    load: () => import('../pages/promo/PromoPage'),
  },
  {
    name: 'bank-codes', who: 'all', title: 'Bank codes',
    load: () => import('../pages/bank-codes/BankCodesPage'),
  },
  {
    name: 'bonus-contribution', who: 'all', title: 'Bonus contribution',
    load: () => import('../pages/bonus-contribution/BonusContributionPage'),
  },
  {
    name: 'nin', who: 'player', needs: 'identity', title: 'National identity number',
    load: () => import('../pages/nin/NinPage'),
  },
  {
    name: 'temp-header-profile', paths: ['/tempheaderprofile'], who: 'all', title: 'Header profile',
    load: () => import('../pages/temp-header-profile/TempHeaderProfilePage'),
  },
  {
    name: 'temp-join-popup', paths: ['/tempjoinpopup'], who: 'all', needs: 'sign-in', title: 'Join',
    load: () => import('../pages/temp-join-popup/TempJoinPopupPage'),
  },
  {
    name: 'temp-bonuses', paths: ['/tempbonuses'], who: 'all', needs: 'bonuses', title: 'Bonuses',
    load: () => import('../pages/temp-bonuses/TempBonusesPage'),
  },
  {
    name: 'temp-leaderboard', paths: ['/templeaderboard'], who: 'all', needs: 'leaderboard', title: 'Highest multipliers',
    load: () => import('../pages/temp-leaderboard/TempLeaderboardPage'),
  },
  {
    name: 'temp-bonus-contribution', paths: ['/tempbonuscontribution'], who: 'all', title: 'Bonus contribution',
    load: () => import('../pages/bonus-contribution/BonusContributionPage'),
  },
  {
    name: 'admin-games', paths: ['/admin'], who: 'admin', needs: 'admin', title: 'Admin', bare: true,
    load: () => import('../pages/admin/AdminPage'),
  },
] as const satisfies readonly Row[];

/** The document's title on each page. */
export const titles: Readonly<Record<string, string | undefined>> = catalogue('app/routes', Object.fromEntries(TABLE.map(({ name, title }) => [name, title])));

/** Every page of the product. */
export const PAGE_ROUTES = TABLE.map((row) => ({
  paths: [`/${row.name}`],
  ...row,
  // A getter, because the title is read after the language is chosen.
  get title() {
    return titles[row.name] ?? row.title;
  },
}));

/** The two forms that also open over any page, and the support chat. */
export const DIALOG_FORMS = {
  SignIn: lazy(() => import('../pages/sign-in/SignInForm')),
  SignUp: lazy(() => import('../pages/sign-up/SignUpForm')),
  SupportChat: lazy(() => import('../pages/support-chat/SupportChat')),
};
