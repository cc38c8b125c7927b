import { describe, expect, it } from 'vitest';
import { createOfficeCheck } from '../../../server/four-eyes/one-person';

describe('an office that is named by its IPv6 address', () => {
  it.each([['::1'], ['::/48']])('does not let two accounts of one person at an IPv4 address count as two: %s', (office) => {
    const isOffice = createOfficeCheck([office]);
    expect(isOffice('197.210.61.4')).toBe(false);
    expect(isOffice('0:0:0:0::/64')).toBe(true);
  });

  it('stands for the /64 around it, and one of IPv4 for the address alone', () => {
    const isOffice = createOfficeCheck(['2c0f:f5c0:1:2::9', '102.89.1.7', '10.0.0.0/8']);
    expect(['2c0f:f5c0:1:2::/64', '102.89.1.7', '10.9.8.7'].map(isOffice)).toEqual([true, true, true]);
    expect(['2c0f:f5c0:1:3::/64', '102.89.1.8', '11.0.0.1'].map(isOffice)).toEqual([false, false, false]);
  });
});
