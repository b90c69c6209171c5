import { CATEGORY_WORDS, LICENSE_WORDS, TECH_WORDS } from './draft-words.rules.ts'
import { Content, Tag } from '../listing-fields.ts'

/** What was found in a source. Every field may be missing, and none is cleaned. */
export type FoundDraft = {
  kind: string
  title?: string | undefined
  summary?: string | undefined
  description?: string | undefined
  tags?: readonly string[]
  tech?: readonly string[]
  license?: string | undefined
  delivery?: string | undefined
}

/** A draft that POST /api/listings accepts unchanged. */
export type ListingDraft = {
  title: string
  summary?: string
  description: string
  category: string
  listing_kind: string
  listing_type: 'fixed'
  price_cents: number
  tags: string[]
  tech_stack: string[]
  license_id: string
  content?: string
  status: 'draft'
}

const UNSEEN = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu

/** Fits a found draft to the fields of a listing: cuts and cleans texts, proposes a category, tags and a tech stack. */
export function normalizeDraft(found: FoundDraft, text: string): { draft: ListingDraft; warnings: string[] } {
  const warnings: string[] = []
  const title = line(found.title ?? '', 120)
  if (title === '') warnings.push('No title was found; the draft has a stand-in.')
  const summary = line(found.summary ?? '', 280)
  if (summary === '') warnings.push('No summary was found; lists will show none.')
  const whole = many(found.description ?? '')
  if (whole.length > 20_000) warnings.push('The description was cut to 20,000 characters.')
  const words = wordsOf(`${title} ${summary} ${text.slice(0, 20_000)}`)
  const delivery = found.delivery
  const isContent = Content.safeParse(delivery).success
  if (delivery !== undefined && !isContent) warnings.push('The content is no text, or too long, and was left out.')
  warnings.push('The price is 0 until you set it.')
  return {
    warnings,
    draft: {
      title: title === '' ? 'Untitled' : title,
      ...(summary === '' ? {} : { summary }),
      description: cut(whole, 20_000).trim(),
      category: categoryOf(words),
      listing_kind: found.kind,
      listing_type: 'fixed',
      price_cents: 0,
      tags: tagsOf(found.tags ?? []),
      tech_stack: tagsOf([...(found.tech ?? []), ...TECH_WORDS.filter((word) => words.has(word))]),
      license_id: LICENSE_WORDS.find(([pattern]) => pattern.test(found.license ?? ''))?.[1] ?? 'personal',
      ...(delivery !== undefined && isContent ? { content: delivery } : {}),
      status: 'draft',
    },
  }
}

const cut = (text: string, most: number) => text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
const line = (text: string, most: number) =>
  cut(text.normalize('NFC').replaceAll(/\s+/g, ' ').replaceAll(UNSEEN, '').trim(), most).trim()
const many = (text: string) =>
  text
    .normalize('NFC')
    .split(/\r\n|[\n\r]/)
    .map((one) => one.replaceAll('\t', '  ').replaceAll(UNSEEN, ''))
    .join('\n')
    .trim()

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[a-z][a-z0-9+#.-]*[a-z0-9+#]|[a-z]/g))

function categoryOf(words: ReadonlySet<string>): string {
  const scores = Object.entries(CATEGORY_WORDS).map(([category, telling]) => ({
    category,
    score: telling.filter((word) => words.has(word) || words.has(`${word}s`)).length,
  }))
  const best = scores.reduce((top, one) => (one.score > top.score ? one : top))
  return best.score === 0 ? 'other' : best.category
}

function tagsOf(names: readonly string[]): string[] {
  const tags = names.flatMap((name) => {
    const tag = Tag.safeParse(name.replaceAll(/[/:]+/g, '-'))
    return tag.success ? [tag.data] : []
  })
  return [...new Set(tags)].slice(0, 20)
}
