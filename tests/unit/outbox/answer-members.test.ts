import { expect, it } from 'vitest';
import { membersOf } from '../../../src/core/outbox/kind-type';

it('an answer has the members of its object, and none where it is no object', () => {
  expect(membersOf({ state: 'none', limits: [] })).toEqual({ state: 'none', limits: [] });
  for (const answer of ['OK', 3, true, null, undefined]) expect(membersOf(answer)).toEqual({});
});
