/** Parses the operator's file of places: the default rules, and those of single states. */
import * as z from 'zod/mini';
import { nairaToKobo } from '../../src/core/money';
import { STATE_CODES } from '../../src/core/nigeria-states';
import type { StateCode } from '../../src/core/nigeria-states';
import { LIMIT_KINDS, LIMIT_PERIODS, REALITY_CHECK_MINUTES } from '../../src/core/protection';
import { buildCeilings } from './rules';
import type { Ceilings, PlaceBook, PlaceRules } from './rules';

/** No file can let anybody younger play. */
const LOWEST_MINIMUM_AGE = 18;
const HIGHEST_MINIMUM_AGE = 99;
const LICENCE_MAX_LENGTH = 500;

const naira = z.number('must be an amount in naira').check(z.refine((value) => {
  const kobo = nairaToKobo(value);
  return kobo !== null && kobo > 0;
}, 'must be an amount in naira above 0, with at most two decimals'));
const amountsByPeriodSchema = z.partialRecord(z.enum(LIMIT_PERIODS), naira);
const ceilingsSchema = z.partialRecord(z.enum(LIMIT_KINDS), amountsByPeriodSchema);
/** These apply where the file does not set them, as in a file of an earlier version. */
const OPTIONAL_DEFAULTS = { maxWagering: 10, depositTurnover: 1 } as const;
const HIGHEST_WAGERING = 60;
const WAGERING_MESSAGE = `must be a whole number from 1 to ${HIGHEST_WAGERING}`;
const MINUTES_MESSAGE = `must be one of ${REALITY_CHECK_MINUTES.join(', ')}`;

const rulesSchema = z.strictObject({
  served: z.boolean('must be true or false'),
  minimumAge: z.int('must be a whole number of years').check(
    z.minimum(LOWEST_MINIMUM_AGE, `must be ${LOWEST_MINIMUM_AGE} or more`),
    z.maximum(HIGHEST_MINIMUM_AGE, `must be ${HIGHEST_MINIMUM_AGE} or less`),
  ),
  licence: z.string('must be a text; "" for none').check(z.maxLength(LICENCE_MAX_LENGTH, `must have at most ${LICENCE_MAX_LENGTH} characters`), z.trim()),
  ceilings: ceilingsSchema,
  realityCheckMinutes: z.literal(REALITY_CHECK_MINUTES, MINUTES_MESSAGE),
  maxWagering: z.optional(z.int(WAGERING_MESSAGE).check(z.minimum(1, WAGERING_MESSAGE), z.maximum(HIGHEST_WAGERING, WAGERING_MESSAGE))),
  depositTurnover: z.optional(z.literal([0, 1], 'must be 0 or 1')),
});

const placeFileSchema = z.strictObject({
  default: rulesSchema,
  states: z.partialRecord(z.enum(STATE_CODES), z.partial(rulesSchema)),
});

type PlaceFile = z.infer<typeof placeFileSchema>;
type FileCeilings = PlaceFile['default']['ceilings'];

/** The rules, or one line for each mistake with its path in the file: `states.LA.minimumAge must be 18 or more`. */
export type ParsedPlaces = { readonly book: PlaceBook } | { readonly errors: readonly string[] };

/** Parses the content of a file of places. Pure. */
export function parsePlaces(text: string): ParsedPlaces {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { errors: [`is not valid JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const parsed = placeFileSchema.safeParse(json, { reportInput: true });
  return parsed.success ? { book: toBook(parsed.data) } : { errors: parsed.error.issues.flatMap(describeIssue) };
}

type Issue = z.core.$ZodIssue;

function describeIssue(issue: Issue): string[] {
  const path = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${path === '' ? '' : `${path}.`}${key} is not known`);
  if (issue.code === 'invalid_key') return [`${path} is not known`];
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return [`${path === '' ? 'the file' : path} ${isMissing ? 'is missing' : describeProblem(issue)}`];
}

function describeProblem(issue: Issue): string {
  if (issue.message.startsWith('must')) return issue.message;
  return issue.code === 'invalid_type' ? `must be of the type ${issue.expected}` : 'does not fit';
}

function toBook({ default: defaultRules, states }: PlaceFile): PlaceBook {
  const standard: PlaceRules = withDefaults({ ...defaultRules, ceilings: toCeilings({}, defaultRules.ceilings) });
  const stateRules = Object.entries(states).map(([code, ownRules]) => {
    const { served, minimumAge, licence, realityCheckMinutes, maxWagering, depositTurnover } = { ...defaultRules, ...ownRules };
    const ceilings = toCeilings(defaultRules.ceilings, ownRules.ceilings ?? {});
    return [code as StateCode, withDefaults({ served, minimumAge, licence, realityCheckMinutes, maxWagering, depositTurnover, ceilings })] as const;
  });
  return { standard, states: Object.fromEntries(stateRules) };
}

type OptionalRules = { readonly [Rule in keyof typeof OPTIONAL_DEFAULTS]?: PlaceRules[Rule] | undefined };

function withDefaults<Rules extends OptionalRules>(rules: Rules) {
  const { maxWagering = OPTIONAL_DEFAULTS.maxWagering, depositTurnover = OPTIONAL_DEFAULTS.depositTurnover } = rules;
  return { ...rules, maxWagering, depositTurnover };
}

/** Takes the default amount for each period for which the state has none of its own. */
function toCeilings(standard: FileCeilings, own: FileCeilings): Ceilings {
  return buildCeilings((kind, period) => {
    const amount = own[kind]?.[period] ?? standard[kind]?.[period];
    return amount === undefined ? null : nairaToKobo(amount);
  });
}
