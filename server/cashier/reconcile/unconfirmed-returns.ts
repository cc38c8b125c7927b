/**
 * SQL: the correction with this alias gives back a payout of which people said that it came back, and not the gateway when it was asked
 * (`server/corrections/payments`). An older Ayo stored the alert of the withdrawal.
 */
export const isUnconfirmedReturn = (alias: string): string => `(${alias}.kind = 'payout-return'
  AND coalesce(${alias}.facts ->> 'gatewaySays', '') NOT IN ('reversed', 'failed') AND coalesce(${alias}.facts ->> 'gatewaySays', '') NOT LIKE 'the gateway says %')`;
