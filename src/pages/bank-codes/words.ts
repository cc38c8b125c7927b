import type { BankKind } from '../../core/banks/banks';
import { catalogue } from '../../core/words/catalogue';
import { plural } from '../../core/words/plural';

export const words = catalogue('pages/bank-codes', {
  title: 'Bank codes',
  intro: 'Every bank and wallet you can send money to, with its code and USSD code, if it has one. Works offline.',
  search: 'Search by name, code or USSD',
  found: (n: number) => plural(n, { one: '# bank', other: '# banks' }),
  none: 'No bank found',
  noneHint: 'Try part of the name, or the three digits of the code.',
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
  note: 'USSD is your bank’s own service, and your network may charge for it. Check the name your bank shows before you send money.',
});
