/** True if the device itself says that it has no network, so nothing can have left it. False proves nothing. */
export function isDeviceOffline(): boolean {
  return !navigator.onLine;
}
