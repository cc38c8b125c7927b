import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../../src/core/contract/cashier';
import { MoneyDays } from '../../../src/pages/transactions-history/MoneyDays';
import { rowsOf } from '../../../src/pages/transactions-history/rows';

const AT = '2026-11-25T10:00:00Z';
const STAKE: Transaction = {
  entryId: '1', kind: 'stake', account: 'real', currency: 'NGN', amount: -100, balanceBefore: 500, balanceAfter: 400, at: AT, reference: 'r1',
  round: { gameId: 'plinko', startedAt: AT },
};

const draw = (isFiltered: boolean): string => {
  const rows = rowsOf([STAKE], { hasMore: false, from: 0, isFiltered });
  return renderToStaticMarkup(<MemoryRouter><MoneyDays rows={rows} now={Date.parse(AT)} hasMore={false} isFiltered={isFiltered} /></MemoryRouter>);
};

describe('a day of the transactions', () => {
  it('has its net, but none where a filter shows only a part of its movements', () => {
    expect(draw(false)).toContain('Net');
    expect(draw(true)).not.toContain('Net');
    expect(draw(true)).toContain('100.00');
  });
});
