import { describe, expect, it } from 'vitest';
import { bankById, banks, banksByCode, mainBanks, searchBanks } from '../../../../src/core/banks/banks';
import type { Bank } from '../../../../src/core/banks/banks';
import { institutionOf } from '../../../../src/core/nuban';

const names = (found: readonly Bank[]) => found.map(({ name }) => name);

describe('the bank list', () => {
  it('has 253 institutions, each with an id of its own', () => {
    expect(banks).toHaveLength(253);
    expect(new Set(banks.map(({ id }) => id)).size).toBe(253);
    expect(banks.every(({ id }) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(id) && bankById(id)?.id === id)).toBe(true);
    expect(bankById('no-such-bank')).toBeNull();
  });

  it('keeps leading zeros and letters of codes', () => {
    expect(bankById('guaranty-trust-bank')).toEqual({
      id: 'guaranty-trust-bank',
      name: 'Guaranty Trust Bank (GTBank)',
      kind: 'commercial',
      code: '058',
      cbn: '058',
      nip: '000013',
      nuban: '000058',
      ussd: '*737#',
    });
    expect(bankById('globus-bank')).toMatchObject({ code: '00103', cbn: '103', nuban: '000103' });
    expect(bankById('alat-by-wema')).toMatchObject({ code: '035A', cbn: '035', nip: null });
    expect(bankById('zap')).toMatchObject({ code: '00zap', cbn: null, nip: null, nuban: null, ussd: null });
    expect(bankById('9japay-microfinance-bank')).toMatchObject({ code: '090629', nip: '090629', cbn: null });
    expect(bankById('greenwich-merchant-bank')?.code).toBe('562');
  });

  it('shares a gateway code in two known cases only', () => {
    const shared = banks.map(({ code }) => banksByCode(code)).filter((found) => found.length > 1);
    expect(new Set(shared.map((found) => found.map(({ id }) => id).join()))).toEqual(
      new Set(['goodnews-microfinance-bank,prospa-capital-microfinance-bank', 'stellas-mfb,yct-mfb']),
    );
  });

  it('has well-formed codes, and check-digit institutions that follow from the central bank code', () => {
    for (const { name, code, nip, nuban, cbn, ussd } of banks) {
      expect(code, name).toMatch(/^[0-9A-Za-z]{2,8}$/);
      if (nip !== null) expect(nip, name).toMatch(/^\d{6}$/);
      if (ussd !== null) expect(ussd, name).toMatch(/^\*\d+#$/);
      if (nuban !== null) expect(nuban, name).toBe(institutionOf(cbn ?? ''));
    }
  });

  it('shows commercial banks, then payment service banks, then mobile money, then the rest, each by name', () => {
    const kinds = banks.map(({ kind }) => kind).filter((kind, i, all) => kind !== all[i - 1]);
    expect(kinds.slice(0, 3)).toEqual(['commercial', 'payment-service-bank', 'mobile-money']);
    expect(new Set(kinds).size).toBe(kinds.length);
    expect(mainBanks).toHaveLength(43);
    expect(banks.slice(0, 43)).toEqual(mainBanks);
    for (const kind of kinds) {
      const inKind = names(banks.filter((bank) => bank.kind === kind)).map((name) => name.toLowerCase());
      expect(inKind).toEqual(inKind.toSorted());
    }
  });
});

describe('searching banks', () => {
  it.each([
    ['gtb', 'Guaranty Trust Bank (GTBank)'],
    ['737', 'Guaranty Trust Bank (GTBank)'],
    ['*894#', 'First Bank of Nigeria'],
    ['058', 'Guaranty Trust Bank (GTBank)'],
    ['firstbank', 'First Bank of Nigeria'],
    ['FIRST  bank', 'First Bank of Nigeria'],
    ['palm pay', 'PalmPay'],
    ['zenit', 'Zenith Bank'],
    ['zentih', 'Zenith Bank'],
    ['acess', 'Access Bank'],
    ['uba', 'United Bank for Africa (UBA)'],
    ['opay', 'OPay Digital Services (OPay)'],
    ['035a', 'ALAT by Wema'],
    ['momo', 'MTN MoMo PSB'],
  ])('finds for %j first of all %s', (query, name) => {
    expect(names(searchBanks(query))[0]).toBe(name);
  });

  it('returns all for an empty query and none for nonsense', () => {
    expect(searchBanks(' ')).toEqual(banks);
    expect(searchBanks('qqqq')).toEqual([]);
  });

  it('takes figures as they are: one digit wrong is another bank', () => {
    expect(names(searchBanks('000013'))).toEqual(['Guaranty Trust Bank (GTBank)']);
  });
});
