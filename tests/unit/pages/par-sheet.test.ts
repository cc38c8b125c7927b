/** A par sheet as players read it. */
import { describe, expect, it } from 'vitest';
import { articleAt } from '../../../src/content/help';
import { allEngines } from '../../../src/core/games/registry';
import { parSheetDocument, slotParameters } from '../../../src/core/games/rules/par-sheet';
import { inlineText, proseText } from '../../../src/core/prose';
import type { Block } from '../../../src/core/prose';
import { sheetBlocks } from '../../../src/pages/shared/par-sheet/sheet-blocks';
import { PAR_SHEETS } from '../../../server/games/par-sheets';

const sheetOf = (gameId: string) => parSheetDocument.parse(JSON.parse(PAR_SHEETS.get(gameId)!.text));
const rowsOf = (blocks: readonly Block[]) => blocks.flatMap((block) => (block.t === 'table' ? block.rows.map((row) => row.map(inlineText)) : []));
const linksIn = (blocks: readonly Block[]) =>
  blocks.flatMap((block) => (block.t === 'p' ? block.c.flatMap((part) => (typeof part !== 'string' && part.t === 'link' ? [part.href] : [])) : []));

describe.each([...allEngines.keys()])('the par sheet of %s', (gameId) => {
  const sheet = sheetOf(gameId);
  const blocks = sheetBlocks(sheet);

  it('has the exact return, the largest win with its odds, every sentence of the rules, and leads to an example', () => {
    const rows = rowsOf(blocks);
    expect(rows.find(([name]) => name === 'Return to player')).toEqual(['Return to player', expect.stringMatching(/^\d\d\.\d\d%( \d+ \/ \d+)?$/)]);
    expect(rows.find(([name]) => name === 'Largest win')?.[1]).toMatch(/^[\d,.]+× the stake, (about once|once|on paper only)/);
    const text = proseText(blocks);
    for (const sentence of [...sheet.how, sheet.rounding, sheet.largestWin.how]) expect(text).toContain(sentence);
    const links = linksIn(blocks);
    expect(links).toHaveLength(1);
    for (const href of links) expect(articleAt(href.slice(href.indexOf('#') + 1)), href).toBeDefined();
  });

  it('names each bet of a game whose bets differ', () => {
    const names = rowsOf(blocks).map(([name]) => name);
    for (const { bet } of sheet.figures.bets ?? []) expect(names).toContain(bet);
  });
});

describe('the par sheet of a slot', () => {
  it('has how often it pays, what pays, and each place of each strip in its order', () => {
    const sheet = sheetOf('adire-gold');
    const { strips, pays, scatter } = slotParameters.parse(sheet.parameters);
    const blocks = sheetBlocks(sheet);
    const rows = rowsOf(blocks);
    expect(rows).toContainEqual(['Rounds that pay', '28.80% 9600949 / 33331200']);
    expect(rows).toContainEqual(['Pay more than the stake', '16.69% 695587 / 4166400']);
    expect(rows).toContainEqual(['Best award of a line', '2,000 line stakes, about once in 833,000 rounds 1 / 833280']);
    for (const row of pays) expect(rows).toContainEqual([row.symbol, ...row.pays.map((pay) => pay.toLocaleString('en-NG'))]);
    const text = proseText(blocks);
    for (const strip of [...strips, ...(scatter?.freeSpins?.strips ?? [])]) expect(text).toContain(strip.join(', '));
  });
});
