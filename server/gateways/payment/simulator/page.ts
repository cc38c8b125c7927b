import { brand } from '../../../../src/core/brand';
import { formatNaira, kobo } from '../../../../src/core/money';
import type { Outcome } from './outcomes';
import type { PaymentRow } from './payments';

const METHOD_NAMES: Readonly<Record<string, string>> = { 'mobile-money': 'Mobile money' };

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

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}

function frame(title: string, stylePath: string, content: string): string {
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

interface CheckoutParts {
  readonly payment: PaymentRow;
  /** Of the form. */
  readonly token: string;
  readonly stylePath: string;
}

/** The page on which a payer chooses what becomes of a payment. */
export function checkoutPage({ payment, token, stylePath }: CheckoutParts): string {
  const amount = escapeHtml(formatNaira(kobo(payment.amount)));
  const method = escapeHtml(METHOD_NAMES[payment.method] ?? payment.method);
  const troubles = TROUBLES.map(
    ({ outcome, label, hint }) =>
      `<li><button name="outcome" value="${outcome}" aria-describedby="hint-${outcome}">${label}</button> <span id="hint-${outcome}">${hint}</span></li>`,
  );
  return frame(
    `Pay ${amount}`,
    stylePath,
    `<svg class="mark" viewBox="${escapeHtml(brand.mark.viewBox)}" aria-hidden="true"><path class="board" fill-rule="evenodd" d="${escapeHtml(brand.mark.board)}"/><path class="seeds" d="${escapeHtml(brand.mark.seeds)}"/></svg>
<h1>Pay ${escapeHtml(brand.name)}</h1>
<p class="amount">${amount}</p>
<dl>
<dt>Method</dt><dd>${method}</dd>
<dt>Reference</dt><dd class="reference">${escapeHtml(payment.reference)}</dd>
</dl>
<form method="post">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button class="primary" name="outcome" value="paid">Pay ${amount}</button>
<button class="quiet" name="outcome" value="cancelled">Cancel</button>
<details>
<summary>Try what can go wrong</summary>
<ul>
${troubles.join('\n')}
</ul>
</details>
</form>`,
  );
}

/** A page that says one thing. */
export function messagePage(title: string, text: string): string {
  return frame(title, '/api/simulator/checkout.css', `<h1>${escapeHtml(title)}</h1>\n<p>${escapeHtml(text)}</p>\n<p><a href="/deposit">Back to the site</a></p>`);
}
