/** The players of the month: names, phones, banks and habits, all invented. */
import { banks } from '../../../src/core/banks/banks';
import { DEPOSIT_METHODS } from '../../../src/core/contract/cashier';
import type { DepositMethod } from '../../../src/core/contract/cashier';
import type { SignUpBody } from '../../../src/core/contract/auth';
import type { Seat } from './browser';
import type { Random } from './random';

/** First and family names that go together. */
const NAMES: readonly [Names, ...Names[]] = [
  { first: ['Adebayo', 'Folake', 'Tunde', 'Yetunde', 'Segun', 'Bukola', 'Kunle', 'Temitope'], last: ['Adeyemi', 'Ogunleye', 'Balogun', 'Akinola', 'Oyelaran', 'Fashola'] },
  { first: ['Chinedu', 'Ngozi', 'Emeka', 'Adaeze', 'Ikenna', 'Chioma', 'Obinna', 'Ifeoma'], last: ['Okafor', 'Nwosu', 'Eze', 'Okonkwo', 'Anyanwu', 'Umeh'] },
  { first: ['Ibrahim', 'Aisha', 'Musa', 'Zainab', 'Sani', 'Hauwa', 'Yusuf', 'Maryam'], last: ['Bello', 'Abubakar', 'Danjuma', 'Garba', 'Lawal', 'Sule'] },
  { first: ['Ese', 'Osaze', 'Efe', 'Blessing', 'Ebiere', 'Tari', 'Itohan', 'Preye'], last: ['Osagie', 'Ighodaro', 'Ekpo', 'Briggs', 'Etim', 'Okoro'] },
];

interface Names {
  readonly first: readonly [string, ...string[]];
  readonly last: readonly [string, ...string[]];
}

const PHONE_PREFIXES = ['0803', '0806', '0813', '0816', '0905', '0802', '0808', '0701', '0907'] as const;
/** Networks of carriers whose addresses many share. */
const NETWORKS = ['102.89', '105.112', '129.205', '197.210', '41.190'] as const;
const STATES = ['LA', 'LA', 'LA', 'LA', 'FC', 'RI', 'OY', 'KN', 'ED', 'EN', 'OG', 'KD'] as const;
const USER_AGENTS = [
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/139.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 14; SM-A155F) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
] as const;
const BANK_CODES = banks.flatMap(({ kind, code, ussd }) => (kind === 'commercial' && ussd !== null ? [code] : []));

const EARLY_PEOPLE = 24;

/** All players of a demo have this one, so that whoever looks at it can sign in as any of them. */
export const PLAYER_PASSWORD = 'harmattan tortoise';

export interface Person {
  readonly body: SignUpBody;
  readonly seat: Seat;
  /** Days after the first one. */
  readonly joinsOnDay: number;
  /** The chance of a visit on a day. */
  readonly activity: number;
  /** Naira; deposits are multiples of it. */
  readonly usualDeposit: number;
  readonly methods: readonly [DepositMethod, ...DepositMethod[]];
  /** Of the bank that they pay from and are paid out to. */
  readonly bankCode: string;
  readonly accountNumber: string;
  readonly nin: string;
}

const digits = (random: Random, count: number): string => Array.from({ length: count }, () => random.between(0, 9)).join('');

/** Makes `count` people who join over the month, most of them in its first half. */
export function makePeople(random: Random, { count, days }: { readonly count: number; readonly days: number }): Person[] {
  const usernames = new Set<string>();
  return Array.from({ length: count }, (_, index) => {
    // The first ones have much to do (`stories.ts`), so they come early.
    const part = random.next() ** 2 * (index < EARLY_PEOPLE ? 0.3 : 1);
    return makePerson(random, { usernames, index, joinsOnDay: Math.floor(part * Math.max(1, days - 1)) });
  });
}

interface Arrival {
  readonly usernames: Set<string>;
  readonly index: number;
  readonly joinsOnDay: number;
}

function makePerson(random: Random, { usernames, index, joinsOnDay }: Arrival): Person {
  const { first, last } = random.pick(NAMES);
  const [firstname, lastname] = [random.pick(first), random.pick(last)];
  let username = firstname.toLowerCase();
  while (usernames.has(username)) username = `${firstname.toLowerCase()}${random.pick(['.', '_', ''])}${random.between(2, 99)}`;
  usernames.add(username);
  const [method, other] = [random.pick(DEPOSIT_METHODS), random.pick(['bank-transfer', 'card'] as const)];
  return {
    body: {
      email: `${firstname}.${lastname}${index + 1}@mail.example`.toLowerCase(),
      username, firstname, lastname, password: PLAYER_PASSWORD,
      dateOfBirth: `${random.between(1968, 2005)}-${pad(random.between(1, 12))}-${pad(random.between(1, 28))}`,
      phone: `${random.pick(PHONE_PREFIXES)}${digits(random, 7)}`,
      acceptTerms: true, consents: random.chance(0.4) ? ['emailmarketing'] : [],
    },
    seat: { address: `${random.pick(NETWORKS)}.${random.between(1, 250)}.${random.between(1, 250)}`, state: random.pick(STATES), userAgent: random.pick(USER_AGENTS) },
    joinsOnDay,
    activity: random.pick([0.15, 0.25, 0.25, 0.4, 0.6]),
    usualDeposit: random.pick([500, 1_000, 2_000, 2_000, 5_000, 10_000]),
    methods: [method, method, other],
    bankCode: BANK_CODES[random.between(0, BANK_CODES.length - 1)] ?? '058',
    // An ending above 9 has nothing special at the simulated bank.
    accountNumber: `${digits(random, 8)}${random.between(10, 89)}`,
    nin: `${random.between(1, 9)}${digits(random, 8)}${random.between(10, 99)}`,
  };
}

const pad = (number: number): string => String(number).padStart(2, '0');
