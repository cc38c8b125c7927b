import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import * as lightSchemas from '../../../src/core/light-schemas';
import type { Shape } from '../../../src/core/schema';
import { isLong } from '../../support/seeds';

/** The contract's modules whose answers a device keeps or a worker reads. */
async function contractModules() {
  return {
    bonuses: await import('../../../src/core/contract/bonuses'),
    consents: await import('../../../src/core/contract/consents'),
    cashier: await import('../../../src/core/contract/cashier'),
    details: await import('../../../src/core/contract/details'),
    draws: await import('../../../src/core/contract/draws'),
    favourites: await import('../../../src/core/contract/favourites'),
    games: await import('../../../src/core/contract/games'),
    leaderboard: await import('../../../src/core/contract/leaderboard'),
    place: await import('../../../src/core/contract/place'),
    platform: await import('../../../src/core/contract/platform'),
    player: await import('../../../src/core/contract/player'),
    problem: await import('../../../src/core/contract/problem'),
    promotions: await import('../../../src/core/contract/promotions'),
    protection: await import('../../../src/core/contract/protection'),
    sessions: await import('../../../src/core/contract/sessions'),
    support: await import('../../../src/core/contract/support'),
    withdrawals: await import('../../../src/core/contract/withdrawals'),
  };
}
type Contract = Awaited<ReturnType<typeof contractModules>>;

const onZod = await contractModules();
vi.resetModules();
vi.doMock('../../../src/core/zod', () => lightSchemas);
const onLightSchemas = await contractModules();

const AT = '2026-11-21T08:13:00.000Z';

const round = {
  roundId: 'r1', gameId: 'adire-gold', stake: 50, currency: 'NGN', outcome: { lines: [1] }, win: 0, balance: 4950,
  version: 3, fairness: { commit: 'ab', clientSeed: 'cd', nonce: 1 }, at: AT, balanceBefore: 5000, balanceAfter: 4950,
};
const entry = {
  entryId: '1', at: AT, kind: 'stake', account: 'real', amount: -50, currency: 'NGN', balanceBefore: 5000,
  balanceAfter: 4950, reference: 'r1',
};
const deposit = {
  depositId: 'd1', method: 'mobile-money', amount: 5000, currency: 'NGN', state: 'pending',
  next: { type: 'redirect', url: '/pay/1' }, timeline: [{ step: 'asked', at: AT, detail: 'x' }], createdAt: AT, updatedAt: AT,
};
const game = {
  gameId: 'adire-gold', name: 'Adire Gold', kind: 'slots', categories: ['slots'], rtp: 0.96, contribution: 1, minStake: 10,
  maxStake: 5000, bytes: 20_000, art: '/art.svg', enabled: true,
};

const wallet = {
  walletId: 'w1', promotionId: 'free-spins', name: 'Free spins', status: 'active', granted: 500, current: 400.5, currency: 'NGN', requirement: 5_000,
  progress: 20, maxStake: 1_000, games: ['adire-gold'], freeSpins: { gameId: 'adire-gold', count: 50, left: 3, stake: 20 },
  match: { percent: 100, minDeposit: 500, maxBonus: 50_000 }, claimedAt: AT, expiresAt: AT, endedAt: null, endReason: null, converted: 0, lost: 0,
  costs: [{ gameId: 'adire-gold', name: 'Adire Gold', contribution: 1, cost: 240 }, { gameId: 'x', name: 'X', contribution: 0, cost: null }], version: 3,
};
const draw = {
  drawId: 'd1', week: '2026-11-16', opensAt: AT, closesAt: AT, commit: 'ab', entries: 2, prizes: [100_000, 50_000], currency: 'NGN', drawnAt: AT,
  winners: [{ place: 1, entryId: 'e1', name: 'Ada O.', prize: 100_000 }],
};
const frozenDraw = {
  ...draw, rules: 2, frozenAt: AT, entriesHash: 'cd', passedOver: [{ entryId: 'e2', reason: 'closed' }],
  attempts: [
    {
      number: 1, source: 'beacon', namedAt: AT, beacon: { url: 'https://beacon.example', chain: 'ef', round: 7, at: AT }, until: AT, commits: [],
      voidedAt: AT, voidReason: 'beacon-away',
    },
    {
      number: 2, source: 'admins', namedAt: AT, beacon: null, until: null,
      commits: [{ commit: 'ab', at: AT, revealedAt: AT }, { commit: 'cd', at: AT, revealedAt: null }], voidedAt: null, voidReason: null,
    },
  ],
};

