/**
 * The type of every section of words, by its name: one line for each file that calls `catalogue()`. Types only, so that a
 * language's file is checked against all of them and nothing is loaded for it.
 */
import type { Translated } from '../core/words/catalogue';

export interface Sections {
  'app': typeof import('../app/words').words;
  'app/guide': typeof import('../app/guide/words').words;
  'app/layout/balance-words': typeof import('../app/layout/balance-words').words;
  'app/layout/offer-words': typeof import('../app/layout/offer-words').words;
  'app/layout/signed-out-words': typeof import('../app/layout/signed-out-words').signedOutWords;
  'app/routes': typeof import('../app/routes').titles;
  'bridge/binding-words': typeof import('../bridge/binding-words').bindingWords;
  'core/error-words': typeof import('../core/error-words').words;
  'core/outbox': typeof import('../core/outbox/words').outboxWords;
  'core/time': typeof import('../core/time').words;
  'games': typeof import('../games/words').words;
  'games/adire-gold/names': typeof import('../games/adire-gold/names').SYMBOL_NAMES;
  'games/blackjack': typeof import('../games/blackjack/words').words;
  'games/calabar-carnival/names': typeof import('../games/calabar-carnival/names').SYMBOL_NAMES;
  'games/dice': typeof import('../games/dice/words').words;
  'games/harmattan/names': typeof import('../games/harmattan/names').SYMBOL_NAMES;
  'games/lagos-nights/names': typeof import('../games/lagos-nights/names').SYMBOL_NAMES;
  'games/mines': typeof import('../games/mines/words').words;
  'games/nollywood-reel/names': typeof import('../games/nollywood-reel/names').SYMBOL_NAMES;
  'games/plinko': typeof import('../games/plinko/words').words;
  'games/roulette': typeof import('../games/roulette/words').words;
  'games/pitches': typeof import('../games/pitches').pitches;
  'games/slots': typeof import('../games/slots/words').slotWords;
  'games/suya-spot/names': typeof import('../games/suya-spot/names').SYMBOL_NAMES;
  'games/talking-drum/names': typeof import('../games/talking-drum/names').SYMBOL_NAMES;
  'games/zuma-rock/names': typeof import('../games/zuma-rock/names').SYMBOL_NAMES;
  'pages/activate-email': typeof import('../pages/activate-email/words').words;
  'pages/admin': typeof import('../pages/admin/words').words;
  'pages/admin/approvals': typeof import('../pages/admin/approvals/words').words;
  'pages/admin/audit': typeof import('../pages/admin/audit/words').words;
  'pages/admin/games': typeof import('../pages/admin/games/words').words;
  'pages/admin/messages': typeof import('../pages/admin/messages/words').words;
  'pages/admin/people': typeof import('../pages/admin/people/words').words;
  'pages/admin/promotions': typeof import('../pages/admin/promotions/words').words;
  'pages/bank-codes': typeof import('../pages/bank-codes/words').words;
  'pages/bonus-contribution': typeof import('../pages/bonus-contribution/words').words;
  'pages/category': typeof import('../pages/category/words').words;
  'pages/change-password': typeof import('../pages/change-password/words').words;
  'pages/deposit': typeof import('../pages/deposit/words').words;
  'pages/edit-profile': typeof import('../pages/edit-profile/words').words;
  'pages/edit-profile/email': typeof import('../pages/edit-profile/email/words').words;
  'pages/feedback': typeof import('../pages/feedback/words').words;
  'pages/game': typeof import('../pages/game/words').words;
  'pages/game/check-words': typeof import('../pages/game/check-words').checkWords;
  'pages/game/framed': typeof import('../pages/game/framed/words').words;
  'pages/games': typeof import('../pages/games/words').words;
  'pages/games/how': typeof import('../pages/games/how/words').words;
  'pages/games-history': typeof import('../pages/games-history/words').words;
  'pages/games-history/fairness': typeof import('../pages/games-history/fairness/words').words;
  'pages/help': typeof import('../pages/help/words').words;
  'pages/location-restriction': typeof import('../pages/location-restriction/words').words;
  'pages/nin': typeof import('../pages/nin/words').words;
  'pages/profile/account': typeof import('../pages/profile/account/words').words;
  'pages/profile/storage': typeof import('../pages/profile/storage/words').words;
  'pages/reset-password': typeof import('../pages/reset-password/words').words;
  'pages/responsible-gambling': typeof import('../pages/responsible-gambling/words').words;
  'pages/self-exclusion': typeof import('../pages/self-exclusion/words').words;
  'pages/shared': typeof import('../pages/shared/words').words;
  'pages/shared/board': typeof import('../pages/shared/board/words').words;
  'pages/shared/browse': typeof import('../pages/shared/browse/words').words;
  'pages/shared/fairness': typeof import('../pages/shared/fairness/words').seedWords;
  'pages/shared/favourites': typeof import('../pages/shared/favourites/words').words;
  'pages/shared/bonuses': typeof import('../pages/shared/bonuses/words').words;
  'pages/shared/consents': typeof import('../pages/shared/consents/words').words;
  'pages/shared/consents/consent-words': typeof import('../pages/shared/consents/consent-words').words;
  'pages/shared/feature-words': typeof import('../pages/shared/feature-words').featureWords;
  'pages/shared/gate-words': typeof import('../pages/shared/gate-words').gateWords;
  'pages/shared/guest-words': typeof import('../pages/shared/guest-words').guestWords;
  'pages/shared/history-words': typeof import('../pages/shared/history-words').historyWords;
  'pages/shared/outbox': typeof import('../pages/shared/outbox/words').words;
  'pages/shared/profile': typeof import('../pages/shared/profile/words').words;
  'pages/shared/promotions': typeof import('../pages/shared/promotions/words').words;
  'pages/shared/protection': typeof import('../pages/shared/protection/words').words;
  'pages/shared/protection/names': typeof import('../pages/shared/protection/names').names;
  'pages/shared/support': typeof import('../pages/shared/support/words').words;
  'pages/sign-in': typeof import('../pages/sign-in/words').words;
  'pages/sign-up': typeof import('../pages/sign-up/words').words;
  'pages/sign-up/invitation': typeof import('../pages/sign-up/invitation/words').words;
  'pages/support-chat': typeof import('../pages/support-chat/words').words;
  'pages/temp-header-profile': typeof import('../pages/temp-header-profile/words').words;
  'pages/temp-join-popup': typeof import('../pages/temp-join-popup/words').words;
  'pages/temp-leaderboard': typeof import('../pages/temp-leaderboard/words').words;
  'pages/transactions-history': typeof import('../pages/transactions-history/words').words;
  'pages/transactions-history/statement': typeof import('../pages/transactions-history/statement/words').words;
  'pages/users-sessions': typeof import('../pages/users-sessions/words').words;
  'pages/withdraw': typeof import('../pages/withdraw/words').words;
  'ui': typeof import('../ui/words').words;
}

/** The words of another language, by section. What is left out stays English. */
export type Language = { readonly [Name in keyof Sections]?: Translated<Sections[Name]> };
