// @vitest-environment happy-dom
/** The giveaway's page on a device that does not have the code of the draws yet. */
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { MemoryRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import PromoPage from '../../../src/pages/promo/PromoPage';

vi.mock('../../../src/pages/promo/draws/Draws', () => Promise.reject(new Error('The code is not on this device.')));
vi.mock('../../../src/pages/promo/ClaimSection', () => ({ ClaimSection: () => null }));
vi.mock('../../../src/pages/shared/shelf/use-shelf', () => ({ useShelf: () => ({ games: null }) }));
vi.mock('../../../src/pages/promo/use-offer', async () => {
  const { SHIPPED_PROMOTIONS } = await import('../../../src/core/shipped-promotions');
  return {
    useOffer: () => ({
      name: 'Weekly giveaway', terms: SHIPPED_PROMOTIONS.giveaway, version: null, isEnabled: true, datedAt: null, claimable: null, reload: () => undefined,
    }),
  };
});

it('has its example all the same, and says that the draws need a connection', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.body);
  await act(async () => root.render(<MemoryRouter initialEntries={['/promo/giveaway']}><PromoPage /></MemoryRouter>));
  await vi.waitFor(() => expect(document.body.textContent).toContain('The draws could not be loaded.'));
  expect(document.body.textContent).toContain('An exampleWith 1,000 entries, your chance of a prize is 5 in 1,000.');
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
