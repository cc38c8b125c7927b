import { describe, expect, it } from 'vitest';
import { namesAnAddress } from '../../../src/core/contract/told-reason';

describe('a text for a player', () => {
  it.each([
    'http://a.example', 'www.elsewhere', 'go to ayo-bonus.ng now', 'mail a@b', 'call 0803 123 4321', '+234 (0) 803-123-4321', 'ａｙｏ．ｎｇ', 'ayo\u200B.\u200Bng', 'рау.ng',
    't.me/ayohelp', 'call 0803-12-34-567', 'evil\uFE0F.com', '8.8.8.8/pay', 'WhatsApp 0803/123/4567', '٠٨٠٣١٢٣٤٥٦٧', '0803_123_4567', 'call 0803, 123, 4567', '0803,123,4567', '803,123,4567', '803,123,456 7', 'pay ₦08031234567', 'evil. com', 'evil .Com',
    'evil dot com', 'evil (DOT) ng', 'pay at ayo. online',
  ])('sends its reader elsewhere with “%s”', (text) => {
    expect(namesAnAddress(text)).toBe(true);
  });

  it.each([
    'You told us on 2026-11-28 that your phone was lost.', 'Deposits of ₦1,000,000.50 in a week.', 'You played 4.5 hours on 3 nights, from 00 to 05.', 'Round r-17, at 7 p.m. on Monday', 'On 28/11/2026 you asked for it, e.g. by mail.',
    'Payouts of ₦500, ₦20000 and 1,000,000, 2,500,000.', 'You won. Net of stakes it is ₦5,000. Info follows.', 'The dot comes last.',
  ])('names nothing else with “%s”', (text) => {
    expect(namesAnAddress(text)).toBe(false);
  });
});
