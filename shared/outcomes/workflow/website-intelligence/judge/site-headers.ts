import type { SiteFacts } from '../collect/collect-site.ts'

/** A response header by lower-case name, several joined by commas; null when it was not sent. */
export type ReadHeader = (name: string) => string | null

/** The site's response headers: as the http-headers part saw them, else as the start page came; null when neither did. */
export function headersOf({ headers, pages }: Pick<SiteFacts, 'headers' | 'pages'>): ReadHeader | null {
  const record = headers?.headers ?? pages[0]?.headers
  if (record === undefined) return null
  return (name) => {
    const value = record[name]
    return value === undefined ? null : [value].flat().join(', ')
  }
}

/** The URL the site is at, after redirects. */
export const finalUrlOf = ({ url, headers, pages }: Pick<SiteFacts, 'url' | 'headers' | 'pages'>): string =>
  pages[0]?.finalUrl ?? headers?.final_url ?? url
