/**
 * The figures of a report: the name of each, its definition in words, and the sides of which accounts it sums. The platform sums by it, the page
 * shows it, and a test compares the words with the accounts. Pure.
 */
import { catalogue } from '../words/catalogue';

/** The kinds of accounts in the ledger: four of players, then four of the house. */
export const REPORT_ACCOUNTS = ['real', 'held', 'suspense', 'bonus', 'house', 'gateway', 'bonus-cost', 'house:adjustments'] as const;
export type ReportAccount = (typeof REPORT_ACCOUNTS)[number];

/** One side of one kind of account, as a part of a figure. */
export interface Term {
  readonly account: ReportAccount;
  readonly side: 'credited' | 'debited';
  /** Only entries of this kind; missing = of every kind. */
  readonly entryKind?: string;
  readonly sign: 1 | -1;
}

const add = (account: ReportAccount, side: Term['side'], entryKind?: string): Term => ({ account, side, sign: 1, ...(entryKind !== undefined && { entryKind }) });
const subtract = (account: ReportAccount, side: Term['side']): Term => ({ account, side, sign: -1 });

/** In the order of the page. */
export const FIGURES = {
  stakes: [add('house', 'credited', 'stake')],
  returned: [add('house', 'debited', 'adjustment')],
  wins: [add('house', 'debited', 'win')],
  ggr: [add('house', 'credited'), subtract('house', 'debited')],
  bonusCost: [add('bonus-cost', 'debited'), subtract('bonus-cost', 'credited')],
  ngr: [add('house', 'credited'), subtract('house', 'debited'), subtract('bonus-cost', 'debited'), add('bonus-cost', 'credited')],
  deposits: [add('real', 'credited', 'deposit')],
  held: [add('suspense', 'credited', 'deposit-held')],
  sentBack: [add('suspense', 'debited', 'deposit-returned')],
  payouts: [add('gateway', 'credited', 'withdrawal')],
  cameBack: [add('gateway', 'debited', 'withdrawal-return')],
  paidTwice: [add('gateway', 'credited', 'adjustment')],
  cashFlow: [add('gateway', 'debited'), subtract('gateway', 'credited')],
  adjustmentsGiven: [add('house:adjustments', 'debited')],
  adjustmentsTaken: [add('house:adjustments', 'credited')],
} as const satisfies Readonly<Record<string, readonly Term[]>>;

export type FigureKey = keyof typeof FIGURES;
export const FIGURE_KEYS = Object.keys(FIGURES) as [FigureKey, ...FigureKey[]]; // A cast: the keys of a constant are its type's.

export const termsOf = (key: FigureKey): readonly Term[] => FIGURES[key];

/** The sum of one side of the entries of one kind, in kobo. */
export interface SideSums {
  readonly account: string;
  readonly entryKind: string;
  readonly credited: number;
  readonly debited: number;
}

/** What one row of sums adds to a figure, in kobo. */
export function figureShare(key: FigureKey, { account, entryKind, ...sides }: SideSums): number {
  const fitting = termsOf(key).filter((term) => term.account === account && (term.entryKind ?? entryKind) === entryKind);
  return fitting.reduce((sum, { side, sign }) => sum + sign * sides[side], 0);
}

export type Figures = Readonly<Record<FigureKey, number>>;

/** Works out every figure from sums, in kobo. */
export function figuresOf(rows: readonly SideSums[]): Figures {
  const entries = FIGURE_KEYS.map((key) => [key, rows.reduce((sum, row) => sum + figureShare(key, row), 0)]);
  return Object.fromEntries(entries) as Figures; // A cast: there is an entry for every key.
}

interface FigureText {
  readonly name: string;
  /** Where the name is too long, like the head of a column. */
  readonly short?: string;
  readonly says: string;
}

