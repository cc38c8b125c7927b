import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from '../../../src/api/parse-json';

describe('parseJson', () => {
  it('keeps a 19-digit id as it was written', () => {
    expect(parseJson('{"walletId": 1234567890123456789}')).toEqual({ walletId: '1234567890123456789' });
  });

  it('leaves shorter integers, decimals and exponents numbers', () => {
    const text = '[123456789012345, -42, 1234567890123456.5, 1234567890123456e2, 0.1234567890123456789]';
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('keeps a long negative integer, too', () => {
    expect(parseJson('[-1234567890123456]')).toEqual(['-1234567890123456']);
  });

  it('touches no digits inside strings, however they are escaped', () => {
    const value = { a: '1234567890123456789', 'k"1234567890123456789': '\\"1234567890123456789\\', b: 'x\n\u2028' };
    expect(parseJson(JSON.stringify(value))).toEqual(value);
  });

  it('refuses what is no JSON, also with long integers in it', () => {
    for (const text of ['{', '<html>1234567890123456789', '[01234567890123456789]', '"1234567890123456789']) {
      expect(() => parseJson(text)).toThrow(SyntaxError);
    }
  });

  it('reads everything without long integers like JSON.parse', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify(value);
        fc.pre(!/(?:^|[^\d.])\d{16,}(?![\d.e])/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
