import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import * as contract from '../../../src/core/contract';
import * as light from '../../../src/core/light-schemas';
import { FIGURE_KEYS } from '../../../src/core/reports/figure-words';
import sheetsByGame from '../../../server/games/par-sheets/sheets.json';
import { seedOf } from '../../support/seeds';

interface Outcome {
  readonly success: boolean;
  readonly data?: unknown;
  readonly error?: { readonly issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[] };
}

interface AnySchema {
  safeParse(value: unknown): Outcome;
}

/** Everything in a module and in its endpoints that checks values, by a name for the reader. */
function schemasIn(exported: Readonly<Record<string, unknown>>): Map<string, AnySchema> {
  const found = new Map<string, AnySchema>();
  const look = (name: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('safeParse' in value) found.set(name, value as AnySchema);
    else if ('path' in value) for (const part of ['params', 'query', 'body', 'answer'] as const) look(`${name}, ${part}`, (value as Record<string, unknown>)[part]);
  };
  for (const [name, value] of Object.entries(exported)) look(name, value);
  return found;
}

/** The bets, actions, outcomes and views of all games, on the schemas that their modules find. */
async function gameSchemas(): Promise<Readonly<Record<string, unknown>>> {
  return {
    ...(await import('../../../src/core/games/slots/slots')),
    ...(await import('../../../src/core/games/roulette')),
    ...(await import('../../../src/core/games/dice')),
    ...(await import('../../../src/core/games/plinko')),
    ...(await import('../../../src/core/games/mines')),
    ...(await import('../../../src/core/games/blackjack')),
  };
}

/** Returns the schemas of what the device stores or sends beside the contract. */
async function deviceSchemas(): Promise<Readonly<Record<string, unknown>>> {
  const { INTENT_BODIES } = await import('../../../src/core/intent-bodies');
  const parSheet = await import('../../../src/core/games/rules/par-sheet');
  return {
    ...Object.fromEntries(Object.entries(INTENT_BODIES).map(([kind, schema]) => [`intent ${kind}`, schema])),
    ...(await import('../../../src/core/details-edit-schema')),
    ...(await import('../../../src/core/draw-pins')),
    ...parSheet,
    ...parSheet.tableParameters,
    ...(await import('../../../src/core/outbox/calls')),
    ...(await import('../../../src/core/outbox/game-edits')),
    ...(await import('../../../src/core/seed-pairs')),
    ...(await import('../../../src/core/seen-seeds')),
    ...(await import('../../../src/core/self-test')),
  };
}

const allSchemas = async (endpoints: object) => ({ ...endpoints, ...(await gameSchemas()), ...(await deviceSchemas()) });
const ALL = await allSchemas(contract.ENDPOINTS);

