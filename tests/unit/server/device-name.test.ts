import { describe, expect, it } from 'vitest';
import { describeDevice } from '../../../server/accounts/device-name';
import { formatNetwork, formatPlace } from '../../../server/accounts/place-text';

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0';
const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';

describe('the name of a device', () => {
  it.each([
    [`Mozilla/5.0 (Linux; Android 10; K) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
    [`Mozilla/5.0 (Linux; Android 13; TECNO KI5) ${CHROME} Mobile Safari/537.36`, 'Chrome on Android'],
    [`Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36`, 'Samsung Internet on Android'],
    [`Mozilla/5.0 (Linux; U; Android 11; itel A58) ${CHROME} Mobile Safari/537.36 PHX/14.3`, 'Phoenix on Android'],
    ['Opera/9.80 (Android; Opera Mini/36.2.2254/119.132; U; en) Presto/2.12.423 Version/12.16', 'Opera Mini on Android'],
    ['Opera/9.80 (J2ME/MIDP; Opera Mini/9.80/37.5; U; en) Presto/2.12.423 Version/12.16', 'Opera Mini on a feature phone'],
    [`Mozilla/5.0 (Linux; Android 12; SM-A125F) ${CHROME} Mobile Safari/537.36 OPR/74.3`, 'Opera on Android'],
    ['Mozilla/5.0 (Android 14; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'Firefox on Android'],
    [`Mozilla/5.0 (Linux; Android 12; 21061119AG; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36`, 'An app on Android'],
    [`Mozilla/5.0 (Linux; Android 12; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/131.0.0.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/443.0]`, 'Facebook on Android'],
    [`${IPHONE} Version/17.5 Mobile/15E148 Safari/604.1`, 'Safari on iPhone'],
    [`${IPHONE} Mobile/15E148`, 'Home-screen app on iPhone'],
    [`${IPHONE} CriOS/131.0.6778.73 Mobile/15E148 Safari/604.1`, 'Chrome on iPhone'],
    [`${IPHONE} Mobile/15E148 Instagram 312.0.1`, 'Instagram on iPhone'],
    ['Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1', 'Safari on iPad'],
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/131.0.0.0`, 'Edge on Windows'],
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15`, 'Safari on Mac'],
    [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${CHROME} Safari/537.36`, 'Chrome on Chromebook'],
    ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'Firefox on Linux'],
    ['Mozilla/5.0 (Mobile; Nokia 8110 4G; rv:48.0) Gecko/48.0 Firefox/48.0 KAIOS/2.5', 'Firefox on KaiOS'],
    ['curl/8.5.0', ''],
    ['=cmd|calc', ''],
    ['', ''],
  ])('%s is "%s"', (userAgent, name) => {
    expect(describeDevice(userAgent)).toBe(name);
  });

  it('is found in a moment in the longest text that is kept, whatever is in it', () => {
    for (const text of ['Android '.repeat(31), 'iPhone AppleWebKit/6 (KHTML, like Gecko) '.repeat(6), 'Version/1 '.repeat(25)]) {
      expect(typeof describeDevice(text.slice(0, 250))).toBe('string');
    }
  });
});

describe('a network address as it is shown', () => {
  it.each([
    ['102.89.23.7', '102.89.x.x'], ['::ffff:102.89.23.7', '102.89.x.x'], ['2c0f:f5c0:0b12:1::7', '2c0f:f5c0:x'], ['2C0F::1', '2c0f:0:x'],
    ['::1', '0:0:x'], ['fe80::1%eth0', 'fe80:0:x'], ['', ''], ['unknown', ''], ['<script>', ''],
  ])('%s is "%s"', (address, words) => {
    expect(formatNetwork(address)).toBe(words);
  });
});

describe('a place as it is shown', () => {
  it.each([
    ['NG', 'LA', 'Lagos, Nigeria'], ['NG', null, 'Nigeria'], ['NG', '??', 'Nigeria'], ['GH', 'AA', 'Ghana'], [null, 'LA', null],
    ['XX', null, null], ['ng', null, null], ['__proto__', null, null],
  ])('%s, %s is %s', (country, region, words) => {
    expect(formatPlace({ country, region })).toBe(words);
  });
});
