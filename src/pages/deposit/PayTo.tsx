import type { ReactNode } from 'react';
import type { Deposit } from '../../core/contract/cashier';
import { nairaToKobo } from '../../core/money';
import { buttonClass } from '../../ui/Button';
import { Amount } from '../shared/money/Amount';
import { amountText } from './amount';
import { CopyButton } from '../shared/money/CopyButton';
import { dialUrl, simulatorUrl } from './payment-urls';
import { words } from './words';

type Next = NonNullable<Deposit['next']>;

function Row({ label, copy, large = false, children }: { label: string; copy: string; large?: boolean; children?: ReactNode }) {
  return (
    <div>
      <dt className="quiet small">{label}</dt>
      <dd className={large ? 'pay-to-large' : undefined}>{children ?? copy}</dd>
      <dd><CopyButton text={copy} what={label} /></dd>
    </div>
  );
}

/** Links to the page on which the player acts as the payer's bank, where no real money moves. */
function SimulatorLink({ payUrl, to }: { payUrl: string | null; to: string }) {
  const url = simulatorUrl(payUrl, to, location.href);
  return url === null ? null : <p><a className="text-link" href={url} target="_blank" rel="noopener">{words.testMode}</a></p>;
}

interface Props<N> {
  next: N;
  payUrl: string | null;
}

/** The account that was made for this payment. Each part of it can be copied. */
export function AccountToPay({ deposit, next, payUrl }: Props<Next & { type: 'account' }> & { deposit: Deposit }) {
  const kobo = nairaToKobo(deposit.amount);
  return (
    <>
      <dl className="pay-to">
        <Row label={words.accountNumber} copy={next.accountNumber} large />
        <Row label={words.bank} copy={next.bankName} />
        <Row label={words.accountName} copy={next.accountName} />
        <Row label={words.exactly} copy={kobo === null ? String(deposit.amount) : amountText(kobo).replaceAll(',', '')}>
          <Amount amount={deposit.amount} currency={deposit.currency} whole />
        </Row>
      </dl>
      <SimulatorLink payUrl={payUrl} to={next.accountNumber} />
    </>
  );
}

/** The code to dial. One touch dials it on this phone; another phone can be used, too. */
export function CodeToDial({ next, payUrl }: Props<Next & { type: 'ussd' }>) {
  const url = dialUrl(next.code);
  return (
    <>
      <dl className="pay-to">
        <Row label={words.codeOf(next.bankName)} copy={next.code} large />
      </dl>
      {url === null ? null : <a className={buttonClass('primary', true)} href={url}>{words.dial}</a>}
      <SimulatorLink payUrl={payUrl} to={next.code} />
    </>
  );
}