/** Texts that fit some rule of the contract, and near misses of each. */
const TEXTS = [
  '', ' ', 'a', 'Ada', ' Ada ', 'ada@example.com', 'ada@example', '.ada@example.com', 'a..b@example.com', "o'neil+x@ex-ample.co.uk", '2026-11-21',
  '2026-02-29', '2024-02-29', '2026-13-01', '1899-12-31', '2026-11-21T08:13:00.000Z', '2026-11-21T08:13Z', '2026-11-21T24:00:00Z',
  '2026-11-21T08:13:00+01:00', 'NGN', 'ngn', '08031234567', '+234 803 123 4567', '0803-123-4567', '12345678904', '1234 5678 904', 'AB12CD34EF56GH78',
  '058', '0000000090', 'adire-gold', 'Adire Gold', '17-20', 'red', 'x'.repeat(16), 'x'.repeat(43), 'x'.repeat(64), 'x'.repeat(65), 'x'.repeat(130), 'x'.repeat(600),
  '0'.repeat(64), '0'.repeat(32), 'LA', 'sms', 'Accepted', 'Real', 'day', 'deposit', '24-hours', 'redirect', 'account', '5', '101', '0', '1.5', 'quiet mango rivers', '\u{1F600}'.repeat(8),
];
const NUMBERS = [0, -1, 1, 0.5, 15, 30, 60, 99.99, 0.001, 5_000, 1e15, 2 ** 53, Number.NaN, Number.POSITIVE_INFINITY];
const sheets = Object.values(sheetsByGame);
const figures = Object.fromEntries(FIGURE_KEYS.map((key) => [key, 1.5]));
const AT = '2026-11-21T08:13:00.000Z';
const riskCase = {
  caseId: 'c', kind: 'harm', state: 'open', playerId: 'p', username: 'ada', name: 'A. Obi', openedAt: AT, dueAt: AT, isOverdue: false, assignedTo: null, isMine: false,
  outcome: null, decidedAt: null, rules: ['r'], flags: 1, seen: 'e', others: [], hold: { from: AT, until: AT }, report: { reference: 'r', facts: 'f', by: 'ada', at: AT },
  flagList: [{ flagId: 'f', rule: 'r', version: 1, period: 'd', level: null, at: AT, isTold: true, figures: [{ name: 'n', kind: 'naira', value: 1 }], thresholds: [] }],
  events: [{ eventId: 'e', what: 'opened', by: null, at: AT, text: null }],
  player: {
    memberSince: AT, isVerified: true, isClosed: false, protection: 'none', limits: 0, playedMinutes: 5,
    ...Object.fromEntries(['real', 'held', 'paidIn', 'paidOut', 'staked', 'won'].map((name) => [name, 15])),
  },
};
const ofRiskCase = ['openRiskCase', 'assignRiskCase', 'decideRiskCase', 'closeRiskCase', 'releaseRiskHold'].map((name) => [`${name}, answer`, [riskCase]]);
/** Values that chance would not find. */
const WHOLE: Readonly<Record<string, readonly unknown[]>> = {
  slotOutcome: [{ stops: [0, 1, 2, 3, 4], window: Array.from({ length: 5 }, () => ['a', 'b', 'c']), wins: [], scatters: 0, scatterPays: 0, pays: 0, freeSpins: [], total: 0, lines: 20 }],
  parFigures: sheets.map(({ figures }) => figures),
  parSheetDocument: sheets,
  slotParameters: sheets.map(({ parameters }) => parameters),
  'mines/1': sheets.map(({ parameters }) => parameters),
  'EDIT_DETAILS, answer': [{ firstname: 'Ada', lastname: 'Obi', version: 2, more: 1 }],
  'SET_LIMIT, answer': [{ state: 'none', limits: [1], more: 1 }],
  'EXCLUDE, answer': [{ state: 'excluded', limits: [], more: 1 }],
  'readReport, answer': [{
    from: '2026-11-21', to: '2026-11-21', closedTo: null, closed: figures, late: null, open: figures, openDifferences: 0, largeFrom: 5_000_000,
    days: [{ day: '2026-11-21', closedAt: null, figures, late: figures, balances: { real: 1 } }],
    breakdowns: { game: [{ value: 'dice', name: 'Dice', figures }], method: [], state: [] },
  }],
  ...Object.fromEntries(ofRiskCase),
  selfTest: [{ answers: [0, 1, 2, 3, 0, 0, 0, 0, 0], at: 5 }],
};
/** The last one is an object of which `Number` makes no number. */
const others = fc.constantFrom(null, undefined, true, false, [], {}, [1], { a: 1 }, { toString: 1, valueOf: 1 });
const anything = fc.oneof(fc.constantFrom(...TEXTS), fc.constantFrom(...NUMBERS), others);

interface Def {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Node>>;
  readonly innerType?: Node;
  readonly element?: Node;
  readonly in?: Node;
  readonly options?: readonly Node[];
  readonly values?: readonly unknown[];
  readonly entries?: Readonly<Record<string, unknown>>;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly length?: number } } }[];
}

interface Node {
  readonly _zod: { readonly def: Def };
}

/** Those that fit, more often than the others: whole objects of ten fields have to fit, too. */
function fitting(node: Node, values: readonly unknown[]): { weight: number; arbitrary: fc.Arbitrary<unknown> }[] {
  const fit = values.filter((value) => (node as unknown as AnySchema).safeParse(value).success);
  return fit.length === 0 ? [] : [{ weight: 40, arbitrary: fc.constantFrom(...fit) }];
}

