/** Counts answered calls: rate, errors and duration by route, polls, sign-ins and webhooks. */
import { Counter, Histogram } from 'prom-client';
import type { Registry } from 'prom-client';
import { getBalance } from '../../src/core/contract/player';
import { onMeasurement } from '../measurements';
import type { Measurements } from '../measurements';

/** What nobody notices, and what people wait for; few, because each of them is a series of each route. */
const DURATION_BUCKETS = [0.1, 1];
const POLL_ROUTE = `/api${getBalance.path}`;
/** Few people make the calls of the desk, so all of them share one series of durations. */
const DESK_ROUTES = '/api/v1/admin/';
const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);

/**
 * Returns the labels of a call. Pages and files have no route of their own, and an address that leads nowhere is the caller's text; and whoever
 * tries methods that a route does not take must not make a series by each.
 */
function labelsOf({ route, method, status }: Measurements['http.answered']): { readonly route: string; readonly method: string; readonly status: string } {
  const isRefusedMethod = status === 405;
  return {
    route: isRefusedMethod ? 'none' : (route ?? 'none'),
    method: !isRefusedMethod && METHODS.has(method) ? method : 'other',
    status: `${Math.floor(status / 100)}xx`,
  };
}

/** Begins to count, and returns the functions that stop it. */
export function countCalls(registry: Registry): readonly (() => void)[] {
  const registers = [registry];
  const requests = new Counter({
    name: 'ayo_http_requests_total', help: 'Answered calls by route, method and class of status.', labelNames: ['route', 'method', 'status'], registers,
  });
  const durations = new Histogram({
    name: 'ayo_http_request_duration_seconds', help: 'Time to answer a call, by route.', labelNames: ['route'], buckets: DURATION_BUCKETS, registers,
  });
  const polls = new Counter({ name: 'ayo_polls_total', help: 'Answered polls of the balance; 304 is one without news.', labelNames: ['status'], registers });
  const signIns = new Counter({ name: 'ayo_sign_ins_total', help: 'Sign-ins by outcome: ok, or the code of the refusal.', labelNames: ['outcome'], registers });
  const webhooks = new Counter({
    name: 'ayo_webhooks_total', help: 'Notifications of payment gateways by gateway and outcome.', labelNames: ['gateway', 'outcome'], registers,
  });
  return [
    onMeasurement('http.answered', (call) => {
      const { route, status, seconds } = call;
      const labels = labelsOf(call);
      requests.inc(labels);
      durations.observe({ route: labels.route.startsWith(DESK_ROUTES) ? `${DESK_ROUTES}*` : labels.route }, seconds);
      if (route === POLL_ROUTE && (status === 200 || status === 304)) polls.inc({ status });
    }),
    onMeasurement('sign-in.ended', ({ outcome }) => signIns.inc({ outcome })),
    onMeasurement('webhook.ended', ({ gateway, outcome }) => webhooks.inc({ gateway, outcome })),
  ];
}
