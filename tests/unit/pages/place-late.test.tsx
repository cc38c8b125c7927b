// @vitest-environment happy-dom
/** A form in a place that is not served, which the platform may say late. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { NotServed, NotServedLate } from '../../../src/pages/shared/gates/NotServed';
import { useNotServedForm } from '../../../src/pages/shared/gates/place';
import { appStore } from '../../../src/state/app';

vi.mock('../../../src/bridge/actions/place', () => ({ loadPlace: () => Promise.resolve() }));

function Form({ isDrawn }: { isDrawn: boolean }) {
  const notServed = useNotServedForm(isDrawn);
  return (
    <main>
      {notServed === 'yes' ? <NotServed text="No accounts from here." /> : isDrawn ? <input /> : null}
      {notServed === 'late' ? <NotServedLate /> : null}
    </main>
  );
}

let root: Root;
const find = (selector: string) => document.querySelector(selector);
const draw = (isDrawn = true) => act(async () => root.render(<MemoryRouter><Form isDrawn={isDrawn} /></MemoryRouter>));
const say = (served: boolean) =>
  act(async () => appStore.setState({ place: { country: 'GB', state: null, served, reason: served ? null : 'country', minimumAge: 18, licence: '', savedAt: 1 } }));

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const status = document.body.appendChild(document.createElement('div'));
  status.className = 'status';
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  appStore.setState({ place: null });
  vi.unstubAllGlobals();
});

it('the notice stands in the place of a form that was not drawn yet, and nothing stands in the place for status', async () => {
  await draw(false);
  await say(false);
  await draw(true);
  expect(find('main')?.textContent).toContain('Not available where you are');
  expect([find('input'), find('.status')?.textContent]).toEqual([null, '']);
});

it('a form that is drawn already stays, and the place for status says it with the way to the reasons', async () => {
  await draw();
  const input = find('input');
  await say(false);
  expect(find('input')).toBe(input);
  expect(find('main')?.textContent).toBe('');
  expect(find('.status')?.textContent).toContain('Not available where you are');
  expect(find('.status a')?.getAttribute('href')).toBe('/location-restriction');
  await say(true);
  expect(find('.status')?.textContent).toBe('');
});
