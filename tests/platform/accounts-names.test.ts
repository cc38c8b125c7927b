import { describe, expect, it } from 'vitest';
import { isCommonPassword, passwordWeakness } from '../../server/accounts/common-passwords';
import { maskEmail } from '../../server/accounts/names';
import { addressSubject } from '../../server/http/addresses';
import { isOfAge } from '../../server/place/age';
import { toE164 } from '../../src/core/phone';

const LAGOS_MIDNIGHT_MS = Date.parse('2026-11-21T00:00:00+01:00');

describe('isOfAge', () => {
  it('accepts somebody on the 18th birthday in Lagos and nobody a day earlier', () => {
    expect(isOfAge('2008-11-21', LAGOS_MIDNIGHT_MS)).toBe(true);
    expect(isOfAge('2008-11-22', LAGOS_MIDNIGHT_MS)).toBe(false);
    expect(isOfAge('2008-11-21', LAGOS_MIDNIGHT_MS - 1)).toBe(false);
  });

  it('lets the birthday of 29 February come on 1 March', () => {
    expect(isOfAge('2008-02-29', Date.parse('2026-02-28T12:00:00+01:00'))).toBe(false);
    expect(isOfAge('2008-02-29', Date.parse('2026-03-01T00:00:00+01:00'))).toBe(true);
  });
});

describe('the forms of a phone number', () => {
  it.each(['08031234567', '2348031234567', '+2348031234567'])('%s is kept as E.164', (phone) => {
    expect(toE164(phone)).toBe('+2348031234567');
  });
});

describe('addressSubject', () => {
  it.each([
    ['41.58.0.1', '41.58.0.1'],
    ['::ffff:41.58.0.1', '41.58.0.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('counts %s as %s', (address, subject) => {
    expect(addressSubject(address)).toBe(subject);
  });
});

describe('maskEmail', () => {
  it('shows enough of an address for its owner to recognise it, and no more', () => {
    expect(maskEmail('ada@example.com')).toBe('a***@example.com');
  });
});

describe('passwords that others would try first', () => {
  it.each([
    'password', 'Password1', 'P@ssw0rd', 'passw0rd123', '12345678', '123456789', '87654321', '11111111', 'abcabcabc', '12121212',
    'qwertyuiop', 'qwerty123', 'Qwerty12345', '1q2w3e4r', '1qaz2wsx', 'iloveyou', 'iloveyou1', 'ILoveYou2', 'sunshine1', 'princess', 'football1',
    'Chelsea@2024', 'nigeria1960', 'Godisgood', 'godisgood1', 'jesus123', 'blessing1', 'lagos1234', 'letmein123',
    'welcome1', 'trustno1', 'superman', 'baseball', 'computer', 'michelle', 'jennifer', 'abcd1234', 'abc12345', '00000000', '123123123',
    'asdfghjkl', 'zxcvbnm1', 'lovelove', 'qwe123qwe', 'admin1234', 'test1234', 'aaaaaaaa', '1234qwer', 'monkey123', 'dragon12', '123qweasd',
    'charlie1', 'q1w2e3r4', 'master12', 'samantha', '98765432', 'qazwsxedc', 'liverpool', 'Liverpool1', 'starwars', 'whatever',
  ])('%s is refused', (password) => {
    expect(isCommonPassword(password)).toBe(true);
  });

  it.each([
    'correct horse battery staple', 'xK9#mQ2v', 'ewa agoyin sweet', 'tortoise-harmattan', 'Zuma7Rock!river', '🎲🎲🌍🌧️ and four seeds', '4815162342!',
    'my dog ate 3 shoes', 'danfo84bridge', 'ọjà-ọba market day',
  ])('%s is accepted', (password) => {
    expect(isCommonPassword(password)).toBe(false);
  });

  it('include what the player just typed beside the password', () => {
    const own = {
      username: 'adaeze_o', email: 'ada.obi@example.com', firstname: 'Adaeze', lastname: 'Obi', phone: '08031234567', dateOfBirth: '1994-06-30',
    };
    for (const password of ['adaeze_o', 'ADA.OBI@example.com', 'ada.obi@', 'Adaeze Obi', 'obiadaeze', '08031234567', '30061994', 'Adaeze1994']) {
      expect(passwordWeakness(password, own), password).not.toBeNull();
    }
    expect(passwordWeakness('tortoise-harmattan', own)).toBeNull();
  });
});
