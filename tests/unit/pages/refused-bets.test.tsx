/** The report of the check about refused bets. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { refusedReport } from '../../../src/core/fairness/refused-bets';
import type { CheckedRefusedBet } from '../../../src/core/fairness/refused-bets';
import { RefusedBets } from '../../../src/pages/games-history/fairness/RefusedBets';

/** So many bets of ₦100, each of which would have paid `win` kobo. */
const bets = (count: number, isOwn: boolean, win: number): CheckedRefusedBet[] =>
  Array.from({ length: count }, (_, nth) => ({
    bet: { key: `${isOwn} ${nth}`, gameId: 'dice', stake: 10_000, bet: {}, commit: 'c', clientSeed: 's', nonce: nth, code: 'seed-changed', at: nth },
    isOwn, verdict: { is: 'drawn', win },
  }));

function noticeOf(...all: readonly CheckedRefusedBet[]) {
  const html = renderToStaticMarkup(<RefusedBets report={refusedReport(all)} />);
  return { kind: /notice notice-(\w+)/.exec(html)?.[1], text: html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ') };
}

describe('the notice about refused bets', () => {
  it('warns where those of this device would have won, whatever the platform lists beside them', () => {
    const { kind, text } = noticeOf(...bets(30, true, 30_000), ...bets(100, false, 0));
    expect(kind).toBe('warning');
    expect(text).toMatch(/30 that this device sent can be worked out by now\. For ₦ ?3,000\.00 staked ₦ ?9,000\.00 would have been paid; 30 would have won/);
    expect(text).toMatch(/100 that this device did not send are only on our list\. For ₦ ?10,000\.00 staked ₦ ?0\.00 would have been paid/);
  });

  it('warns where those would have won that the platform alone lists', () => {
    expect(noticeOf(...bets(5, true, 0), ...bets(1, false, 30_000)).kind).toBe('warning');
  });

  it('does not warn where neither would have, and says nothing of lists that are empty', () => {
    const { kind, text } = noticeOf(...bets(5, true, 5_000));
    expect(kind).toBe('info');
    expect(text).not.toContain('our list');
  });
});
