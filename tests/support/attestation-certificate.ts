/** A certificate as makers of authenticators have one, and its key; made for these tests, and trusted by nobody. Valid until 2126. */
import { createPrivateKey } from 'node:crypto';

export const ATTESTATION_CERTIFICATE = Buffer.from(
  'MIICADCCAaWgAwIBAgIUT/yRC1CeipAOyAFjGeGSqydu0xIwCgYIKoZIzj0EAwIwZjELMAkGA1UEBhMCTkcxEjAQBgNVBAoMCUF5byB0ZXN0czEiMCAGA1UE' +
  'CwwZQXV0aGVudGljYXRvciBBdHRlc3RhdGlvbjEfMB0GA1UEAwwWQXlvIHRlc3QgYXV0aGVudGljYXRvcjAgFw0yNjExMjgwNzQ0MTlaGA8yMTI2MTEwNDA3' +
  'NDQxOVowZjELMAkGA1UEBhMCTkcxEjAQBgNVBAoMCUF5byB0ZXN0czEiMCAGA1UECwwZQXV0aGVudGljYXRvciBBdHRlc3RhdGlvbjEfMB0GA1UEAwwWQXlv' +
  'IHRlc3QgYXV0aGVudGljYXRvcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABKko2X8sHc5XziOhocBbthdl8Lc6Tpk6FpFK/MUFxw9CG+PA+p5WoYUDewnH' +
  'i2QJud+HmnMCknS8dqEqeH5M55+jLzAtMAwGA1UdEwEB/wQCMAAwHQYDVR0OBBYEFP7ejXobpvN8gYF/viTT3hin4JGyMAoGCCqGSM49BAMCA0kAMEYCIQD7' +
  'TNRSOnzT9TiTS4Dd12mXLkYorDKAWLt3dxSOqOw7yQIhAP6SlxbYFYn3IpxmH2OoWQ8Y8tiYpDkYe1xeM9ejzs8A',
  'base64',
);

const KEY = Buffer.from(
  'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRkCK2f6tGlv99a4BopCxz9KPF+8bRPaj+LI5JTfBoVqhRANCAASpKNl/LB3OV84joaHAW7YX' +
  'ZfC3Ok6ZOhaRSvzFBccPQhvjwPqeVqGFA3sJx4tkCbnfh5pzApJ0vHahKnh+TOef',
  'base64',
);

export const ATTESTATION_KEY = createPrivateKey({ key: KEY, format: 'der', type: 'pkcs8' });
