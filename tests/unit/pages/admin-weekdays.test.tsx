// @vitest-environment happy-dom
/** The weekdays of a promotion are switches with their names. The form keeps them as numbers. */
import { act, useState } from 'react';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WeekdaysField } from '../../../src/pages/admin/promotions/WeekdaysField';

let root: Root;
let value = '';

function Form({ error }: { error?: string }) {
  const [text, setText] = useState('5');
  value = text;
  return <WeekdaysField value={text} hint="Tap the days." error={error} onChange={setText} />;
}

const draw = (error?: string) => act(async () => root.render(<Form {...(error !== undefined && { error })} />));
const days = () => [...document.querySelectorAll('button')];
const pressedDays = () => days().filter((day) => day.getAttribute('aria-pressed') === 'true').map((day) => day.textContent);
const press = (name: string) => act(async () => days().find((day) => day.textContent === name)?.click());
const describedBy = () => document.getElementById(document.querySelector('fieldset')?.getAttribute('aria-describedby') ?? '')?.textContent;

beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.body.appendChild(document.createElement('div')));
});
afterEach(async () => {
  await act(async () => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

it('a press adds a day or takes it out, and the days stay in the order of the week', async () => {
  await draw();
  expect(days().map((day) => day.textContent)).toEqual(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']);
  expect(pressedDays()).toEqual(['Fri']);
  await press('Mon');
  await press('Sun');
  expect(pressedDays()).toEqual(['Mon', 'Fri', 'Sun']);
  expect(value).toBe('1, 5, 7');
  for (const day of ['Mon', 'Fri', 'Sun']) await press(day);
  expect(value).toBe('');
});

it('its hint describes it, and its error in place of the hint', async () => {
  await draw();
  expect(describedBy()).toBe('Tap the days.');
  await draw('Not these days.');
  expect(describedBy()).toBe('Not these days.');
});
