import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { KeptAnswers } from '#shared/lib/concurrency/kept-answers.ts'

import { runTextJob } from '../../texts/text-threads.ts'

/** A page of 20,000 characters of links is 200 KB of HTML. */
const kept = new KeptAnswers<string>(100, { maxAgeMs: 600_000 })

/** A description of `ownerId` as HTML, rendered once. What takes too long to render is shown as the text it is. */
export async function descriptionHtml(ownerId: string, text: string): Promise<string> {
  if (text === '') return ''
  return kept.get(
    sha256Hex(text),
    async () => (await runTextJob(ownerId, 'renderMarkdown', text)) ?? `<pre>${escaped(text)}</pre>\n`,
  )
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (char) => ENTITIES[char] ?? '')