/** The name and the definition of each figure, and how the definitions name each account. */
export const figureWords = catalogue('core/reports/figure-words', {
  figures: {
    stakes: { name: 'Stakes', says: 'Everything that was staked: what the house account got by entries of the kind “stake”. Stakes of bonus money and of free spins count too.' },
    returned: { name: 'Stakes given back', short: 'Given back', says: 'Stakes of rounds that were voided: what the house account paid by entries of the kind “adjustment”.' },
    wins: {
      name: 'Wins',
      says: 'Everything that was won: what the house account paid by entries of the kind “win”. A stake that a provider of framed games takes back is posted as a win.',
    },
    ggr: { name: 'Gross gaming revenue', short: 'GGR', says: 'Stakes, less stakes given back, less wins: all that the house account got, less all that it paid.' },
    bonusCost: {
      name: 'Bonus cost',
      says: 'What bonuses, free spins and prizes cost: all that the bonus cost account paid, less what came back to it from bonuses that were lost or taken back.',
    },
    ngr: {
      name: 'Net gaming revenue', short: 'NGR',
      says: 'GGR less bonus cost: all that the house account got, less all that it paid, less what the bonus cost account paid, plus what came back to it. Taxes and the fees of gateways are not in the ledger, so they are not taken off; adjustments are shown by themselves.',
    },
    deposits: { name: 'Deposits', says: 'Payments that were credited: what players’ balances got by entries of the kind “deposit”.' },
    held: { name: 'Late payments held', short: 'Held', says: 'Payments that came too late and wait for the player’s choice: what late payments in suspense got by entries of the kind “deposit-held”.' },
    sentBack: { name: 'Late payments sent back', short: 'Sent back', says: 'What left late payments in suspense by entries of the kind “deposit-returned”, because it went back to its payer.' },
    payouts: { name: 'Payouts', says: 'Withdrawals that were paid: what the gateway account got by entries of the kind “withdrawal”.' },
    cameBack: { name: 'Payouts that came back', short: 'Came back', says: 'Payouts that the bank sent back: what the gateway account paid by entries of the kind “withdrawal-return”.' },
    paidTwice: {
      name: 'Payouts put right', short: 'Put right',
      says: 'Payouts that a restore of the database had lost, and that were taken from the player again: what the gateway account got by entries of the kind “adjustment”.',
    },
    cashFlow: { name: 'Money in, less money out', short: 'Cash flow', says: 'Everything that came in through gateways, less everything that went out: all that the gateway account paid, less all that it got.' },
    adjustmentsGiven: { name: 'Adjustments to players', short: 'Adjusted up', says: 'Corrections of balances in the player’s favour: all that the adjustments account paid.' },
    adjustmentsTaken: { name: 'Adjustments from players', short: 'Adjusted down', says: 'Corrections of balances against the player: all that the adjustments account got.' },
  } satisfies Record<FigureKey, FigureText>,
  accounts: {
    real: 'players’ balances', held: 'money held for withdrawals', suspense: 'late payments in suspense', bonus: 'bonus balances', house: 'the house account',
    gateway: 'the gateway account', 'bonus-cost': 'the bonus cost account', 'house:adjustments': 'the adjustments account',
  } satisfies Record<ReportAccount, string>,
});

/** What a report is broken down by, with the figures that make sense there. */
export const BREAKDOWNS = {
  game: ['stakes', 'returned', 'wins', 'ggr', 'bonusCost', 'ngr'],
  method: ['deposits', 'held', 'sentBack', 'payouts', 'cameBack', 'paidTwice', 'cashFlow'],
  state: ['stakes', 'wins', 'ggr', 'bonusCost', 'ngr', 'deposits', 'payouts'],
} as const satisfies Readonly<Record<string, readonly FigureKey[]>>;
export type Breakdown = keyof typeof BREAKDOWNS;
export const BREAKDOWN_KEYS = Object.keys(BREAKDOWNS) as [Breakdown, ...Breakdown[]]; // A cast, as above.
