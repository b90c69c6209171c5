import { absoluteUrl } from '../same-site.ts'
import { oneLine } from '../one-line.ts'
import type { ContactPoint, PageLink } from './page-facts.ts'

const MOST_LINKS = 300
const MOST_CONTACTS = 30
const SOCIAL =
  /^https?:\/\/(?:[\w-]+\.)?(?:linkedin\.com\/(?:company|in|school)|(?:twitter|x)\.com|facebook\.com|instagram\.com|youtube\.com\/(?:@|c\/|channel|user)|github\.com|gitlab\.com|tiktok\.com\/@|mastodon\.[\w.]+\/@|bsky\.app\/profile|discord\.(?:gg|com\/invite)|t\.me|wa\.me|threads\.(?:net|com)\/@)/i
/** Share buttons are not a way to contact the owner. */
const SHARING = /\/(?:share|sharer|intent|dialog|shareArticle)\b|[?&](?:url|u|text)=/i

/** Gathers a page's links and the contacts of its owner. */
export class PageLinks {
  readonly #links = new Map<string, { url: string; text: string }>()
  readonly #contacts = new Map<string, ContactPoint>()
  #open: { url: string; text: string } | null = null

  open(tag: string, attributes: Readonly<Record<string, string>>, base: string): void {
    if (tag !== 'a' && tag !== 'area') return
    const href = attributes['href']?.trim()
    if (href === undefined || href === '' || href.startsWith('#')) return
    if (/^(?:mailto|tel):/i.test(href)) {
      this.#addContact(href)
      return
    }
    const url = absoluteUrl(href, base)
    if (url === null) return
    if (SOCIAL.test(url) && !SHARING.test(url)) this.#keep({ kind: 'social', value: url })
    const known = this.#links.get(url)
    if (known === undefined && this.#links.size >= MOST_LINKS) return
    const link = known ?? { url, text: '' }
    this.#links.set(url, link)
    this.#open = tag === 'a' && link.text === '' ? link : null
  }

  add(text: string): void {
    if (this.#open !== null && this.#open.text.length < 400) this.#open.text += text
  }

  close(tag: string): void {
    if (tag === 'a') this.#open = null
  }

  end(): { links: PageLink[]; contacts: ContactPoint[] } {
    return {
      links: [...this.#links.values()].map(({ url, text }) => ({ url, text: oneLine(text, 100) })),
      contacts: [...this.#contacts.values()],
    }
  }

  #addContact(href: string): void {
    const [address = ''] = decoded(href.replace(/^\w+:/, '')).split('?')
    const value = oneLine(address, 200)
    const kind = /^mailto:/i.test(href) ? 'email' : 'phone'
    if (kind === 'email' ? /^\S+@\S+\.\S+$/.test(value) : /\d{3}/.test(value)) this.#keep({ kind, value })
  }

  #keep(contact: ContactPoint): void {
    if (this.#contacts.size < MOST_CONTACTS) this.#contacts.set(`${contact.kind}:${contact.value}`, contact)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