interface Answer {
  readonly name: string;
  readonly of: (contract: Contract) => Shape<unknown>;
  readonly sample: unknown;
}

const ANSWERS: readonly Answer[] = [
  {
    name: 'place', of: (contract) => contract.place.place,
    sample: { country: 'NG', state: 'KN', served: false, reason: 'state', minimumAge: 18, licence: 'Licensed.' },
  },
  {
    name: 'profile', of: (contract) => contract.player.profile,
    sample: { username: 'ada', firstname: 'Ada', lastname: null, email: 'a@b.c', consents: { sms: true, x: 'yes' } },
  },
  {
    name: 'balance', of: (contract) => contract.player.balance,
    sample: { items: [{ type: 'Bonus', amount: 1, currency: null }, { type: 'Real', amount: 4950.5, currency: 'NGN' }] },
  },
  {
    name: 'bonusWallet', of: (contract) => contract.player.bonusWallet,
    sample: {
      items: [
        { walletId: 7, status: 'active', name: 'W', currentAmount: 5, currency: 'NGN', totalWR: 10,
          extension: { grantedPlayerCurrencyAmount: 5 } },
        { walletId: '8', status: 'odd', currentAmount: 1 },
      ],
    },
  },
  {
    name: 'account', of: (contract) => contract.player.account,
    sample: {
      userId: 'u', role: 'player', emailActivated: true, verification: 'none', protection: 'none', language: 'en',
      phone: null, memberSince: AT, previousSignIn: null,
    },
  },
  {
    name: 'details', of: (contract) => contract.details.details,
    sample: { firstname: 'Ada', lastname: 'Obi', phone: null, address: { street: '1 Road', city: 'Kano', state: 'KN' }, version: 3 },
  },
  {
    name: 'protection', of: (contract) => contract.protection.protection,
    sample: {
      state: 'cool-off', since: AT, until: null, currency: 'NGN',
      limits: [
        {
          kind: 'loss', period: 'week', amount: 5_000, ceiling: null, used: -20.5, left: 5_020.5, resetsAt: AT,
          pending: { amount: null, askedAt: AT, from: AT, until: AT },
        },
        { kind: 'deposit', period: 'day', amount: null, ceiling: 10, used: 0, left: 10, resetsAt: AT, pending: null },
      ],
      realityCheck: { minutes: 60, pending: { minutes: 60, from: AT } },
      play: { startedAt: AT, dueAt: AT, staked: 50, won: 0, rounds: 1 },
      netDeposits: -5, played: { day: 1, week: 2, month: 3, ever: 4 }, offered: false, at: AT,
    },
  },
  { name: 'games', of: (contract) => contract.games.gameList, sample: { items: [game, { ...game, volatility: 'high' }] } },
  { name: 'favourites', of: (contract) => contract.favourites.listFavourites.answer, sample: { items: [{ gameId: 'adire-gold', at: AT }] } },
  {
    name: 'config', of: (contract) => contract.platform.hostConfig,
    sample: { capabilities: ['games'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1', pixelUrl: 'https://p.example/', provisional: true },
  },
  {
    name: 'version', of: (contract) => contract.platform.hostVersion,
    sample: { version: '1', serviceWorker: 'off', offlineBytes: 256_000 },
  },
  {
    name: 'rounds', of: (contract) => contract.games.listRounds.answer,
    sample: { items: [round, { ...round, bonus: { staked: 20, won: 0 }, freeSpinOf: 'w1' }, { ...round, state: 'ended', step: 0, bet: { x: [1] } }], next: null, totals: { rounds: 1, staked: 50, won: 0, net: -50 }, lastVisit: { from: AT, to: AT, rounds: 1, staked: 50, won: 0, net: -50 } },
  },
  {
    name: 'open rounds', of: (contract) => contract.games.listOpenRounds.answer,
    sample: {
      items: [{
        ...round, state: 'open', step: 2, bet: { mines: 3 }, firstStake: 50, actions: [{ kind: 'open', cell: 1 }], abandoned: false, settlesAt: AT,
      }],
    },
  },
  {
    name: 'transactions', of: (contract) => contract.cashier.listTransactions.answer,
    sample: { items: [entry], next: 'c', totals: { in: 0, out: 50, net: -50, lifetimeNetDeposits: 5000 } },
  },
  {
    name: 'deposits', of: (contract) => contract.cashier.listDeposits.answer,
    sample: { items: [deposit, { ...deposit, next: { type: 'prompt', text: 'x' } }, { ...deposit, next: null }], next: null },
  },
  {
    name: 'consent receipts', of: (contract) => contract.consents.listConsents.answer,
    sample: {
      items: [{ receiptId: '1', tagCode: 'sms', status: 'Accepted', at: AT, wordingVersion: '2026-11', channel: 'app' }], next: null,
    },
  },
  {
    name: 'sessions', of: (contract) => contract.sessions.listSessions.answer,
    sample: {
      items: [
        {
          sessionRef: 's1', device: 'Chrome on Android', place: 'Lagos, Nigeria', network: '102.89.x.x', signedInAt: AT, lastSeenAt: AT,
          current: true, endedAt: null, endReason: null,
        },
        {
          sessionRef: 's2', device: 'Firefox on Windows', place: null, network: '102.89.x.x', signedInAt: AT, lastSeenAt: AT,
          current: false, endedAt: AT, endReason: 'revoked',
        },
      ],
      previousSignIn: null,
    },
  },
  {
    name: 'bonuses', of: (contract) => contract.bonuses.listBonuses.answer,
    sample: {
      items: [wallet, { ...wallet, games: null, freeSpins: null, match: null, expiresAt: null, endedAt: AT, endReason: 'met' }], next: null,
      withdrawable: 300.5,
    },
  },
  {
    name: 'what can be claimed', of: (contract) => contract.promotions.listClaimable.answer,
    sample: { items: [{ promotionId: 'friday', canClaim: false, reason: 'not-today', from: AT, walletId: null, entryIds: ['e1'] }] },
  },
  {
    name: 'draws', of: (contract) => contract.draws.listDraws.answer,
    sample: { items: [draw, { ...draw, drawnAt: null, winners: [] }, frozenDraw], next: null },
  },
  {
    name: 'draws as they come', of: (contract) => contract.draws.drawsAsTheyCome,
    sample: { items: [draw, frozenDraw], next: null },
  },
  {
    name: 'leaderboard', of: (contract) => contract.leaderboard.getLeaderboard.answer,
    sample: {
      week: '2026-11-16', from: AT, to: AT, isClosed: false, items: [{ rank: 1, name: 'Ada O.', gameId: 'adire-gold', multiplier: 12.5, at: AT }],
      weeks: ['2026-11-16'],
    },
  },
  {
    name: 'threads', of: (contract) => contract.support.listThreads.answer,
    sample: {
      items: [
        {
          threadId: 't', kind: 'feedback', category: 'idea', state: 'answered', unread: 1, createdAt: AT, updatedAt: AT,
          messages: [{ messageId: '1', from: 'player', text: 'More drums.', hasPicture: true, at: AT }, { messageId: '2', from: 'team', text: 'Yes.', hasPicture: false, at: AT }],
        },
        { threadId: 'u', kind: 'support', category: null, state: 'waiting', unread: 0, createdAt: AT, updatedAt: AT, messages: [] },
      ],
      next: 'c',
    },
  },
  {
    name: 'problem', of: (contract) => contract.problem.problem,
    sample: {
      type: 'about:blank', title: 't', status: 400, code: 'validation', detail: 'd', requestId: 'r',
      errors: [{ field: 'a', message: 'b' }], reason: 'x', current: { a: 1 },
    },
  },
];

type Path = readonly (string | number)[];

/** The places in a value that can be spoilt, its own included. */
function placesIn(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, part]) => placesIn(part, [...path, name]))];
}

