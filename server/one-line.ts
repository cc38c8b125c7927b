/** Returns a text from outside as one line of at most `maxLength` characters, without control characters. */
export function toOneLine(text: string, maxLength: number): string {
  return text.replace(/[\p{Cc}\s]+/gu, ' ').trim().slice(0, maxLength);
}
