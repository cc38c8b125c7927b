/** A field of several lines names the notes that are drawn below it, and no others. */
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { TextArea } from '../../../src/pages/shared/support/TextArea';

const idsIn = (html: string): string[] => [...html.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id);
const describing = (html: string): string[] => / aria-describedby="([^"]*)"/.exec(html)?.[1]?.split(' ') ?? [];

describe('a text area', () => {
  it.each([
    ['a hint', { hint: 'As you like' }, 1],
    ['an error', { error: 'Write a few words.' }, 1],
    ['both', { hint: 'As you like', error: 'Write a few words.' }, 2],
    ['neither', {}, 0],
  ])('with %s is described by what is drawn', (_, notes, count) => {
    const html = renderToStaticMarkup(<TextArea label="Message" onText={() => undefined} {...notes} />);
    const described = describing(html);
    expect(described).toHaveLength(count);
    expect(idsIn(html)).toEqual(expect.arrayContaining(described));
  });
});
