import { describe, expect, it } from 'vitest';
import type { Details } from '../../../src/core/contract/details';
import { checkDetails, memberText, valuesOf } from '../../../src/pages/edit-profile/values';

const HOME = { street: '12 Broad Street', city: 'Lagos Island', state: 'LA' } as const;
const DETAILS: Details = { firstname: 'Ada', lastname: 'Obi', phone: '+2348031234567', address: HOME, version: 4 };
const typed = (change: Record<string, string>, details = DETAILS) => checkDetails({ ...valuesOf(details), ...change }, details);

describe('the form of the own details', () => {
  it('shows a phone number as people write it, and empty fields for what was never given', () => {
    expect(valuesOf(DETAILS).phone).toBe('0803 123 4567');
    expect(valuesOf({ ...DETAILS, phone: null, address: null })).toMatchObject({ phone: '', 'address.street': '', 'address.state': '' });
  });

  it('has nothing to send when nothing differs, or differs only in spaces and the way a number is written', () => {
    for (const same of [{}, { firstname: ' Ada ' }, { phone: '+234 803 123 4567' }, { 'address.city': 'Lagos Island ' }]) {
      expect(typed(same)).toEqual({ ok: true, edit: null });
    }
  });

  it('sends what changed, tidied up, with the version it started from', () => {
    expect(typed({ firstname: ' Adaeze ', phone: '0701-111 1111' })).toEqual({
      ok: true,
      edit: { version: 4, base: { firstname: 'Ada', phone: '+2348031234567' }, patch: { firstname: 'Adaeze', phone: '+2347011111111' } },
    });
    expect(typed({ 'address.city': 'Ikeja' })).toMatchObject({ edit: { patch: { address: { ...HOME, city: 'Ikeja' } } } });
  });

  it('takes an address away when its three fields are empty', () => {
    expect(typed({ 'address.street': '', 'address.city': ' ', 'address.state': '' })).toMatchObject({ edit: { patch: { address: null } } });
  });

  it('refuses at the fields, in the platform’s words', () => {
    const refused = typed({ firstname: '', phone: '12', 'address.street': '', 'address.state': '' });
    expect(refused).toEqual({
      ok: false,
      errors: {
        firstname: 'Tell us your name.',
        phone: 'Enter a Nigerian mobile number, like 0803 123 4567.',
        'address.street': 'Enter the street and the number of the house.',
        'address.state': 'Choose a state.',
      },
    });
  });

  it('does not send what it does not change, even if that value would be refused today', () => {
    const old = { ...DETAILS, phone: null, lastname: '' };
    expect(typed({ firstname: 'Ngozi' }, old)).toMatchObject({ ok: true, edit: { patch: { firstname: 'Ngozi' } } });
  });

  it('writes a member in one line, for comparing', () => {
    expect([memberText(DETAILS, 'address'), memberText(DETAILS, 'phone'), memberText({ address: null }, 'address')]).toEqual([
      '12 Broad Street, Lagos Island, Lagos', '0803 123 4567', 'nothing',
    ]);
  });
});
