import { brand } from '../../../../../src/core/brand';
import { formatNaira, kobo } from '../../../../../src/core/money';
import { escapeHtml } from '../../../escape-html';
import type { Outcome } from '../payments/outcomes';
import type { PaymentRow } from '../payments/payment-rows';

const METHOD_NAMES: Readonly<Record<string, string>> = {
  'mobile-money': 'Mobile money', card: 'Card', 'bank-transfer': 'Bank transfer', ussd: 'USSD',
};

interface Choice {
  readonly outcome: Outcome;
  readonly label: string;
  readonly hint: string;
}

const TROUBLES: readonly Choice[] = [
  { outcome: 'late', label: 'Pay late', hint: 'Paid, and confirmed after 30 seconds.' },
  { outcome: 'twice', label: 'Notify twice', hint: 'Paid once, reported two times.' },
  { outcome: 'wrong-amount', label: 'Wrong amount', hint: 'One kobo less arrives.' },
  { outcome: 'failed', label: 'Fail', hint: 'The payment is refused.' },
  { outcome: 'never', label: 'Never answer', hint: 'You go back, and nothing is ever heard of it.' },
];

/** Writes the HTML document around a page's content. */
export function htmlDocument(title: string, stylePath: string, content: string): string {
  return `<!doctype html>
<html lang="${escapeHtml(brand.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Payment simulator</title>
<link rel="stylesheet" href="${stylePath}">
</head>
<body>
<p class="banner"><strong>Payment simulator</strong> — no real money</p>
<main>
${content}
</main>
</body>
</html>
`;
}

const CANCEL = '<button class="quiet" name="outcome" value="cancelled">Cancel</button>\n';

interface CheckoutParts {
  readonly payment: PaymentRow;
  /** The token of the form. */
  readonly token: string;
  readonly stylePath: string;
}

/** Writes the page on which a payer chooses the outcome of a payment. */
export function checkoutPage({ payment, token, stylePath }: CheckoutParts): string {
  const amount = escapeHtml(formatNaira(kobo(payment.amount)));
  const method = escapeHtml(METHOD_NAMES[payment.method] ?? payment.method);
  const payTo = payment.pay_to === null ? '' : `<dt>Paid to</dt><dd class="reference">${escapeHtml(payment.pay_to)}</dd>\n`;
  const troubles = TROUBLES.map(
    ({ outcome, label, hint }) =>
      `<li><button name="outcome" value="${outcome}" aria-describedby="hint-${outcome}">${label}</button> <span id="hint-${outcome}">${hint}</span></li>`,
  );
  return htmlDocument(
    `Pay ${amount}`,
    stylePath,
    `<svg class="mark" viewBox="${escapeHtml(brand.mark.viewBox)}" aria-hidden="true"><path class="board" fill-rule="evenodd" d="${escapeHtml(brand.mark.board)}"/><path class="seeds" d="${escapeHtml(brand.mark.seeds)}"/></svg>
<h1>Pay ${escapeHtml(brand.name)}</h1>
<p class="amount">${amount}</p>
<dl>
<dt>Method</dt><dd>${method}</dd>
${payTo}<dt>Reference</dt><dd class="reference">${escapeHtml(payment.reference)}</dd>
</dl>
<form method="post">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button class="primary" name="outcome" value="paid">Pay ${amount}</button>
${payment.pay_to === null ? CANCEL : ''}<details>
<summary>Try what can go wrong</summary>
<ul>
${troubles.join('\n')}
</ul>
</details>
</form>`,
  );
}

interface PayParts {
  /** The text that the payer searched for; empty before the first search. */
  readonly to: string;
  readonly stylePath: string;
}

/** Writes the page of the payer's bank or phone, which asks for the account number or code. */
export function payPage({ to, stylePath }: PayParts): string {
  const unknown = to === '' ? '' : '<p role="alert">No payment waits for that. Copy the number or the code from the site.</p>\n';
  return htmlDocument(
    'Pay',
    stylePath,
    `<h1>Your bank, or your phone</h1>
${unknown}<form method="get">
<label for="to">Account number or USSD code</label>
<input id="to" name="to" value="${escapeHtml(to)}" inputmode="tel" autocomplete="off" required>
<button class="primary">Next</button>
</form>`,
  );
}

/** Writes a page with one message. */
export function messagePage(title: string, text: string): string {
  return htmlDocument(title, '/api/simulator/checkout.css', `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n<p><a href="/deposit">Back to the site</a></p>`);
}
