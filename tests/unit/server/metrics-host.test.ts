import { describe, expect, it } from 'vitest';
import { isOwnHost } from '../../../server/metrics/listen';

describe('a page of the web', () => {
  it('reads no metrics by a name of its own that leads to this machine', () => {
    for (const host of ['evil.example', 'evil.example:9464', 'localhost.evil.example', '127.0.0.1.evil.example', '', undefined, 'a:b:c']) {
      expect([host, isOwnHost(host, '127.0.0.1')]).toEqual([host, false]);
    }
  });
});

describe('Prometheus', () => {
  it('reads them by an address, by localhost, and by the configured name', () => {
    for (const host of ['127.0.0.1:9464', 'localhost:9464', 'LOCALHOST', '[::1]:9464', '10.0.0.7:9464', 'ayo-1.internal:9464']) {
      expect([host, isOwnHost(host, 'ayo-1.internal')]).toEqual([host, true]);
    }
  });
});
