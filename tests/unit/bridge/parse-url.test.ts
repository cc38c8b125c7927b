import { afterEach, expect, it, vi } from 'vitest';
import { parseUrl } from '../../../src/bridge/page/parse-url';
import { paymentUrl } from '../../../src/pages/deposit/payment-urls';
import { frameOrigin } from '../../../src/pages/shared/framed/frame-origin';

afterEach(() => vi.unstubAllGlobals());

it('an address is read in browsers that have no URL.parse and no URL.canParse', () => {
  vi.stubGlobal('URL', Object.assign(class extends URL {}, { parse: undefined, canParse: undefined }));
  expect(parseUrl('/a?b=1', 'https://ayo.example/c')?.href).toBe('https://ayo.example/a?b=1');
  expect(parseUrl('/a')).toBeNull();
  expect(paymentUrl({ type: 'redirect', url: 'https://pay.example/x' }, 'https://ayo.example')).toBe('https://pay.example/x');
  expect(frameOrigin('https://games.example/play', 'ayo.example')).toBe('https://games.example');
});
