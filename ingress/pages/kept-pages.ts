import { LRUCache } from 'lru-cache'

import type { Page, Visit } from './page.ts'

/** How long a page is kept in ms, the bytes that are kept, and the longest address whose page is. */
const KEPT_MS = 2_000
const MOST_BYTES = 16 * 1024 * 1024
const LONGEST_ADDRESS = 300

/**
 * A rendered page. The token of a form is left out of its text: `parts` stand before, between and after the tokens. A
 * page without a token is compressed once, when it is first asked for.
 */
export type KeptPage = { parts: readonly string[]; gzipped: Promise<Buffer> | null }

/** Pages of the last two seconds that do not depend on who asks, so that many visitors cost little more than one. */
export type KeptPages = {
  find: (visit: Visit) => KeptPage | undefined
  /** Keeps the text of a page, if its declaration allows that. */
  keep: (visit: Visit, page: Page, text: string) => void
}

/** Makes an empty store of pages for one process. */
export function keptPages(): KeptPages {
  const pages = new LRUCache<string, KeptPage>({
    ttl: KEPT_MS,
    maxSize: MOST_BYTES,
    sizeCalculation: ({ parts }) => parts.reduce((sum, part) => sum + part.length, 1),
  })
  const keys = ({ ctx, session, serviceKey }: Visit): string[] => {
    if (ctx.method !== 'GET' || ctx.get('hx-request') !== '' || ctx.url.length > LONGEST_ADDRESS) return []
    return [`all ${ctx.url}`, ...(session === null && serviceKey === null ? [`strangers ${ctx.url}`] : [])]
  }
  return {
    find: (visit) =>
      keys(visit)
        .map((key) => pages.get(key))
        .find((page) => page !== undefined),
    keep(visit, { sameFor, status = 200 }, text) {
      const key = keys(visit).find((one) => one === `${sameFor} ${visit.ctx.url}`)
      if (key === undefined || status !== 200) return
      const token = visit.tokenText()
      pages.set(key, { parts: token === null ? [text] : text.split(token), gzipped: null })
    },
  }
}
