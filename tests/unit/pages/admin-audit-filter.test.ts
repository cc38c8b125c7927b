import { describe, expect, it } from 'vitest';
import { filterOf, NOTHING_TYPED } from '../../../src/pages/admin/audit/filter';

describe('the search in the audit trail', () => {
  it('asks for what was typed alone', () => {
    expect(filterOf(NOTHING_TYPED)).toEqual({ filter: {} });
    expect(filterOf({ ...NOTHING_TYPED, by: ' boss ', from: '2026-11-01', to: '2026-11-01' })).toEqual({ filter: { by: 'boss', from: '2026-11-01', to: '2026-11-01' } });
  });

  it('refuses an end before its beginning, at the field', () => {
    expect(filterOf({ ...NOTHING_TYPED, from: '2026-11-02', to: '2026-11-01' })).toEqual({ errors: { to: 'This day is before the first one.' } });
  });
});
