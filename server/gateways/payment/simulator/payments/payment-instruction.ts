/** Makes the payer's instruction for each method: a page, an account of the simulated bank, or a code of the chosen bank. */
import { banks } from '../../../../../src/core/banks/banks';
import { brand } from '../../../../../src/core/brand';
import { formatNaira, kobo } from '../../../../../src/core/money';
import type { PaymentInstruction } from '../../port';
import { CHECKOUT_PATH } from '../deps';
import type { PaymentRow } from './payment-rows';

/** Banks with a USSD menu. */
export const USSD_BANKS: readonly { readonly code: string; readonly name: string; readonly menu: string }[] = banks.flatMap(
  ({ kind, code, name, ussd }) => (kind === 'commercial' && ussd !== null ? [{ code, name, menu: ussd.replace(/\D/g, '') }] : []),
);

const BANK_NAME = 'Simulator Bank';
/** An account number is this prefix and eight random digits. */
const ACCOUNT_PREFIX = '99';
/** It stands between the bank's menu and the random digits of a code. */
const MERCHANT = '000';
const DRAWN_DIGITS = 8;
const DRAWN_RANGE = 10 ** DRAWN_DIGITS;

/** Draws the digits to which a payer transfers, or which they dial; null where the payer has a page. */
export function drawPayTo(method: string, bankCode: string | undefined, randomBytes: (size: number) => Buffer): string | null {
  const digits = String(randomBytes(6).readUIntBE(0, 6) % DRAWN_RANGE).padStart(DRAWN_DIGITS, '0');
  if (method === 'bank-transfer') return ACCOUNT_PREFIX + digits;
  return method === 'ussd' ? `${findUssdBank(bankCode ?? null).menu}${MERCHANT}${digits}` : null;
}

export function toInstruction(payment: PaymentRow): PaymentInstruction {
  if (payment.pay_to === null) return { type: 'redirect', url: `${siteOrigin(payment)}${CHECKOUT_PATH}/${payment.reference}` };
  if (payment.method === 'bank-transfer') {
    return { type: 'account', bankName: BANK_NAME, accountNumber: payment.pay_to, accountName: `${brand.name} deposit` };
  }
  const { menu, name } = findUssdBank(payment.bank_code);
  return { type: 'ussd', code: `*${menu}*${MERCHANT}*${payment.pay_to.slice(-DRAWN_DIGITS)}#`, bankName: name };
}

export function toPrompt(payment: Pick<PaymentRow, 'amount'>): PaymentInstruction {
  return { type: 'prompt', text: `Approve ${formatNaira(kobo(payment.amount))} on your phone. The simulator does it for you in 10 seconds.` };
}

function findUssdBank(code: string | null): (typeof USSD_BANKS)[number] {
  const bank = USSD_BANKS.find((each) => each.code === code);
  if (bank === undefined) throw new RangeError(`no bank with a USSD menu has the code ${String(code)}`);
  return bank;
}

/** Returns the origin of the site, because the checkout page is on the same site as the addresses to which the browser returns. */
function siteOrigin(payment: PaymentRow): string {
  return new URL(payment.return_success).origin;
}
