import { expect, it } from 'vitest';
import { createRequestIds } from '../../../server/http/request-ids';

it('the ids of requests differ, also from one batch to the next, and have twelve characters', () => {
  const nextId = createRequestIds();
  const ids = Array.from({ length: 2_000 }, nextId);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[\w-]{12}$/.test(id))).toEqual([]);
});

it('randomness is drawn once for many ids', () => {
  let draws = 0;
  const nextId = createRequestIds((bytes) => {
    draws += 1;
    bytes.fill(draws);
  });
  const ids = Array.from({ length: 513 }, nextId);
  expect([draws, new Set(ids).size]).toEqual([2, 2]);
});
