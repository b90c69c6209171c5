/**
 * Parses an HTTP date (RFC 9110, 5.6.7). Returns milliseconds since 1970, or NaN. Date.parse alone would read "0" as a
 * year.
 */
export const parseHttpDate = (text: string): number =>
  /^[A-Za-z]{3,9},? /.test(text.trim()) ? Date.parse(text) : Number.NaN
