import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emailHash, pageViewIn, pixelAddress } from '../../../src/bridge/pixel/pixel-address';

const VIEW = { path: '/game/adire-gold', routeName: 'game', pageLoadTimestamp: 1_795_000_000_000 };
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const paramsOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

describe('the hash of an e-mail', () => {
  it('is hex SHA-256 of the address, trimmed and in lower case', () => {
    expect(emailHash(' Ngozi.Okonkwo@Mail.Example \n')).toBe(sha256('ngozi.okonkwo@mail.example'));
    expect(emailHash('a@b.ng')).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is none of no e-mail', () => {
    expect([emailHash(null), emailHash(''), emailHash('  ')]).toEqual([null, null, null]);
  });
});

describe('the address of a page view', () => {
  it('carries path, route, load time, currency and the hash, and nothing else', () => {
    expect(paramsOf(pixelAddress('https://pixel.example/p', VIEW, 'Ada@Example.com'))).toEqual({
      event: 'page_view', path: '/game/adire-gold', route: 'game', loaded: '1795000000000', currency: 'NGN',
      email_sha256: sha256('ada@example.com'),
    });
  });

  it('keeps what the operator’s own address says, and leaves the hash out where no e-mail is known', () => {
    const address = pixelAddress('https://pixel.example/p/?id=7', VIEW, '');
    expect(new URL(address).pathname).toBe('/p/');
    expect(paramsOf(address)).toEqual({ id: '7', event: 'page_view', path: '/game/adire-gold', route: 'game', loaded: '1795000000000', currency: 'NGN' });
  });

  it('does not pass on an address that no page of ours has: anything may have been typed there', () => {
    for (const [path, routeName] of [['/ngozi@mail.example', 'not-found'], ['/category/ngozi@mail.example', 'category'], ['/game/A%20B', 'game'], ['/secret', 'not-found']] as const) {
      expect(paramsOf(pixelAddress('https://pixel.example/p', { ...VIEW, path, routeName }, null))).not.toHaveProperty('path');
    }
  });

  it('never has an e-mail in clear', () => {
    fc.assert(
      fc.property(fc.emailAddress(), fc.string(), (email, tail) => {
        const address = decodeURIComponent(pixelAddress('https://pixel.example/p', { ...VIEW, path: `/${email}${tail}` }, email));
        expect(address.toLowerCase()).not.toContain(email.toLowerCase());
      }),
    );
  });
});

describe('the data layer', () => {
  it('is read for page views alone', () => {
    expect(pageViewIn({ event: 'page_view', ...VIEW, email: 'x@y.z' })).toEqual(VIEW);
    for (const other of [null, 7, 'page_view', {}, { event: 'click', ...VIEW }, { event: 'page_view', path: 7 }, ['page_view']]) {
      expect(pageViewIn(other)).toBeNull();
    }
  });
});
