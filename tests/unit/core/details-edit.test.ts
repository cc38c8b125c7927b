import { describe, expect, it } from 'vitest';
import type { Details } from '../../../src/core/contract/details';
import { contestedMembers, editOf, withEdit } from '../../../src/core/details-edit';
import { localPhone, toE164 } from '../../../src/core/phone';
import { stateName } from '../../../src/core/nigeria-states';

const HOME = { street: '12 Broad Street', city: 'Lagos Island', state: 'LA' };
const DETAILS: Details = { firstname: 'Ada', lastname: 'Obi', phone: '+2348031234567', address: null, version: 4 };

describe('a change of the own details', () => {
  it('holds only what differs, and what it was before', () => {
    expect(editOf(DETAILS, { firstname: 'Ada', phone: '+2347011111111', address: HOME })).toEqual({
      version: 4, base: { phone: '+2348031234567', address: null }, patch: { phone: '+2347011111111', address: HOME },
    });
  });

  it('is none where nothing differs, whatever the order of an address', () => {
    const { street, city, state } = HOME;
    expect(editOf({ ...DETAILS, address: HOME }, { address: { state, city, street }, lastname: 'Obi' })).toBeNull();
    expect(editOf(DETAILS, { address: null })).toBeNull();
    expect(editOf(DETAILS, {})).toBeNull();
  });

  it('can take an address away', () => {
    const edit = editOf({ ...DETAILS, address: HOME }, { address: null });
    expect(edit?.patch).toEqual({ address: null });
    expect(withEdit({ ...DETAILS, address: HOME }, edit).address).toBeNull();
  });

  it('changes no other field of the details that it is shown over', () => {
    const edit = editOf(DETAILS, { lastname: 'Eze' });
    expect(withEdit({ ...DETAILS, firstname: 'Adaeze', version: 5 }, edit)).toEqual({ ...DETAILS, firstname: 'Adaeze', lastname: 'Eze', version: 5 });
    expect(withEdit(DETAILS, null)).toEqual(DETAILS);
  });
});

describe('a change that met another one', () => {
  const edit = editOf(DETAILS, { lastname: 'Eze', address: HOME })!;

  it('needs the player only where both changed the same field to different values', () => {
    expect(contestedMembers(edit, { ...DETAILS, lastname: 'Bello', version: 5 })).toEqual(['lastname']);
    expect(contestedMembers(edit, { ...DETAILS, lastname: 'Bello', address: { ...HOME, city: 'Ikeja' } })).toEqual(['lastname', 'address']);
  });

  it('needs nobody where the other one was about another field, or wanted the same', () => {
    expect(contestedMembers(edit, { ...DETAILS, firstname: 'Adaeze', version: 5 })).toEqual([]);
    expect(contestedMembers(edit, { ...DETAILS, lastname: 'Eze', address: HOME, version: 5 })).toEqual([]);
  });
});

describe('numbers and states as people read them', () => {
  it.each([['0803 123 4567', '+2348031234567'], ['2348031234567', '+2348031234567'], ['+2348031234567', '+2348031234567']])(
    '%s is kept as %s', (typed, normalised) => {
      expect(toE164(typed.replaceAll(' ', ''))).toBe(normalised);
      expect(localPhone(normalised)).toBe('0803 123 4567');
    },
  );

  it('are left as they are where they are unknown', () => {
    expect(localPhone('+447911123456')).toBe('+447911123456');
    expect([stateName('LA'), stateName('XX'), stateName('constructor')]).toEqual(['Lagos', 'XX', 'constructor']);
  });
});
