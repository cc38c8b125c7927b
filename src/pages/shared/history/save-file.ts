/** The browser has this long to begin the download. */
const REVOKE_AFTER_MS = 60_000;

/** Hands a file that was made here, whole or in parts, to the browser's downloads. */
export function saveFile(text: string | readonly string[], type: string, name: string): void {
  const url = URL.createObjectURL(new Blob(typeof text === 'string' ? [text] : [...text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), REVOKE_AFTER_MS);
}
