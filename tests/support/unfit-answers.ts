/** Forty answers with status 200 that no client may accept as the platform's, each with its kind of call. */

export interface UnfitAnswer {
  readonly kind: 'profile' | 'account' | 'balance' | 'bonusWallet' | 'rounds' | 'transactions' | 'deposits' | 'games';
  readonly name: string;
  readonly text: string;
}

/** A valid answer of each kind. */
export const VALID_ANSWERS: Readonly<Record<UnfitAnswer['kind'], unknown>> = {
  profile: { username: 'ada', firstname: 'Ada', lastname: 'Obi', email: 'ada@mail.example', consents: { sms: true } },
  account: {
    userId: 'a', role: 'player', emailActivated: true, verification: 'none', protection: 'none', language: 'en',
    phone: null, memberSince: '2026-11-21T08:00:00Z', previousSignIn: null,
  },
  balance: { items: [{ type: 'Bonus', amount: 7, currency: null }, { type: 'Real', amount: 4950.5, currency: 'NGN' }] },
  bonusWallet: { items: [{ walletId: '1', status: 'active', name: 'Welcome', currentAmount: 7, currency: 'NGN' }] },
  rounds: {
    items: [{
      roundId: 'r1', gameId: 'adire-gold', stake: 50, currency: 'NGN', outcome: { lines: [1] }, win: 0, balance: 4950.5,
      version: 3, fairness: { commit: 'ab', clientSeed: 'cd', nonce: 1 }, at: '2026-11-21T08:13:00.000Z',
      balanceBefore: 5000.5, balanceAfter: 4950.5,
    }],
    next: null,
    totals: { rounds: 1, staked: 50, won: 0, net: -50 },
  },
  transactions: {
    items: [{
      entryId: '1', at: '2026-11-21T08:13:00.000Z', kind: 'stake', account: 'real', amount: -50, currency: 'NGN',
      balanceBefore: 5000.5, balanceAfter: 4950.5, reference: 'r1',
    }],
    next: null,
    totals: { in: 0, out: 50, net: -50, lifetimeNetDeposits: 5000.5 },
  },
  deposits: {
    items: [{
      depositId: 'd1', method: 'mobile-money', amount: 5000, currency: 'NGN', state: 'pending', next: null,
      timeline: [], createdAt: '2026-11-21T08:13:00.000Z', updatedAt: '2026-11-21T08:13:00.000Z',
    }],
    next: null,
  },
  games: { items: [] },
};

const textOf = (kind: UnfitAnswer['kind']) => JSON.stringify(VALID_ANSWERS[kind]);
const createAnswer = (kind: UnfitAnswer['kind']) => (name: string, text: string): UnfitAnswer => ({ kind, name, text });
const cut = (kind: UnfitAnswer['kind'], share: number) => textOf(kind).slice(0, Math.floor(textOf(kind).length * share));
const replaceIn = (kind: UnfitAnswer['kind'], from: string | RegExp, to: string) => textOf(kind).replace(from, to);
/** Twice the size that a client accepts. */
const HUGE = ' '.repeat(512 * 1024);

const balance = createAnswer('balance');
const profile = createAnswer('profile');
const account = createAnswer('account');
const wallet = createAnswer('bonusWallet');
const rounds = createAnswer('rounds');
const transactions = createAnswer('transactions');
const deposits = createAnswer('deposits');
const games = createAnswer('games');

export const UNFIT_ANSWERS: readonly UnfitAnswer[] = [
  balance('cut off in the middle', cut('balance', 0.5)),
  balance('cut off before its last character', textOf('balance').slice(0, -1)),
  balance('cut off after its first character', '{'),
  balance('empty', ''),
  balance('the word OK', 'OK'),
  balance('null', 'null'),
  balance('a number', '4950.5'),
  balance('a list', '[]'),
  balance('without a list', '{}'),
  balance('with an object for the list', '{"items":{}}'),
  balance('with null in the list', '{"items":[null]}'),
  balance('with the amount as a text', replaceIn('balance', '4950.5', '"4950.5"')),
  balance('without the amount', replaceIn('balance', '"amount":4950.5,', '')),
  balance('with an amount beyond every number', replaceIn('balance', '4950.5', '1e999')),
  balance('with a number for the type', replaceIn('balance', '"Real"', '7')),
  balance('with a number for the currency', replaceIn('balance', '"NGN"', '566')),
  balance('in dollars', replaceIn('balance', '"NGN"', '"USD"')),
  balance('in naira with a blank behind', replaceIn('balance', '"NGN"', '"NGN "')),
  balance('with a currency of no letters', replaceIn('balance', '"NGN"', '""')),
  balance('that says that it failed', '{"success":false,"errorCode":17}'),
  balance('that says that it failed and has a figure', textOf('balance').replace('{', '{"success":false,')),
  balance('with half a megabyte after it', textOf('balance') + HUGE),
  balance('of another call', textOf('profile')),
  profile('cut off in the middle', cut('profile', 0.5)),
  profile('of nobody', '{"username":null,"consents":{"sms":true}}'),
  profile('that is a list', '["ada","Ada","Obi"]'),
  profile('with no name that can be read', '{"username":{},"firstname":[],"lastname":true,"email":null,"consents":{}}'),
  profile('of half a megabyte', replaceIn('profile', 'Ada', `Ada${HUGE}`)),
  account('cut off in the middle', cut('account', 0.5)),
  account('of an unknown role', replaceIn('account', '"player"', '"root"')),
  account('with a day that is none', replaceIn('account', '2026-11-21', '2026-02-31')),
  wallet('cut off in the middle', cut('bonusWallet', 0.5)),
  wallet('without the amount', replaceIn('bonusWallet', '"currentAmount":7,', '')),
  wallet('with an object for the id', replaceIn('bonusWallet', '"walletId":"1"', '"walletId":{}')),
  rounds('cut off in the middle', cut('rounds', 0.5)),
  rounds('in dollars', replaceIn('rounds', '"NGN"', '"USD"')),
  transactions('in dollars', replaceIn('transactions', '"NGN"', '"USD"')),
  transactions('without its totals', replaceIn('transactions', /,"totals":\{.*?\}/, '')),
  deposits('in dollars', replaceIn('deposits', '"NGN"', '"USD"')),
  games('with a text for the list', '{"items":"none"}'),
];
