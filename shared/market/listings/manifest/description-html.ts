import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { AnswerCache } from '#shared/lib/concurrency/answer-cache.ts'

import { runTextJob } from '../../texts/text-threads.ts'

/** Rendered HTML, by the hash of its text. One entry can have 200 KB: 20,000 characters of links. */
const kept = new AnswerCache<string>(100, { maxAgeMs: 600_000 })

/** Renders a description of `ownerId` as HTML, cached. A text that takes too long to render is shown as plain text. */
export async function descriptionHtml(ownerId: string, text: string): Promise<string> {
  if (text === '') return ''
  return kept.get(
    sha256Hex(text),
    async () => (await runTextJob(ownerId, 'renderMarkdown', text)) ?? `<pre>${escaped(text)}</pre>\n`,
  )
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (char) => ENTITIES[char] ?? '')
