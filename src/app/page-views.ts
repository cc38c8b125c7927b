declare global {
  interface Window {
    /** The analytics data layer; whatever reads it lives outside the app. */
    dataLayer?: Record<string, unknown>[];
  }
}

/** When this document was loaded, epoch ms: every page view of the visit carries it. */
const pageLoadTimestamp = Math.round(performance.timeOrigin);

/** Tells the data layer of a navigation that has been drawn. */
export function trackPageView(path: string, routeName: string): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event: 'page_view', path, routeName, pageLoadTimestamp });
}
