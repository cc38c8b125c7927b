/** Reads the form of an adjustment. Pure. */
import { proposeAdjustment } from '../../../core/contract/corrections';
import type { CorrectedPlayer, NewAdjustment } from '../../../core/contract/corrections';
import { koboToNaira, roundToKobo, ZERO_KOBO } from '../../../core/money';
import { parseNairaText } from '../../../core/naira-text';
import { nairaText } from '../desk/amount-text';
import { words } from './words';

export interface AdjustmentValues extends Readonly<Record<string, string>> {
  readonly direction: string;
  readonly amount: string;
  readonly reasonCode: string;
  readonly note: string;
  readonly playerText: string;
  /** Empty = it takes nothing back. */
  readonly takesBack: string;
}

export const EMPTY_ADJUSTMENT: AdjustmentValues = { direction: 'credit', amount: '', reasonCode: 'goodwill', note: '', playerText: '', takesBack: '' };
export const ADJUSTMENT_FIELDS = ['amount', 'reasonCode', 'note', 'playerText', 'takesBack'] as const;

type ReadForm = { readonly body: NewAdjustment } | { readonly errors: Readonly<Record<string, string>> };

/** Returns the body of the call, or what is wrong at each field. */
export function readAdjustment(values: AdjustmentValues, player: CorrectedPlayer): ReadForm {
  const amount = parseNairaText(values.amount);
  const amountError = errorOfAmount(amount, values.direction, player);
  const { takesBack, ...others } = values;
  const parsed = proposeAdjustment.body.safeParse({
    ...others, userId: player.userId, amount: typeof amount === 'number' ? koboToNaira(amount) : 0, ...(takesBack !== '' && { takesBack }),
  });
  if (parsed.success && amountError === null) return { body: parsed.data };
  const issues = parsed.success ? [] : parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  return { errors: { ...Object.fromEntries(issues.toReversed()), ...(amountError !== null && { amount: amountError }) } };
}

function errorOfAmount(amount: ReturnType<typeof parseNairaText>, direction: string, { real }: CorrectedPlayer): string | null {
  if (typeof amount !== 'number' || amount <= 0) return words.amountWrong;
  return direction === 'debit' && amount > (roundToKobo(real) ?? ZERO_KOBO) ? words.amountTooLow(nairaText(real)) : null;
}
