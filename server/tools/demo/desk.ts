/** An hour of work at the desk: withdrawals, corrections, messages and cases that have waited long enough. */
import { approveWithdrawal, listApprovals, refuseWithdrawal } from '../../../src/core/contract/approvals';
import { confirmCorrection, listCorrections, proposeAdjustment } from '../../../src/core/contract/corrections';
import { listPaymentCases, proposeDepositSolution } from '../../../src/core/contract/payment-cases';
import { assignRiskCase, decideRiskCase, listRiskCases } from '../../../src/core/contract/risk';
import { answerThread, closeThread, listAdminThreads, openThread } from '../../../src/core/contract/support-team';
import { MINUTE_MS } from '../../../src/core/time';
import type { Browser } from './browser';
import { comeToDesk } from './team';
import type { Owner, Team } from './team';
import type { DemoStage } from './stage';

export interface DeskDay {
  /** Of this demo. */
  readonly day: number;
  readonly days: number;
  /** A player to whom something was promised on this day. */
  readonly goodwillTo: string | null;
}

/** On its last two days the desk leaves its work to whoever looks at it. */
export async function workAtDesk(stage: DemoStage, [first, second]: Team, today: DeskDay): Promise<void> {
  await attend(stage, first, async (browser) => {
    if (today.goodwillTo !== null) await promise(browser, today.goodwillTo);
    if (today.day >= today.days - 2) return;
    await approveAll(browser, today.day >= today.days / 2 ? 'refuse' : 'approve');
    await answerMessages(browser);
    await solveMismatches(browser);
    await decideCase(browser);
  });
  if (today.day >= today.days - 2) return;
  await attend(stage, second, async (browser) => {
    await approveAll(browser, 'approve');
    await confirmCorrections(browser);
  });
}

async function attend(stage: DemoStage, owner: Owner, work: (browser: Browser) => Promise<void>): Promise<void> {
  await comeToDesk(stage, owner);
  stage.clock.pass(MINUTE_MS);
  await work(owner.browser);
  owner.browser.leave();
}

async function approveAll(browser: Browser, decision: 'approve' | 'refuse'): Promise<void> {
  const { items } = await browser.call(listApprovals, { query: { state: 'waiting' } });
  for (const { withdrawalId, locked } of items) {
    if (locked !== null) continue;
    const params = { withdrawalId };
    if (decision === 'approve') await browser.call(approveWithdrawal, { params });
    else await browser.call(refuseWithdrawal, { params, body: { reason: 'Please write to us first: your bank account was opened today.' } });
  }
}

async function answerMessages(browser: Browser): Promise<void> {
  const { items } = await browser.call(listAdminThreads, { query: { state: 'waiting' } });
  for (const { threadId, kind } of items) {
    const lastSeen = await readNewest(browser, threadId);
    const text = kind === 'feedback' ? 'Thank you for telling us. We have passed it on.' : 'Thank you for writing. We have checked with the bank, and your balance is in order now.';
    await browser.call(answerThread, { params: { threadId }, body: { text, lastSeen } });
    if (kind === 'feedback') await browser.call(closeThread, { params: { threadId }, body: { lastSeen: await readNewest(browser, threadId) } });
  }
}

async function readNewest(browser: Browser, threadId: string): Promise<string> {
  const { messages } = await browser.call(openThread, { params: { threadId } });
  return messages.at(-1)?.messageId ?? '';
}

async function solveMismatches(browser: Browser): Promise<void> {
  const { deposits } = await browser.call(listPaymentCases, {});
  for (const { depositId, isProposed } of deposits) {
    if (isProposed) continue;
    await browser.call(proposeDepositSolution, {
      body: { depositId, solution: 'credit', note: 'The bank confirms what came; the player typed the amount wrong.', playerText: 'We have credited what your bank sent us.' },
    });
  }
}

async function confirmCorrections(browser: Browser): Promise<void> {
  for (const part of ['payments', 'adjustments'] as const) {
    const { items } = await browser.call(listCorrections, { query: { part, state: 'open' } });
    for (const { proposalId, version, isOwn, whyNot } of items) {
      if (!isOwn && whyNot === null) await browser.call(confirmCorrection, { params: { proposalId }, headers: { 'if-match': `"${version}"` } });
    }
  }
}

async function promise(browser: Browser, userId: string): Promise<void> {
  await browser.call(proposeAdjustment, {
    body: {
      userId, direction: 'credit', amount: 500, reasonCode: 'goodwill', note: 'The page was slow while they waited for a payment.', playerText: 'A small thank you for your patience.',
    },
  });
}

/** Decides one case a day at most, the longest due first. */
async function decideCase(browser: Browser): Promise<void> {
  const { items: [waiting] } = await browser.call(listRiskCases, { query: { state: 'waiting' } });
  if (waiting === undefined) return;
  const params = { caseId: waiting.caseId };
  const { seen } = await browser.call(assignRiskCase, { params, body: { to: 'me' } });
  await browser.call(decideRiskCase, { params, body: { outcome: 'no-concern', reason: 'Looked at the entries of the week and spoke to the player by phone.', seen } });
}
