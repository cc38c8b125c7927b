/** The form of our references, which all gateways accept. */
const REFERENCE = /^[a-z0-9][a-z0-9-]{15,63}$/;

export function isPaymentReference(text: string): boolean {
  return REFERENCE.test(text);
}
