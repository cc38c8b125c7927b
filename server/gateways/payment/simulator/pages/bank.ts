import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countAttempt } from '../../../../rate-limits/attempts';
import type { AttemptLimit } from '../../../../rate-limits/attempts';
import { addressSubject } from '../../../../http/addresses';
import { toOneLine } from '../../../../one-line';
import { escapeHtml } from '../../../escape-html';
import { BANK_PATH } from '../deps';
import type { SimulatorDeps } from '../deps';
import { STYLE_PATH, sendHtml, isOwnForm, openForm } from './form';
import { htmlDocument } from './payment-pages';
import { setHolder } from '../payouts/payout-rows';

const SUBJECT = 'bank';
const NUMBER = /^\d{10}$/;
const MAX_HOLDER_LENGTH = 80;
/** Anybody may open accounts here, so their number is limited. */
const ACCOUNTS_OF_ADDRESS: AttemptLimit = { kind: 'simulator-account', limit: 60, windowMs: 60 * 60_000 };

/**
 * Registers the page of the simulated bank, on which testers open bank accounts for payouts. As with a real bank, the holder is set at the
 * bank and not by the player who enquires. `app` must parse forms.
 */
export function registerBank(app: FastifyInstance, deps: SimulatorDeps): void {
  app.get(BANK_PATH, { config: { lane: 'stranger' } }, (request, reply) => sendPage(deps, request, reply, 200, ''));
  app.post(BANK_PATH, { config: { lane: 'stranger' } }, (request, reply) => openAccount(deps, request, reply));
}

async function sendPage(deps: SimulatorDeps, request: FastifyRequest, reply: FastifyReply, status: number, message: string): Promise<FastifyReply> {
  return sendHtml(reply, status, bankPage(await openForm(deps, request, reply, SUBJECT), message));
}

async function openAccount(deps: SimulatorDeps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const form = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
  if (!(await isOwnForm(deps, request, form, SUBJECT))) return sendPage(deps, request, reply, 403, 'This form was out of date. Try again.');
  const number = (form.get('number') ?? '').replace(/[\s-]/g, '');
  const holder = toOneLine(form.get('holder') ?? '', MAX_HOLDER_LENGTH);
  if (!NUMBER.test(number) || holder === '') return sendPage(deps, request, reply, 400, 'Enter ten digits and a name.');
  const wait = await countAttempt(deps.pool, ACCOUNTS_OF_ADDRESS, addressSubject(request.callerAddress), deps.now());
  if (wait !== null) return sendPage(deps, request, reply, 429, 'You opened many accounts. Try again in an hour.');
  await setHolder(deps.pool, number, holder.toUpperCase(), deps.now());
  return sendPage(deps, request, reply, 200, `${holder.toUpperCase()} holds ${number} now, at every bank.`);
}

const ENDINGS: readonly (readonly [string, string])[] = [
  ['01', 'Paid after 30 seconds.'],
  ['02', 'Refused at once.'],
  ['03', 'Sent back after 10 seconds.'],
  ['04', 'Never answered.'],
  ['05', 'Paid, but the answer is lost.'],
  ['06', 'The first call is lost.'],
  ['07', 'Refused after 10 seconds.'],
  ['08', 'Paid, and sent back a minute later.'],
  ['09', 'Paid once, reported two times.'],
  ['90', 'The bank knows no such account, unless it was opened here.'],
  ['91', 'In somebody else’s name, unless it was opened here.'],
  ['92', 'The bank does not answer an enquiry.'],
];

function bankPage(token: string, message: string): string {
  const statusLine = message === '' ? '' : `<p role="status">${escapeHtml(message)}</p>\n`;
  const endings = ENDINGS.map(([ending, effect]) => `<li><span class="reference">…${ending}</span> <span>${effect}</span></li>`);
  return htmlDocument(
    'Open a bank account',
    STYLE_PATH,
    `<h1>Open a bank account</h1>
<p>Pay-outs go to accounts in the player’s own name. Open one here, in any name, with any number.</p>
${statusLine}<form method="post">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="holder">Name of the holder</label>
<input id="holder" name="holder" maxlength="${MAX_HOLDER_LENGTH}" autocomplete="off" required>
<label for="number">Account number, ten digits</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" required>
<button class="primary">Open</button>
</form>
<details>
<summary>Try what can go wrong</summary>
<p>The last two digits choose what becomes of a payout; with any others it is paid at once.</p>
<ul>
${endings.join('\n')}
</ul>
</details>`,
  );
}