/** Mostly of the type that zod would have, with something else here and there; anything for a check that was made by hand. */
function valuesFor(node: AnySchema | Node): fc.Arbitrary<unknown> {
  if (!('_zod' in node)) return anything;
  const { def } = node._zod;
  const right = ((): fc.Arbitrary<unknown> => {
    switch (def.type) {
      case 'object': {
        const parts = Object.fromEntries(Object.entries(def.shape ?? {}).map(([name, part]) => [name, valuesFor(part)]));
        const whole = fc.record(parts);
        const holed = fc.record(parts, { requiredKeys: [] });
        const more = whole.map((one) => ({ ...one, another: 1 }));
        const withProto = whole.map((one): unknown => ({ ...one, ['__proto__']: 1 }));
        const odd = [holed, more, withProto].map((arbitrary) => ({ weight: 1, arbitrary }));
        return fc.oneof({ weight: 12, arbitrary: whole }, ...odd);
      }
      case 'readonly': return valuesFor(def.innerType as Node);
      case 'optional': return fc.option(valuesFor(def.innerType as Node), { nil: undefined });
      case 'nullable': return fc.option(valuesFor(def.innerType as Node), { nil: null });
      case 'array': {
        const length = def.checks?.map((check) => check._zod.def.length).find((exact) => exact !== undefined);
        return fc.array(valuesFor(def.element as Node), { minLength: length ?? 0, maxLength: length ?? 5 });
      }
      case 'pipe': return valuesFor(def.in as Node);
      case 'union': return fc.oneof(...(def.options ?? []).map(valuesFor));
      case 'literal': return fc.constantFrom(...(def.values ?? []));
      case 'enum': return fc.constantFrom(...Object.values(def.entries ?? {}));
      case 'record': return fc.dictionary(fc.constantFrom('a', 'sms', 'b'), anything);
      case 'boolean': return fc.boolean();
      case 'number': return fc.oneof(...fitting(node, NUMBERS), { weight: 1, arbitrary: fc.constantFrom(...NUMBERS) }, { weight: 1, arbitrary: fc.integer() });
      case 'string': return fc.oneof(...fitting(node, TEXTS), { weight: 1, arbitrary: fc.constantFrom(...TEXTS) }, { weight: 1, arbitrary: fc.string() });
      default: return anything;
    }
  })();
  return fc.oneof({ weight: 60, arbitrary: right }, { weight: 1, arbitrary: anything });
}

/** Forms show what is said first about a field. */
function saidOf({ error }: Outcome): Readonly<Record<string, string>> {
  const messages: Record<string, string> = {};
  for (const { path, message } of error?.issues ?? []) messages[path.join('.')] ??= message;
  return messages;
}

describe('the light schemas', () => {
  let own: Map<string, AnySchema>;
  const full = schemasIn(ALL);
  const neverFit: string[] = [];
  const seed = seedOf('the light schemas');

  beforeAll(async () => {
    vi.resetModules();
    vi.doMock('../../../src/core/zod', () => light);
    const again = await import('../../../src/core/contract');
    own = schemasIn(await allSchemas(again.ENDPOINTS));
  });

  it('are as many as the contract has', () => {
    expect(full.size).toBeGreaterThan(100);
    expect([...own.keys()]).toEqual([...full.keys()]);
    expect(own.get('getProfile, answer')).not.toHaveProperty('_zod');
  });

  it.each([...full.keys()])('say of %s what zod says', (name) => {
    const [zod, mine] = [full.get(name), own.get(name)];
    if (!zod || !mine) throw new Error(`${name} is missing`);
    let fits = 0;
    fc.assert(
      fc.property(fc.oneof(valuesFor(zod), fc.constantFrom(...(WHOLE[name] ?? [undefined]))), (value) => {
        const [expected, got] = [zod.safeParse(value), mine.safeParse(value)];
        if (expected.success) fits += 1;
        // An assertion takes longer than both schemas, and nearly all values agree.
        if (got.success !== expected.success || !isDeepStrictEqual(got.data, expected.data)) {
          expect(got.success).toBe(expected.success);
          expect(got.data).toEqual(expected.data);
        }
        // Forms show what is said of what goes out.
        if (name.endsWith(', body') && !expected.success) expect(saidOf(got)).toEqual(saidOf(expected));
      }),
      { seed, numRuns: 150 },
    );
    if (fits === 0) neverFit.push(name);
  });

  it('are all tested with values that fit, too', () => {
    expect(neverFit).toEqual([]);
  });

  it.each([
    ['strictObject', (lib: typeof light | typeof z) => lib.strictObject({}), JSON.parse('{"__proto__":1}')],
    ['looseObject', (lib: typeof light | typeof z) => lib.looseObject({}), JSON.parse('{"__proto__":1,"a":1}')],
    ['coerce.number', (lib: typeof light | typeof z) => lib.coerce.number(), { toString: 1, valueOf: 1 }],
    ['coerce.number', (lib: typeof light | typeof z) => lib.coerce.number(), Object.create(null)],
  ] as const)('answer as zod does to a value that is made to confuse %s', (_name, make, value: unknown) => {
    const [expected, got]: Outcome[] = [make(z).safeParse(value), make(light).safeParse(value)];
    expect([got?.success, got?.data]).toEqual([expected?.success, expected?.data]);
  });

  it('take the e-mail addresses that zod takes', () => {
    expect(light.EMAIL.source).toBe(z.core.regexes.email.source);
  });
});
