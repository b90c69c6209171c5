import { type TextDocument, tagOf, textDocument } from '../../../discovery/text-document.ts'

/** Milliseconds for which a page of the feed is reused. */
const LOOK_AGAIN_MS = 2_000
const MOST_PAGES = 200
const JSON_TYPE = 'application/json; charset=utf-8'

type Page = { contentTag: string; document: TextDocument }

/**
 * Pages of the feed, by their query. A page is looked up at most every two seconds, once for all who ask meanwhile.
 * `generated_at` is when its content first appeared, so that the same content keeps its bytes and its ETag.
 */
export function feedDocuments(now: () => Date) {
  const pages = new Map<string, { lookedMs: number; page: Promise<Page> }>()
  const look = async (content: () => Promise<Record<string, unknown>>, last: Page | null): Promise<Page> => {
    const members = JSON.stringify(await content()).slice(1)
    const contentTag = tagOf(members)
    if (last?.contentTag === contentTag) return last
    const generatedAt = now().toISOString()
    const text = `{"generated_at":${JSON.stringify(generatedAt)},${members}`
    return { contentTag, document: textDocument(text, JSON_TYPE, tagOf(generatedAt + contentTag)) }
  }
  return async (query: string, content: () => Promise<Record<string, unknown>>): Promise<TextDocument> => {
    const lookedMs = now().getTime()
    const last = pages.get(query)
    if (last !== undefined && lookedMs - last.lookedMs < LOOK_AGAIN_MS) return (await last.page).document
    const page = (last?.page.catch(() => null) ?? Promise.resolve(null)).then((before) => look(content, before))
    pages.delete(query)
    pages.set(query, { lookedMs, page })
    page.catch(() => pages.delete(query))
    for (const oldest of pages.keys()) {
      if (pages.size <= MOST_PAGES) break
      pages.delete(oldest)
    }
    return (await page).document
  }
}
