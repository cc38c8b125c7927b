import { formatMoney } from '../core/money';
import type { Kobo } from '../core/money';
import { classNames } from './class-names';

interface Props {
  amount: Kobo;
  currency?: string;
  /** Leave the decimals out when they are zero: for limits and chips, not for balances. */
  whole?: boolean;
  /** Write a plus before what came in. */
  signed?: boolean;
  className?: string;
}

/** An amount in tabular figures. */
export function Money({ amount, currency = 'NGN', whole = false, signed = false, className }: Props) {
  const text = formatMoney(amount, currency, { whole });
  return <span className={classNames('figures', className)}>{signed && amount > 0 ? `+${text}` : text}</span>;
}
