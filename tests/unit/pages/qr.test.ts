import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { qrModules, qrPath } from '../../../src/pages/admin/second-factor/qr';
import type { Modules } from '../../../src/pages/admin/second-factor/qr';

/** A link of so many bytes. */
const linkOf = (length: number): string => 'otpauth://totp/Ayo:admin?secret='.padEnd(length, 'GEZDGNBV');
const fingerprintOf = (modules: Modules): string =>
  createHash('sha256').update(modules.map((row) => row.map(Number).join('')).join('\n')).digest('hex').slice(0, 16);

describe('a QR code', () => {
  // A decoder of somebody else's (npm: qr 0.7.0) has read each of these back as its text.
  it.each([
    [84, 37, 'ec6d6aaf4abe8971'], [106, 41, '3b6ffee64a8e4f1f'], [122, 45, '6011b8a499099072'], [152, 49, 'f71cbc20880a18e8'],
    [180, 53, '3dc7a5133eb7209e'], [213, 57, 'b4320658fe342700'],
  ])('of %d bytes has %d modules a side, as every reader reads them', (length, size, fingerprint) => {
    const modules = qrModules(linkOf(length)) ?? [];
    expect([modules.length, fingerprintOf(modules)]).toEqual([size, fingerprint]);
  });

  it('takes the next size for one byte more, and is none of a text that is too long', () => {
    expect(qrModules(linkOf(85))).toHaveLength(41);
    expect(qrModules(linkOf(214))).toBeNull();
  });

  it('is drawn with one square for each dark module', () => {
    expect(qrPath([[true, false], [false, true]])).toBe('M0 0h1v1h-1zM1 1h1v1h-1z');
  });
});
