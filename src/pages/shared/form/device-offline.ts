/** Whether the device itself says that it has no network: then nothing can have left it. "Yes" proves nothing. */
export function isDeviceOffline(): boolean {
  return !navigator.onLine;
}
