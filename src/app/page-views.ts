declare global {
  interface Window {
    /** The analytics data layer. The code that reads it lives outside the app. */
    dataLayer?: Record<string, unknown>[];
  }
}

/** Epoch ms at which this document was loaded. Every page view of the visit carries it. */
const pageLoadTimestamp = Math.round(performance.timeOrigin);

/** Tells the data layer of a navigation that has been drawn. */
export function trackPageView(path: string, routeName: string): void {
  window.dataLayer ??= [];
  window.dataLayer.push({ event: 'page_view', path, routeName, pageLoadTimestamp });
}
