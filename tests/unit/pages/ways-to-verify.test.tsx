import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ClaimRefusal } from '../../../src/pages/promo/ClaimRefusal';
import { IdentityAction } from '../../../src/pages/shared/gates/IdentityStep';

const drawn = (isVerified: boolean, canWrite: boolean) =>
  renderToStaticMarkup(<MemoryRouter><IdentityAction next="/deposit" isVerified={isVerified} canWrite={canWrite} /></MemoryRouter>);

it.each(['identity-needed', 'nin-needed'])('whoever verifies their NIN for a promotion comes back to it: %s', (reason) => {
  const html = renderToStaticMarkup(<MemoryRouter><ClaimRefusal promotionId="friday" reason={reason} from={null} /></MemoryRouter>);
  expect(html).toContain('href="/nin?next=%2Fpromo%2Ffriday"');
});

it('a player with a verified NIN is not asked to verify it again, but to write to the team where that is possible', () => {
  expect(drawn(false, true)).toContain('href="/nin?next=%2Fdeposit"');
  expect(drawn(true, true)).not.toContain('/nin');
  expect(drawn(true, true)).toContain('Write to us');
  expect(drawn(true, false)).toBe('');
});
