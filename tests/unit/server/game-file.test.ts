import { describe, expect, it } from 'vitest';
import { readGameFile, writeGameFile } from '../../../server/admin/game-file';
import { allEngines } from '../../../src/core/games/registry';
import { MAX_GAME_FILE_ROWS } from '../../../src/core/contract/admin';
import type { CatalogueGame } from '../../../server/catalogue';

const engine = allEngines.get('dice');
if (engine === undefined) throw new Error('there is no dice');

const game = (over: Partial<CatalogueGame['row']> = {}): CatalogueGame => ({
  engine,
  row: {
    game_id: 'dice', name: 'Dice, "loud"', categories: ['instant', 'made-in-naija'], contribution: 1_250, min_stake: 1_000, max_stake: 500_050, bytes: 1, art: '', art_hash: null, enabled: true,
    position: 0, new_from: '2026-12-01', hidden_until: new Date('2026-12-01T08:00:00Z'), version: 1, updated_at: new Date(0), updated_by: null, frame: null, ...over,
  },
});

const messageOf = (text: string, format: 'csv' | 'json' = 'csv') => readGameFile(format, text).refused.map(({ line, message }) => `${line} ${message}`);

describe('a file of the catalogue', () => {
  it.each(['csv', 'json'] as const)('is read again as it was written (%s)', (format) => {
    const { rows, refused } = readGameFile(format, writeGameFile(format, [game(), game({ game_id: 'mines', name: '=SUM(A1)', new_from: null, hidden_until: null, categories: [] })]));
    expect(refused).toEqual([]);
    expect(rows.map(({ gameId, fields }) => ({ gameId, fields }))).toEqual([
      {
        gameId: 'dice',
        fields: { name: 'Dice, "loud"', categories: ['instant', 'made-in-naija'], contribution: 0.125, minStake: 10, maxStake: 5_000.5, newFrom: '2026-12-01', hiddenUntil: '2026-12-01T08:00:00.000Z', enabled: true },
      },
      { gameId: 'mines', fields: { name: '=SUM(A1)', categories: [], contribution: 0.125, minStake: 10, maxStake: 5_000.5, newFrom: null, hiddenUntil: null, enabled: true } },
    ]);
    expect(rows[0]?.facts.kind).toBe('dice');
  });

  it.each(["'=x", "''+1", "'x", '-'])('keeps the name %s', (name) => {
    expect(readGameFile('csv', writeGameFile('csv', [game({ name })])).rows[0]?.fields.name).toBe(name);
  });

  it('has no cell that a spreadsheet would run', () => {
    expect(writeGameFile('csv', [game({ name: '=HYPERLINK("x")' })])).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('may leave columns out, and has amounts as people write them', () => {
    expect(readGameFile('csv', 'enabled,gameId,maxStake\r\nTRUE,dice,"5,000"\r\n').rows).toEqual([
      { line: 2, gameId: 'dice', fields: { enabled: true, maxStake: 5_000 }, facts: {} },
    ]);
  });

  it.each([
    ['gameId;name\ndice;x', '1 The first line must name the columns, with commas between them, and gameId among them.'],
    ['gameId,position\ndice,1', '1 There is no column "position" here.'],
    ['gameId,name,name\ndice,a,b', '1 The first line names the column name twice.'],
    ['gameId\n', '1 The file has no games.'],
    ['gameId,name\ndice,"a', '2 A quote stands where none belongs.'],
    ['gameId,name\ndice', '2 There are 1 columns instead of 2.'],
    ['gameId,name\n,a', '2 The gameId is missing.'],
    ['gameId\ndice\nmines\ndice', '4 This game is in the file already, at 2.'],
    ['gameId,enabled\ndice,maybe', '2 enabled: "maybe" is neither yes nor no.'],
    ['gameId,contribution\ndice,25%', '2 contribution: "25%" is no share, like 0.25.'],
    ['gameId,hiddenUntil\ndice,2026-02-30 09:00', '2 hiddenUntil: "2026-02-30 09:00" is no time in Lagos, like 2026-12-01 09:00.'],
    ['gameId,minStake\ndice,-5', '2 minStake: "-5" is no amount in naira.'],
    ['gameId,name\ndice,a\u202Eb', '2 There are characters in it that nobody can see, or that are not UTF-8.'],
    ['gameId,name\ndice,"a\nb"', '2 There are characters in it that nobody can see, or that are not UTF-8.'],
    ['gameId,name\ndice,caf\uFFFD', '2 There are characters in it that nobody can see, or that are not UTF-8.'],
    ['PK\u0003\u0004', '1 This is no text, or not UTF-8. Save the file as CSV (UTF-8).'],
  ])('that is %j is refused with the line', (text, message) => {
    expect(messageOf(text)).toEqual([message]);
  });

  it.each([
    ['{"gameId":"dice"}', '1 This is no JSON list of games.'],
    ['[', '1 This is no JSON list of games.'],
    ['[{"gameId":"dice"},7]', '2 This is no game.'],
    ['[{"name":"x"}]', '1 The gameId is missing.'],
    ['[{"gameId":"dice","__proto__":1}]', '1 There is no field "__proto__" here.'],
    ['[{"gameId":"dice","categories":["a\\u0000"]}]', '1 There are characters in it that nobody can see, or that are not UTF-8.'],
  ])('of JSON that is %j is refused with the place', (text, message) => {
    expect(messageOf(text, 'json')).toEqual([message]);
  });

  it('with too many rows is refused as a whole', () => {
    const { rows, refused } = readGameFile('csv', `gameId\n${Array.from({ length: MAX_GAME_FILE_ROWS + 1 }, (_, n) => `g${n}`).join('\n')}`);
    expect([rows.length, refused.map(({ message }) => message)]).toEqual([0, ['The file has more than 5,000 rows. Split it.']]);
  });
});
