/** The texts about a draw that players and admins read. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Draw, DrawAttempt } from '../../../src/core/contract/draws';
import { DRAW_SOURCES, ENTRY_BARS, VOID_REASONS } from '../../../src/core/draw-kinds';
import type { DrawProof } from '../../../src/core/draw-check';
import type { DrawEvidence } from '../../../src/core/draw-verdict';
import type { DrawPin } from '../../../src/core/draw-pins';
import { readSecret, spacedSecret } from '../../../src/pages/admin/promotions/draws/secret-text';
import { findingsOf } from '../../../src/pages/promo/draws/CheckDraw';
import { DecidedBy, FailedAttempts } from '../../../src/pages/promo/draws/DecidedBy';
import { HeldDraw } from '../../../src/pages/promo/draws/HeldDraw';
import { PastDraw } from '../../../src/pages/promo/draws/PastDraw';
import { words } from '../../../src/pages/promo/draws/words';

const AT = '2026-11-29T19:00:00Z';
const attempt = (more: Partial<DrawAttempt>): DrawAttempt =>
  ({ number: 1, source: 'platform', namedAt: AT, beacon: null, until: null, commits: [], voidedAt: null, voidReason: null, ...more });
const BEACON = attempt({ source: 'beacon', beacon: { url: 'https://beacon.example', chain: 'ab', round: 27_946_612, at: '2026-11-29T19:10:00Z' } });
const draw = (more: Partial<Draw>): Draw => ({
  drawId: 'd', week: '2026-11-23', opensAt: AT, closesAt: AT, commit: 'c0ffee', entries: 7, prizes: [100_000], currency: 'NGN', drawnAt: null, winners: [],
  rules: 2, frozenAt: AT, entriesHash: 'fa11', attempts: [attempt({})], passedOver: [], ...more,
});
const textOf = (node: React.ReactElement): string => renderToStaticMarkup(node).replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ').trim();

describe('what decides a draw', () => {
  it('is said before, for each source, with what two people have sealed; a newer platform’s source has no words', () => {
    for (const source of DRAW_SOURCES) expect(textOf(<DecidedBy attempt={source === 'beacon' ? BEACON : attempt({ source })} />), source).not.toBe('');
    expect(textOf(<DecidedBy attempt={BEACON} />)).toContain('round 27,946,612 of a public random beacon');
    expect(textOf(<DecidedBy attempt={BEACON} />)).toContain('29/11/2026, 20:10');
    const commits = ['aa11', 'bb22'].map((commit) => ({ commit, at: AT, revealedAt: null }));
    expect(textOf(<DecidedBy attempt={attempt({ source: 'admins', commits })} />)).toMatch(/Sealed by person 1: aa11 Sealed by person 2: bb22$/);
    expect(textOf(<DecidedBy attempt={attempt({ source: 'dice of the mayor' })} />)).toBe('');
  });

  it('is told for everybody to see where it failed, whatever the reason', () => {
    for (const voidReason of [...VOID_REASONS, 'something new', null]) {
      expect(textOf(<FailedAttempts attempts={[attempt({ voidedAt: AT, voidReason })]} />), String(voidReason)).toMatch(/^29\/11\/2026, 20:00: .*same entries\.$/);
    }
    expect(textOf(<FailedAttempts attempts={[BEACON]} />)).toBe('');
  });
});

describe('a draw that is being held', () => {
  const held = (...attempts: readonly DrawAttempt[]) => textOf(<HeldDraw draw={draw({ attempts: [...attempts] })} />);

  it('says what it waits for, and shows both fingerprints', () => {
    expect(held(BEACON)).toContain('once the beacon’s round is out: 29/11/2026, 20:10');
    expect(held(attempt({ source: 'admins' }))).toContain('Two people of our team have to seal their secrets now.');
    const commits = [AT, null].map((revealedAt, at) => ({ commit: `c${at}`, at: AT, revealedAt }));
    expect(held(attempt({ source: 'admins', until: AT, commits }))).toContain('1 of 2 secrets is open. If both are not open by 29/11/2026, 20:00');
    expect(held(attempt({}))).toContain('with 7 entries.');
    expect(held(attempt({}))).toMatch(/fa11.*c0ffee/);
  });
});

describe('a draw that is over', () => {
  it('shows who was passed over and why, and the player’s own entry as theirs', () => {
    const passedOver: { entryId: string; reason: string }[] = ENTRY_BARS.map((reason, at) => ({ entryId: `entry-${at}`, reason }));
    const text = textOf(<PastDraw draw={draw({ drawnAt: AT, passedOver: [...passedOver, { entryId: 'entry-9', reason: 'new' }] })} ownEntryIds={['entry-1']} />);
    expect(text).toContain('6 entries were drawn and passed over');
    expect(text).toContain(`${words.ownEntry}: the account was closed`);
    expect(text).toContain('entry-0: an account of our team');
    expect(text).toContain(`entry-9: ${words.barOther}`);
  });

  const proof = { drawId: 'd', seed: 's', commit: 'c0ffee', entryIds: ['a', 'b'], prizes: [1] };
  const beacon = { chain: 'ab', round: 27_946_612, signature: 'ff', randomness: 'ee' };

  const SEEN_MS = Date.parse(AT);
  const pinOf = (...early: readonly string[]): DrawPin =>
    ({ drawId: 'd', sights: Object.fromEntries(early.map((what) => [what, { text: what, earlyAt: SEEN_MS }])) });
  const evidence = (more: Partial<DrawEvidence>): DrawEvidence => ({ proof, pin: null, own: null, ...more });
  const SAW = ' This device saw that 29/11/2026, 20:00, before anybody could know the result.';
  const NOT_SEEN = ' This device had not seen that before.';

  it('says what was checked and what was not: who signed the beacon’s round, and whether one came that is said to be away', () => {
    const decided = { attempt: 2, source: 'beacon', beacon, secrets: [] };
    const away = attempt({ ...BEACON, beacon: { url: 'https://beacon.example', chain: 'ab', round: 7, at: AT }, voidedAt: AT, voidReason: 'beacon-away' });
    const found = findingsOf(draw({ attempts: [away, { ...BEACON, number: 2 }] }), evidence({ proof: { ...proof, rules: 2, bars: {}, decided, passedOver: ['a'] } }));
    expect(found.addresses).toEqual(['https://beacon.example/ab/public/7', 'https://beacon.example/ab/public/27946612']);
    expect(found.lines).toEqual([
      words.fitsSeed + NOT_SEEN, words.fitsEntries(2) + NOT_SEEN,
      `The number that decided is the SHA-256 of the signature of round 27,946,612.${NOT_SEEN}`,
      'The winners follow from these; 1 entry that was drawn could not win and was passed over.',
    ]);
  });

  it('says of each thing whether this device saw it before the result could be known, and nothing more of one by the first rule', () => {
    const bySecrets = { ...proof, decided: { attempt: 1, source: 'admins', beacon: null, secrets: ['x', 'y'] } };
    const linesOf = (pin: DrawPin | null, of: DrawProof = bySecrets) => findingsOf(draw({}), evidence({ proof: of, pin })).lines;
    expect(linesOf(pinOf('commit', 'terms', 'entries', 'tries 1 seal 0', 'tries 1 seal 1')))
      .toEqual([words.fitsSeed + SAW, words.fitsEntries(2) + SAW, words.fitsSecrets + SAW, words.fitsWinners(0)]);
    // One of two things is not both of them.
    expect(linesOf(pinOf('terms', 'entries', 'tries 1', 'tries 1 seal 0')))
      .toEqual([words.fitsSeed + NOT_SEEN, words.fitsEntries(2) + SAW, words.fitsSecrets + NOT_SEEN, words.fitsWinners(0)]);
    const alone = { ...proof, decided: { attempt: 1, source: 'platform', beacon: null, secrets: [] } };
    expect(linesOf(pinOf('tries 1'), alone)).toContain(words.fitsAlone + SAW);
    expect(linesOf(null, alone)).toContain(words.fitsAlone + NOT_SEEN);
    expect(linesOf(null, proof)).toEqual([words.fitsSeed + NOT_SEEN, words.fitsAlone, words.fitsWinners(0)]);
  });

  it('says what became of the player’s own entry', () => {
    const lineOf = (own: DrawEvidence['own']) => findingsOf(draw({}), evidence({ own })).lines.at(-1);
    expect(lineOf({ fate: 'listed', bar: null })).toBe('Your entry is in the list, and could win.');
    expect(lineOf({ fate: 'has-bar', bar: 'unverified' })).toBe('Your entry is in the list, and could not win: no verified NIN. If that is wrong, please write to us.');
    expect(lineOf({ fate: 'no-reason', bar: null })).toBe(words.ownNoReason);
  });
});

describe('a secret that is written down', () => {
  it('is read as people write it', () => {
    const secret = '00112233445566778899aabbccddeeff';
    expect(spacedSecret(secret)).toBe('0011 2233 4455 6677 8899 aabb ccdd eeff');
    for (const text of [secret, spacedSecret(secret), secret.toUpperCase(), ` ${spacedSecret(secret).replaceAll(' ', '-')}\n`]) expect(readSecret(text)).toBe(secret);
    for (const text of ['', secret.slice(1), `${secret}0`, secret.replace('0', 'o')]) expect(readSecret(text)).toBeNull();
  });
});
