import { describe, expect, it } from 'vitest';
import { NIGERIA_STATES } from '../../../src/core/nigeria-states';
import { parseCountry, readLocation, parseState, createProxyCheck } from '../../../server/place/caller-location';

describe('the country of a header', () => {
  it.each([['NG', 'NG'], ['ng', 'NG'], [' Gh ', 'GH']])('%j is %s', (text, code) => expect(parseCountry(text)).toBe(code));
  it.each(['XX', 'xx', 'T1', 'A1', 'ZZ', '', '-', 'NGA', 'Nigeria', 'NG, GB', undefined])('%j is none', (text) => expect(parseCountry(text)).toBe(null));
});

describe('the state of a header', () => {
  it.each(Object.entries(NIGERIA_STATES))('%s is known by its codes and its name', (code, name) => {
    for (const text of [code, code.toLowerCase(), `NG-${code}`, name, name.toUpperCase(), `${name} State`]) expect({ text, code: parseState(text) }).toEqual({ text, code });
  });
  it.each([['FCT', 'FC'], ['Abuja', 'FC'], ['Abuja Federal Capital Territory', 'FC'], ['Abuja (FCT)', 'FC'], ['Akwa-Ibom', 'AK'], ['Nassarawa', 'NA']])(
    'other names are known, too: %s', (text, code) => expect(parseState(text)).toBe(code),
  );
  it.each(['', 'XX', 'US-LA', 'Louisiana', 'State', 'constructor', 'LA,RI', undefined])('%j is none', (text) => expect(parseState(text)).toBe(null));
});

describe('what headers say', () => {
  const names = { country: 'cf-ipcountry', region: 'cf-region' };
  it('is a state only in Nigeria: LA is Louisiana, too', () => {
    expect(readLocation({ 'cf-ipcountry': 'NG', 'cf-region': 'LA' }, names)).toEqual({ country: 'NG', state: 'LA' });
    expect(readLocation({ 'cf-ipcountry': 'US', 'cf-region': 'LA' }, names)).toEqual({ country: 'US', state: null });
    expect(readLocation({ 'cf-region': 'LA' }, names)).toEqual({ country: null, state: null });
  });
  it('is nothing where no header was named', () => {
    expect(readLocation({ 'cf-ipcountry': 'NG', undefined: 'NG' }, { country: undefined, region: undefined })).toEqual({ country: null, state: null });
  });
});

describe('a proxy that is trusted', () => {
  it.each([
    [['127.0.0.1'], '127.0.0.1', true], [['127.0.0.1'], '::ffff:127.0.0.1', true], [['127.0.0.1'], '127.0.0.2', false],
    [['10.0.0.0/8'], '10.200.3.4', true], [['10.0.0.0/8'], '11.0.0.1', false], [['fd00::/8'], 'fd12::1', true], [['fd00::/8'], 'fe80::1', false],
    [['loopback'], '::1', true], [['loopback'], '127.9.9.9', true], [['uniquelocal'], '192.168.1.1', true], [['uniquelocal'], '8.8.8.8', false],
    [['linklocal'], '169.254.1.1', true], [[], '127.0.0.1', false], [['10.0.0.1', '127.0.0.1'], '127.0.0.1', true],
  ])('of %j: %s is %s', (proxies, address, is) => expect(createProxyCheck(proxies)(address)).toBe(is));
  it('is nobody without an address', () => expect(createProxyCheck(['loopback'])(undefined)).toBe(false));
});
