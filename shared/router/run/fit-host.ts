/**
 * Returns the name of the host in what an earlier step gave for a domain: of an address, of an e-mail address, or of a record
 * such as "10 mx.example.com.", where a priority stands before it.
 */
export function hostOf(given: string): string {
  const text = given.trim()
  if (/^https?:\/\//i.test(text)) return URL.canParse(text) ? new URL(text).hostname : text
  const host = /^(?:\d{1,5}\s+)?([\w-]+(?:\.[\w-]+)+)\.?$/.exec(text)?.[1]
  return host ?? /^[^\s@]+@([\w.-]+)$/.exec(text)?.[1] ?? text
}
