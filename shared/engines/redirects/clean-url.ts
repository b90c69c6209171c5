import { TRACKING_PARAMS, TRACKING_PREFIXES } from './tracking-params.rules.ts'

/** The tracking parameters in a URL's query, in order. */
export function trackingParams(url: URL): string[] {
  return queryParts(url)
    .map(nameOf)
    .filter((name) => isTracking(name))
}

/** A URL without its tracking parameters; what is left stays byte for byte as it was. */
export function cleanUrl(text: string): string {
  const url = new URL(text)
  const parts = queryParts(url)
  const kept = parts.filter((part) => !isTracking(nameOf(part)))
  // Writing the query back may change its spelling, so only where something goes.
  if (kept.length < parts.length) url.search = kept.join('&')
  return url.href
}

const queryParts = (url: URL) => (url.search.length > 1 ? url.search.slice(1).split('&') : [])

function nameOf(part: string): string {
  const name = part.split('=')[0] ?? ''
  try {
    return decodeURIComponent(name).toLowerCase()
  } catch {
    return name.toLowerCase()
  }
}

const isTracking = (name: string) =>
  TRACKING_PARAMS.has(name) || TRACKING_PREFIXES.some((prefix) => name.startsWith(prefix))
