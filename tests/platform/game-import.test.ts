/** The catalogue goes out as a file, and comes in after a look at the difference. Over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exportGames, gameImport, importGames, listAdminGames, patchAdminGame } from '../../src/core/contract/admin';
import type { AdminGame } from '../../src/core/contract/admin';
import { getGame } from '../../src/core/contract/games';
import { deleteUnnamedArt } from '../../server/catalogue/art';
import { readCatalogueTag } from '../../server/catalogue/games';
import type { TestClient } from '../support/http-client';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { webpPicture } from '../support/webp-picture';

let ayo: TestPlatform;
let admin: TestClient;
beforeAll(async () => {
  ayo = await testPlatform();
  admin = await ayo.signUpAdmin();
});
afterAll(() => ayo.close());

const gameNow = async (gameId: string): Promise<AdminGame | undefined> =>
  (await admin.call(listAdminGames, {})).data.items.find((game) => game.gameId === gameId);
const send = (text: string, revision?: number, format: 'csv' | 'json' = 'csv') =>
  admin.call(importGames, { body: { format, text, ...(revision !== undefined && { revision }) } });
const linesOf = async (count: number) =>
  (await ayo.pool.query<{ action: string; subject: string }>('SELECT action, subject FROM admin_audit ORDER BY chain_no DESC LIMIT $1', [count])).rows
    .map(({ action, subject }) => `${action} ${subject}`);

it('a file that was exported changes nothing, in both formats, and the export is in the trail', async () => {
  for (const format of ['csv', 'json'] as const) {
    const { text, games } = (await admin.call(exportGames, { body: { format } })).data;
    expect(await linesOf(1)).toEqual(['games-exported games']);
    const { data } = await send(text, undefined, format);
    expect(data).toMatchObject({ rows: games, changes: [], refused: [], refusedCount: 0, applied: false });
  }
});

it('the difference is shown first and changes nothing; then exactly that is changed, with a line for each game', async () => {
  const tag = await readCatalogueTag(ayo.pool, new Date());
  const text = 'gameId,name,maxStake,enabled\ndice,Dice of Lagos,500,yes\nplinko,Plinko of Lagos,600,no\n';
  const shown = (await send(text)).data;
  expect(shown.changes.map(({ line, gameId, after }) => ({ line, gameId, after }))).toEqual([
    { line: 2, gameId: 'dice', after: { name: 'Dice of Lagos', maxStake: 500 } },
    { line: 3, gameId: 'plinko', after: { name: 'Plinko of Lagos', maxStake: 600, enabled: false } },
  ]);
  expect([(await gameNow('dice'))?.name, await readCatalogueTag(ayo.pool, new Date())]).toEqual(['Dice', tag]);
  const version = (await gameNow('dice'))?.version ?? NaN;

  expect((await send(text, shown.revision)).data).toMatchObject({ applied: true, changes: shown.changes });
  expect(await gameNow('dice')).toMatchObject({ name: 'Dice of Lagos', maxStake: 500, version: version + 1 });
  expect(await gameNow('plinko')).toMatchObject({ enabled: false });
  expect(await linesOf(3)).toEqual(['games-imported games', 'game-changed plinko', 'game-changed dice']);
  expect(await readCatalogueTag(ayo.pool, new Date())).not.toBe(tag);
});

it('a catalogue that changed meanwhile is not overwritten: the difference is answered again', async () => {
  const text = 'gameId,maxStake\ndice,700\n';
  const shown = (await send(text)).data;
  const dice = await gameNow('dice');
  await admin.request('PATCH', '/api/v1/admin/games/dice', { body: { maxStake: 600 }, headers: { 'if-match': `"${dice?.version}"` } });
  const refused = await send(text, shown.revision);
  expect([refused.status, refused.problem?.code]).toEqual([412, 'version-conflict']);
  const current = gameImport.parse(refused.problem?.current);
  expect(current).toMatchObject({ applied: false, changes: [{ before: { maxStake: 600 }, after: { maxStake: 700 } }] });
  expect((await gameNow('dice'))?.maxStake).toBe(600);
  expect((await send(text, current.revision)).data.applied).toBe(true);
});

it('art is given to a game, served by the hash of its bytes, and taken back; a hostile file leaves nothing behind', async () => {
  const patch = async (art: Buffer | null) => admin.call(patchAdminGame, {
    params: { gameId: 'dice' }, body: { art: art?.toString('base64') ?? null }, headers: { 'if-match': `"${(await gameNow('dice'))?.version ?? NaN}"` },
  });
  const own = (await gameNow('dice'))?.art;
  for (const [file, message] of [
    [Buffer.from('<svg><script>alert(1)</script></svg>'), 'This is no plain WebP picture.'],
    [Buffer.concat([webpPicture(), Buffer.from('<script>')]), 'This is no plain WebP picture.'],
    [webpPicture(9_000, 9_000), 'Art has 480 × 640 pixels, this picture has 9000 × 9000.'],
    [Buffer.alloc(67_501), 'This picture is too large.'],
  ] as const) expect((await patch(file)).problem?.errors).toEqual([{ field: 'art', message }]);
  expect((await patch(Buffer.alloc(5_000_000))).status).toBe(413);
  expect((await ayo.pool.query('SELECT FROM game_art')).rowCount).toBe(0);

  const { data } = await patch(webpPicture());
  expect(data).toMatchObject({ hasGivenArt: true, art: expect.stringMatching(/^\/art\/[0-9a-f]{32}\.webp$/) });
  expect(await linesOf(1)).toEqual(['game-changed dice']);
  expect((await admin.call(getGame, { params: { gameId: 'dice' } })).data.art).toBe(data.art);
  const served = await fetch(`${ayo.baseUrl}/cdn${data.art}`);
  expect([served.status, served.headers.get('content-type'), served.headers.get('cache-control'), served.headers.get('x-content-type-options')])
    .toEqual([200, 'image/webp', 'public, max-age=31536000, immutable', 'nosniff']);
  expect(Buffer.from(await served.arrayBuffer())).toEqual(webpPicture());
  for (const other of ['/art/00000000000000000000000000000000.webp', '/art/x.webp', data.art.replace('.webp', '.svg')]) {
    expect((await fetch(`${ayo.baseUrl}/cdn${other}`)).status).toBe(404);
  }
  expect((await patch(null)).data).toMatchObject({ hasGivenArt: false, art: own });
});

it('games that would make a promotion cost more than its budget are refused, each row with the reason', async () => {
  const { changes, refused } = (await send('gameId,contribution\nroulette,1\nplinko,0.6\ndice,0.05\n')).data;
  expect([changes.map(({ gameId }) => gameId), refused.map(({ line }) => line)]).toEqual([['dice'], [2, 3]]);
  for (const { message } of refused) {
    expect(message).toMatch(/^contribution: this file raises it for 2 games at once\. .* could then cost more than its budget\. Change its terms first\.$/);
  }
});

it('one row that is refused leaves all games as they are, and each has its word', async () => {
  const text = [
    'gameId,name,categories,contribution,minStake,maxStake,newFrom,kind',
    'plinko,Plinko II,instant,0.05,10,600,,plinko',
    'no-such-game,x,,0,10,20,,slot',
    'mines,=1+1,instant,0,10,100,,mines',
    'dice,Dice II,instant,0.9,10,100,,dice',
    'roulette,Roulette,table,0,5000,100,28/11/2026,roulette',
    'blackjack,Blackjack,NEW ONES,0,100,200,,slot',
    `adire-gold,${'x'.repeat(61)},slots,1,10,100,,slots`,
  ].join('\r\n');
  const { changes, refused, revision, refusedCount } = (await send(text)).data;
  expect(changes.map(({ gameId }) => gameId)).toEqual(['plinko']);
  expect(refused.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '3 There is no such game.',
    '4 name: it begins like a formula of a spreadsheet.',
    expect.stringMatching(/^5 contribution: This game can count \d+% at most/),
    '6 newFrom: Enter a day, or none.',
    expect.stringMatching(/^7 kind: the rules of the game fix it as /),
    expect.stringMatching(/^8 name: At most 60 characters\./),
  ]);
  const answer = await send(text, revision);
  expect([answer.status, answer.problem?.code, refusedCount]).toEqual([400, 'validation', 6]);
  expect((await gameNow('plinko'))?.name).toBe('Plinko of Lagos');
});

it('what would come out as a formula, or could not come in again, is refused in JSON too', async () => {
  const messageOf = async (fields: object) => (await send(JSON.stringify([{ gameId: 'dice', ...fields }]), undefined, 'json')).data.refused[0]?.message;
  expect(await messageOf({ name: ' =1+1' })).toBe('name: it begins like a formula of a spreadsheet.');
  expect(await messageOf({ hiddenUntil: '2099-12-31T23:30:00.000Z' })).toBe('hiddenUntil: Enter a day and a time in Lagos, or none.');
  for (const day of ['0001-01-01', '9999-12-31']) expect(await messageOf({ newFrom: day })).toBe('newFrom: Enter a day of this century, or none.');
});

it('art that no game names any more is deleted a month after it was last named, and no earlier', async () => {
  const patch = async (art: Buffer | null) => admin.call(patchAdminGame, {
    params: { gameId: 'dice' }, body: { art: art?.toString('base64') ?? null }, headers: { 'if-match': `"${(await gameNow('dice'))?.version ?? NaN}"` },
  });
  await patch(webpPicture());
  const count = async () => (await ayo.pool.query('SELECT FROM game_art')).rowCount;
  const start = ayo.platform.now().getTime();
  const cleanAfter = (days: number) => deleteUnnamedArt(ayo.pool, new Date(start + days * 86_400_000 + 1));
  await cleanAfter(100);
  expect(await count()).toBe(1);
  await patch(null);
  await cleanAfter(129);
  expect(await count()).toBe(1);
  await cleanAfter(131);
  expect(await count()).toBe(0);
});
