import type { BankKind } from '../../core/banks/banks';
import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

export const words = catalogue('pages/bank-codes', {
  title: 'Bank codes',
  intro: 'Every bank and wallet that money can be sent to, with its code and, where it has one, the USSD code you dial. Works without a connection.',
  search: 'Search by name, code or USSD',
  found: (n: number) => plural(n, { one: '# bank', other: '# banks' }),
  none: 'No bank found',
  noneHint: 'Try a shorter part of the name, or the three digits of its code.',
  more: (n: number) => `Search to see ${n} more: microfinance, mortgage and merchant banks.`,
  bank: 'Bank',
  code: 'Code',
  ussd: 'USSD',
  dial: (name: string, ussd: string) => `Dial ${ussd} for ${name}`,
  kinds: {
    commercial: 'Commercial banks',
    'payment-service-bank': 'Payment service banks',
    'mobile-money': 'Mobile money',
  } satisfies Partial<Record<BankKind, string>>,
  results: 'Results',
  note: 'A USSD code is the bank’s own service and may cost what your operator charges. Check the name your bank shows before you send money.',
});
