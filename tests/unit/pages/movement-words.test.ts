import { describe, expect, it } from 'vitest';
import { movementWords } from '../../../src/pages/transactions-history/words';

describe('the entries of one withdrawal', () => {
  it('read as one that left the balance, and what became of what was set aside', () => {
    const wordsOf = (kind: 'withdrawal' | 'withdrawal-return', account: string, amount: number) => movementWords({ kind, account, amount });
    expect(wordsOf('withdrawal', 'real', -500)).toBe('Withdrawal');
    expect(wordsOf('withdrawal', 'held', 500)).toBe('Held for your withdrawal');
    expect(wordsOf('withdrawal', 'held', -500)).toBe('Paid to your bank');
    expect(wordsOf('withdrawal-return', 'held', -500)).toBe('No longer held');
    expect(wordsOf('withdrawal-return', 'real', 500)).toBe('Withdrawal returned');
    expect(wordsOf('withdrawal-return', 'held', 500), 'what nobody thought of').toBe('Withdrawal returned');
  });
});
