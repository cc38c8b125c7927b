import { expect, it } from 'vitest';
import { workThrough } from '../../../server/sweep';

it('works through all items in their order, also after one has failed, and throws the first error', async () => {
  const done: number[] = [];
  const work = async (n: number) => {
    if (n % 2 === 0) throw new Error(`no ${n}`);
    done.push(n);
  };
  await expect(workThrough([1, 2, 3, 4, 5], work)).rejects.toThrow('no 2');
  expect(done).toEqual([1, 3, 5]);
});
