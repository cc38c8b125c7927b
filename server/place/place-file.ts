/** The file of places: what holds by default and in each state, as an operator writes it. */
import * as z from 'zod/mini';
import { nairaToKobo } from '../../src/core/money';
import { STATE_CODES } from '../../src/core/nigeria-states';
import type { StateCode } from '../../src/core/nigeria-states';
import { LIMIT_KINDS, LIMIT_PERIODS, REALITY_CHECK_MINUTES } from '../../src/core/protection';
import { ceilingsOf } from './rules';
import type { Ceilings, PlaceBook, PlaceRules } from './rules';

/** Nobody younger plays, whatever a file says. */
const YOUNGEST = 18;
const OLDEST = 99;
const LICENCE_MAX_LENGTH = 500;

const naira = z.number('must be an amount in naira').check(z.refine((value) => {
  const kobo = nairaToKobo(value);
  return kobo !== null && kobo > 0;
}, 'must be an amount in naira above 0, with at most two decimals'));
const ofPeriods = z.partialRecord(z.enum(LIMIT_PERIODS), naira);
const ceilings = z.partialRecord(z.enum(LIMIT_KINDS), ofPeriods);
const MINUTES = `must be one of ${REALITY_CHECK_MINUTES.join(', ')}`;

const rules = z.strictObject({
  served: z.boolean('must be true or false'),
  minimumAge: z.int('must be a whole number of years').check(
    z.minimum(YOUNGEST, `must be ${YOUNGEST} or more`),
    z.maximum(OLDEST, `must be ${OLDEST} or less`),
  ),
  licence: z.string('must be a text; "" for none').check(z.maxLength(LICENCE_MAX_LENGTH, `must have at most ${LICENCE_MAX_LENGTH} characters`), z.trim()),
  ceilings,
  realityCheckMinutes: z.literal(REALITY_CHECK_MINUTES, MINUTES),
});

const file = z.strictObject({
  default: rules,
  states: z.partialRecord(z.enum(STATE_CODES), z.partial(rules)),
});

type Written = z.infer<typeof file>;
type WrittenCeilings = Written['default']['ceilings'];

/** The book, or one line per mistake, each with the place in the file: `states.LA.minimumAge must be 18 or more`. */
export type ReadPlaces = { readonly book: PlaceBook } | { readonly errors: readonly string[] };

/** Reads the content of a file of places. Pure. */
export function readPlaces(text: string): ReadPlaces {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    return { errors: [`is no JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const read = file.safeParse(json, { reportInput: true });
  return read.success ? { book: toBook(read.data) } : { errors: read.error.issues.flatMap(lineOf) };
}

type Issue = z.core.$ZodIssue;

function lineOf(issue: Issue): string[] {
  const where = issue.path.join('.');
  if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => `${where === '' ? '' : `${where}.`}${key} is not known`);
  if (issue.code === 'invalid_key') return [`${where} is not known`];
  const isMissing = issue.code === 'invalid_type' && issue.input === undefined;
  return [`${where === '' ? 'all of it' : where} ${isMissing ? 'is missing' : messageOf(issue)}`];
}

function messageOf(issue: Issue): string {
  if (issue.message.startsWith('must')) return issue.message;
  return issue.code === 'invalid_type' ? `must be of the type ${issue.expected}` : 'does not fit';
}

function toBook({ default: written, states }: Written): PlaceBook {
  const standard: PlaceRules = { ...written, ceilings: toCeilings({}, written.ceilings) };
  const ofStates = Object.entries(states).map(([code, own]) => {
    const { served, minimumAge, licence, realityCheckMinutes } = { ...written, ...own };
    const ownCeilings = toCeilings(written.ceilings, own.ceilings ?? {});
    return [code as StateCode, { served, minimumAge, licence, realityCheckMinutes, ceilings: ownCeilings }] as const;
  });
  return { standard, states: Object.fromEntries(ofStates) };
}

/** What a state does not say of a period is as by default. */
function toCeilings(standard: WrittenCeilings, own: WrittenCeilings): Ceilings {
  return ceilingsOf((kind, period) => {
    const amount = own[kind]?.[period] ?? standard[kind]?.[period];
    return amount === undefined ? null : nairaToKobo(amount);
  });
}
