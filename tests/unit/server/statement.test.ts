import { describe, expect, it } from 'vitest';
import { insertRow, insertSql, namedStatement } from '../../../server/db/statement';

describe('a statement with named parameters', () => {
  it('numbers them in the order of the SQL, and gives each its value, also one that stands there twice', () => {
    const statement = namedStatement('move', 'UPDATE a SET b = b + $amount, at = $at WHERE id = $userId AND b > $amount::bigint');
    expect(statement({ userId: 'u', at: null, amount: 7 })).toEqual({
      name: 'move',
      text: 'UPDATE a SET b = b + $1, at = $2 WHERE id = $3 AND b > $1::bigint',
      values: [7, null, 'u'],
    });
  });

  it('tells names apart that begin alike', () => {
    expect(namedStatement('two', 'SELECT $day, $days::date[]')({ days: [], day: 1 })).toMatchObject({ text: 'SELECT $1, $2::date[]', values: [1, []] });
  });

  it('throws for a parameter without a value, and takes no notice of other values', () => {
    const statement = namedStatement('one', 'SELECT $amount');
    expect(() => statement({ amounts: 1 })).toThrow('the statement needs a value for amount');
    expect(statement({ amount: undefined, more: 2 }).values).toEqual([undefined]);
  });

  it('inserts a row whose parameters are its columns', () => {
    expect(insertSql('round', ['round_id', 'at'])).toBe('INSERT INTO round (round_id, at) VALUES ($round_id, $at)');
    expect(insertRow('round', { round_id: 'r', at: 1 })).toEqual({ text: 'INSERT INTO round (round_id, at) VALUES ($1, $2)', values: ['r', 1] });
    const parts = { expressions: { at: 'now()' }, ending: 'RETURNING $round_id || at' };
    expect(insertRow('round', { round_id: 'r' }, parts).text).toBe('INSERT INTO round (round_id, at) VALUES ($1, now()) RETURNING $1 || at');
  });
});
