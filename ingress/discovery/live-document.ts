import { type TextDocument, tagOf, textDocument } from './text-document.ts'

/** Milliseconds for which a document is reused before its content is read again. */
const LOOK_AGAIN_MS = 10_000

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Version of the API description (outcomes-api.md, Versioning). */
export const API_VERSION = '0.1.0'

/**
 * Returns a function that reads a JSON document whose content changes now and then. The document starts with
 * `generated_at` (when this content first appeared), `version` (of the document's format) and `etag`. Its bytes stay
 * the same as long as the content does. `content` returns the members as JSON text without the outer braces.
 */
export function liveDocument(
  content: () => string,
  now: () => Date,
  version: string | number = API_VERSION,
): () => TextDocument {
  let last: { contentTag: string; lookedMs: number; document: TextDocument } | null = null
  return () => {
    const at = now()
    if (last !== null && at.getTime() - last.lookedMs < LOOK_AGAIN_MS) return last.document
    const members = content()
    const contentTag = tagOf(members)
    if (last?.contentTag === contentTag) {
      last.lookedMs = at.getTime()
      return last.document
    }
    const generatedAt = at.toISOString()
    const tag = tagOf(generatedAt + contentTag)
    const head = JSON.stringify({ generated_at: generatedAt, version, etag: tag }).slice(0, -1)
    last = { contentTag, lookedMs: at.getTime(), document: textDocument(`${head},${members}}`, JSON_TYPE, tag) }
    return last.document
  }
}