function spoilt(value: unknown, [name, ...rest]: Path, change: (copy: Record<string, unknown>, name: string) => void): unknown {
  const copy: Record<string, unknown> = { ...(value as Record<string, unknown>) };
  if (rest.length === 0) change(copy, String(name));
  else copy[String(name)] = spoilt(copy[String(name)], rest, change);
  return Array.isArray(value) ? Object.values(copy) : copy;
}

/** Tried at every place in every run. */
const ODD: readonly unknown[] = [
  null, '', 'x', 0, -1.5, 1e21, true, [], {}, [null], AT, '2026-02-30T00:00:00Z', '2026-11-21T25:00:00Z',
  '2026-11-21T08:13:00+01:00', '2026-11-21T08:13Z', '2026-11-21', 'NGN', 'redirect', { type: 'prompt' }, '1e3',
  JSON.parse('{"__proto__":false}'), JSON.parse('{"__proto__":{"x":true},"x":true}'), JSON.parse('[{"__proto__":null}]'),
];

const HOW_WITH_VALUE = ['set', 'add', 'proto'] as const;
const HOW = [...HOW_WITH_VALUE, 'drop'] as const;

/** One place of a value replaced, missing, or with something beside it that nobody knows. */
function spoiltAt(sample: unknown, path: Path, how: (typeof HOW)[number], odd: unknown): unknown {
  return spoilt(sample, path, (copy, name) => {
    if (how === 'set') copy[name] = odd;
    else if (how === 'drop') Reflect.deleteProperty(copy, name);
    else if (how === 'add') copy['unknownField'] = odd;
    else Object.defineProperty(copy, '__proto__', { value: odd, enumerable: true, configurable: true, writable: true });
  });
}

