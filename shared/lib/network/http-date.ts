/** A date as HTTP writes it (RFC 9110, 5.6.7), in milliseconds; NaN for anything else. Date.parse takes "0" for a year. */
export const parseHttpDate = (text: string): number =>
  /^[A-Za-z]{3,9},? /.test(text.trim()) ? Date.parse(text) : Number.NaN
