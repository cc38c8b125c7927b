/** The order of what stands on the profile. */
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import ProfilePage from '../../../src/pages/profile/ProfilePage';
import { enterSession } from '../../../src/state/session';

afterEach(() => vi.unstubAllGlobals());

it('the section that grows late stands last, so nothing moves away from under a finger, least of all "Sign out"', () => {
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  enterSession({ sessionId: 's', userId: 'a' });
  const html = renderToStaticMarkup(<MemoryRouter><ProfilePage /></MemoryRouter>);
  const sections = [...html.matchAll(/<section[^>]*aria-labelledby="([^"]+)"/g)].map((found) => found[1]);
  expect(sections.length).toBeGreaterThan(3);
  expect(sections.at(-1)).toBe('my-storage');
  const storage = html.indexOf('aria-labelledby="my-storage"');
  expect(html.slice(storage)).toMatch(/^[^>]*>.*<\/section><\/div>$/);
  expect(html.slice(0, storage)).toMatch(/<button[^>]*>(?:<[^>]+>)*Sign out</);
});
