import { isoDate } from '#shared/engines/search/iso-date.ts'
import { walkMarkup } from '#shared/engines/site/page/walk-markup.ts'

/** One entry of a feed, as it says it; texts are decoded once and may hold markup. */
export type FeedItem = {
  title: string
  link: string
  /** ISO 8601 in UTC. */
  publishedAt: string | null
  /** Of RSS's source element, or of a namespace's (`News:Source`). */
  source: { name: string; url: string | null } | null
}

export type Feed = { kind: 'rss' | 'atom' | 'rdf'; title: string; items: FeedItem[] }

const MOST_ITEMS = 500
const LONGEST_FIELD = 8_192
/** Declarations come before the root. A feed with its own document type wants to define entities. */
const DOCTYPE = /<!(?:doctype|entity)/i
const ROOTS = { rss: 'rss', feed: 'atom', rdf: 'rdf' } as const

/**
 * Reads RSS 0.9x, 1.0 and 2.0 and Atom. Throws Error for anything that is not a feed, and for a feed with a document
 * type: no entity is ever defined or fetched, and only the five of XML exist.
 */
export function readFeed(xml: string): Feed {
  if (DOCTYPE.test(xml)) throw new Error('a feed with a document type is not read')
  const reader = new FeedReader()
  walkMarkup(xml.replace(/^\uFEFF/, ''), reader, { isXml: true })
  if (reader.kind === null) throw new Error('this is no feed')
  return { kind: reader.kind, title: reader.title.trim(), items: reader.items }
}

type Entry = { title: string; link: string; guid: string; date: string; sourceName: string; sourceUrl: string }

const FIELDS: Readonly<Record<string, keyof Entry>> = {
  title: 'title',
  link: 'link',
  guid: 'guid',
  id: 'guid',
  pubdate: 'date',
  published: 'date',
  updated: 'date',
  date: 'date',
  source: 'sourceName',
}

class FeedReader {
  kind: Feed['kind'] | null = null
  title = ''
  readonly items: FeedItem[] = []
  #entry: Entry | null = null
  #field: { tag: string; key: keyof Entry } | null = null
  #inChannelTitle = false
  #isFirst = true

  readonly open = (tag: string, attributes: Readonly<Record<string, string>>) => {
    const name = local(tag)
    if (this.#isFirst) {
      this.#isFirst = false
      this.kind = name in ROOTS ? ROOTS[name as keyof typeof ROOTS] : null
    }
    if (this.kind === null) return
    if (name === 'item' || name === 'entry') {
      this.#entry = { title: '', link: '', guid: '', date: '', sourceName: '', sourceUrl: '' }
      return
    }
    if (this.#entry === null) {
      this.#inChannelTitle = name === 'title' && this.title === ''
      return
    }
    const key = FIELDS[name]
    // Pictures and media have titles and links of their own.
    if (key === undefined || this.#field !== null || /^(?:media|itunes|image|atom10):/i.test(tag)) return
    if (key === 'link' && attributes['href'] !== undefined) {
      if (this.#entry.link === '' || attributes['rel'] === 'alternate')
        this.#entry.link = attributes['href'].slice(0, LONGEST_FIELD)
      return
    }
    if (key === 'sourceName') this.#entry.sourceUrl = attributes['url'] ?? ''
    // Of several dates the first one counts: `published` before `updated`.
    if (this.#entry[key] === '') this.#field = { tag, key }
  }

  readonly text = (piece: string) => {
    if (this.#inChannelTitle && this.title.length < LONGEST_FIELD) this.title += piece
    if (this.#entry === null || this.#field === null) return
    const { key } = this.#field
    if (this.#entry[key].length < LONGEST_FIELD) this.#entry[key] += piece
  }

  readonly close = (tag: string) => {
    if (this.#field?.tag === tag) this.#field = null
    const name = local(tag)
    if (name === 'title') this.#inChannelTitle = false
    if (this.#entry === null || (name !== 'item' && name !== 'entry')) return
    const { title, link, guid, date, sourceName, sourceUrl } = this.#entry
    this.#entry = null
    this.#field = null
    if (this.items.length >= MOST_ITEMS) return
    this.items.push({
      title: title.trim(),
      link: link.trim() || (/^https?:/.test(guid.trim()) ? guid.trim() : ''),
      publishedAt: isoDate(date),
      source: sourceName.trim() === '' ? null : { name: sourceName.trim(), url: sourceUrl.trim() || null },
    })
  }
}

/** A name without its prefix: `News:Source` and `rdf:RDF` are recognised whatever their namespace is called. */
const local = (tag: string) => tag.slice(tag.indexOf(':') + 1).toLowerCase()
