import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Place } from '../../../src/core/contract/place';
import { appStore } from '../../../src/state/app';
import { applyHost } from '../../../src/state/apply-catalogue';
import { json } from '../api/support';
import { becomePage, leavePage, openBridge, whenIdle } from './support';

const LAGOS: Place = { country: 'NG', state: 'LA', served: true, reason: null, minimumAge: 18, licence: 'a licence' };
const NOWHERE: Place = { country: null, state: null, served: false, reason: 'country-unknown', minimumAge: 18, licence: '' };

/** A page whose questions about the place are answered when and as the test says. */
function load() {
  const page = becomePage();
  const { bridge } = openBridge();
  applyHost({ capabilities: ['place'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' });
  const answers: ((place: Place) => void)[] = [];
  page.network(() => new Promise((resolve) => answers.push((place) => resolve(json(place)))));
  return {
    load: bridge.place.load,
    whenAskedTimes: page.whenAsked,
    answer: (question: number, place: Place) => answers[question]?.(place),
    shown: () => appStore.getState().place?.state,
  };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});
afterEach(leavePage);

describe('the place of this browser', () => {
  it('is the one that was asked for last, although the answer to an earlier question comes after it', async () => {
    const place = load();
    const earlier = place.load();
    await place.whenAskedTimes(1);
    const later = place.load();
    await place.whenAskedTimes(2);
    place.answer(1, LAGOS);
    await later;
    expect(place.shown()).toBe('LA');
    place.answer(0, NOWHERE);
    await earlier;
    expect(place.shown()).toBe('LA');
    await whenIdle();
    const nextVisit = openBridge();
    applyHost({ capabilities: ['place'], cdnUrl: '/cdn', consentPolicy: 'ask', version: '1' });
    void nextVisit.bridge.place.load();
    await place.whenAskedTimes(3);
    expect(place.shown()).toBe('LA');
  });

  it('is the answer to the earlier question until the later one is answered', async () => {
    const place = load();
    const earlier = place.load();
    await place.whenAskedTimes(1);
    const later = place.load();
    await place.whenAskedTimes(2);
    place.answer(0, LAGOS);
    await earlier;
    expect(place.shown()).toBe('LA');
    place.answer(1, NOWHERE);
    await later;
    expect(place.shown()).toBeNull();
  });
});
