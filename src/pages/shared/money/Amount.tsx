import { roundToKobo } from '../../../core/money';
import { Money } from '../../../ui/Money';

interface Props {
  /** Decimal units of the currency, as platforms write amounts. */
  readonly amount: number;
  readonly currency?: string | null | undefined;
  readonly signed?: boolean;
  readonly whole?: boolean;
  readonly className?: string;
}

/** An amount from a platform. One that is no whole number of kobo is a dash, because no figure is better than a wrong one. */
export function Amount({ amount, currency, ...rest }: Props) {
  const kobo = roundToKobo(amount);
  if (kobo === null) return <span>–</span>;
  return <Money amount={kobo} currency={currency ?? ''} {...rest} />;
}
