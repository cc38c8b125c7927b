import { describe, expect, it } from 'vitest';
import { letterHtml } from '../../../server/gateways/mail/letter-html';
import { letterText } from '../../../server/gateways/mail/letter-text';
import { nameInMail, subjectLine } from '../../../server/gateways/mail/letter';
import { DARK, LIGHT, mix } from '../../../server/gateways/mail/palette';
import { brand } from '../../../src/core/brand';
import { writeEveryMail } from '../../support/every-mail';

const letters = [...(await writeEveryMail())];
/** Mail programs cut what is longer than 102 KB; and players pay for every byte. */
const MAX_BYTES = 7_000;

const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
};
const contrast = (a: string, b: string): number => {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
};

describe('every mail', () => {
  it.each(letters)('%s says the same as text and as HTML, greets by name, and says who writes', (name, letter) => {
    const [text, html] = [letterText(letter), letterHtml(letter)];
    const shown = html.replace(/<style>[^]*<\/style>/, '').replace(/<[^>]+>/g, ' ').replace(/&#39;/g, "'").replace(/&amp;/g, '&').replace(/\s+/g, ' ');
    for (const line of text.split('\n').flatMap((each) => each.split(/(?<=:) /)).filter((each) => each !== '')) {
      expect(shown).toContain(line.replace(/:$/, ''));
    }
    expect(text).toMatch(name === 'invitation' ? /^Hello,\n/ : /^Hello Ada,\n/);
    expect(text).toContain(brand.supportEmail);
    expect(text).not.toMatch(/!|undefined|null|\[object/);
    expect(subjectLine(letter).length).toBeLessThan(70);
  });

  it.each(letters)('%s loads nothing from elsewhere, runs nothing, and is small', (_, letter) => {
    const html = letterHtml(letter);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object|embed|form|base|svg|video|audio|input)\b|\bsrc=|url\(|@import|\bon\w+=|javascript:/i);
    const addresses = [...html.matchAll(/href="([^"]*)"/g)].map(([, address]) => address ?? '');
    expect(addresses.filter((address) => !address.startsWith('https://ayo.example/'))).toEqual([]);
    expect(Buffer.byteLength(html)).toBeLessThan(MAX_BYTES);
  });

  it('escapes given values, and greets nobody by a text that is no name', async () => {
    for (const odd of ['<img src=x onerror=alert(1)>', 'Win ₦1,000,000 at evil.example', 'Ada\r\nBcc: x@evil.example', 'https://evil.example', 'A'.repeat(41), ' ']) {
      expect(nameInMail(odd)).toBeNull();
      for (const letter of (await writeEveryMail(odd)).values()) {
        expect(letterText(letter)).toMatch(/^Hello,\n/);
        expect(letterHtml(letter)).not.toMatch(/evil|onerror|AAAAA/);
      }
    }
    expect(['Ọláyínká', 'Ngozi-Ada', 'N’Golo', "D'Banj", 'Ada Obi'].map(nameInMail)).toEqual(['Ọláyínká', 'Ngozi-Ada', 'N’Golo', "D'Banj", 'Ada Obi']);
    const html = letterHtml({ subject: '<s>', name: null, parts: ['<p>', { aside: '"&' }, { facts: [['<k>', '<v>']] }, { action: { label: '<a>', url: 'https://x/?a=1&b="' } }] });
    expect(html).not.toMatch(/<s>|<k>|<v>|="https:\/\/x\/\?a=1&b="/);
  });

  it('can be read: text on every ground of both palettes 7:1, quiet text and the button 4.5:1', () => {
    for (const { ground, raised, text, quiet } of [LIGHT, DARK]) {
      for (const below of [ground, raised]) {
        expect(contrast(text, below)).toBeGreaterThan(7);
        expect(contrast(quiet, below)).toBeGreaterThan(4.5);
      }
    }
    expect(contrast(brand.colours.inkOnAccent, brand.colours.accent)).toBeGreaterThan(4.5);
    expect(contrast(brand.colours.accent, DARK.ground)).toBeGreaterThan(4.5);
    expect([mix('#FFFFFF', 0, '#000000'), mix('#FFFFFF', 0.5, '#000000'), mix('#FF8000', 1, '#000000')]).toEqual(['#000000', '#808080', '#FF8000']);
  });
});