function expectAgreement({ of }: Answer, value: unknown): void {
  const wanted = of(onZod).safeParse(value);
  const got = of(onLightSchemas).safeParse(value);
  // An assertion takes longer than both schemas, and tens of thousands of values agree.
  if (got.success && wanted.success ? isDeepStrictEqual(got.data, wanted.data) : got.success === wanted.success) return;
  expect(got.success, JSON.stringify(value)).toBe(wanted.success);
  expect(got).toEqual(wanted);
}

describe('zod and the light schemas', () => {
  it.each(ANSWERS)('agree on a good $name', ({ of, sample }) => {
    const fit = of(onLightSchemas).safeParse(sample);
    expect(fit.success).toBe(true);
    expect(fit).toEqual(of(onZod).safeParse(sample));
  });

  it.each(ANSWERS)('agree on $name with any one place spoilt by each odd value', (answer) => {
    const withOneBeside = new Set<string>();
    for (const path of placesIn(answer.sample).filter(({ length }) => length > 0)) {
      expectAgreement(answer, spoiltAt(answer.sample, path, 'drop', null));
      // A member is added once per object: an addition beside one place is an addition beside all places of the same object.
      const parent = JSON.stringify(path.slice(0, -1));
      const ways = withOneBeside.has(parent) ? (['set'] as const) : HOW_WITH_VALUE;
      withOneBeside.add(parent);
      for (const how of ways) for (const odd of ODD) expectAgreement(answer, spoiltAt(answer.sample, path, how, odd));
    }
  });

  it.each(ANSWERS)('agree on $name with one place spoilt, missing or unknown', (answer) => {
    const places = placesIn(answer.sample).filter(({ length }) => length > 0);
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.jsonValue(), fc.constantFrom(...HOW), (path, odd, how) => {
        expectAgreement(answer, spoiltAt(answer.sample, path, how, odd));
      }),
      { numRuns: isLong ? 600 : 100 },
    );
  });

  it.each(ANSWERS)('agree that no other value is a $name', ({ of }) => {
    fc.assert(fc.property(fc.jsonValue(), (value) => of(onLightSchemas).safeParse(value).success === of(onZod).safeParse(value).success));
  });

  it.each(ANSWERS)('what is stored of a $name fits again when it is read', ({ of, sample }) => {
    const once = of(onLightSchemas).safeParse(sample);
    expect(once.success && of(onZod).safeParse(JSON.parse(JSON.stringify(once.data)))).toEqual(once);
  });
});
