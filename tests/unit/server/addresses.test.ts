import { describe, expect, it } from 'vitest';
import { addressSubject, parseAddress } from '../../../server/http/addresses';

describe('an address is read', () => {
  it.each<readonly [text: string, address: string | null]>([
    ['9.9.9.9', '9.9.9.9'],
    ['9.9.9.9:20000', '9.9.9.9'],
    ['  9.9.9.9 ', '9.9.9.9'],
    ['::ffff:9.9.9.9', '9.9.9.9'],
    ['::FFFF:909:909', '9.9.9.9'],
    ['[::ffff:9.9.9.9]:443', '9.9.9.9'],
    ['2001:db8::1', '2001:db8::1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['[2001:db8::1]:443', '2001:db8::1'],
    ['2001:db8::1%eth0', '2001:db8::1'],
    ['[fe80::1%25eth0]:80', 'fe80::1'],
    ['64:ff9b::1.2.3.4', '64:ff9b::102:304'],
    ['::1', '::1'],
    ['', null],
    ['unknown', null],
    ['_hidden', null],
    ['not-an-ip', null],
    ['example.com:80', null],
    ['1.2.3', null],
    ['1.2.3.4.5', null],
    ['1.2.3.256', null],
    ['1.2.3.4:port', null],
    ['1.2.3.4, 5.6.7.8', null],
    ['01.2.3.4', null],
    ['12345::1', null],
    ['[1.2.3.4', null],
    ['[]:80', null],
    ['é', null],
    ['x'.repeat(12_000), null],
  ])('%s', (text, address) => {
    expect(parseAddress(text)).toBe(address);
  });

  it('and of none where there is none', () => {
    expect(parseAddress(undefined)).toBeNull();
  });
});

it('an address counts as one whatever port or spelling it comes with, and an IPv6 one as its /64', () => {
  const subjectOf = (text: string): string => addressSubject(parseAddress(text) ?? 'none');
  expect(new Set(['9.9.9.9', '9.9.9.9:20000', '9.9.9.9:20001', '::ffff:9.9.9.9', '[::ffff:909:909]:1'].map(subjectOf))).toEqual(new Set(['9.9.9.9']));
  const v6 = ['2001:db8:0:7::1', '[2001:db8:0:7::2]:443', '2001:0DB8:0000:0007:ffff::', '2001:db8:0:7:1:2:3:4%eth0'];
  expect(new Set(v6.map(subjectOf))).toEqual(new Set(['2001:db8:0:7::/64']));
});
