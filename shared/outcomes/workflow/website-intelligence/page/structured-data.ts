import { oneLine } from '#shared/engines/site/one-line.ts'
import type { ContactPoint } from '#shared/engines/site/page/page-facts.ts'

const MOST_CHARS = 200_000
const MOST_TYPES = 40
const MOST_CONTACTS = 20
const DEEPEST = 12
const MOST_NODES = 5_000

/** What the page says of itself to machines: schema.org types from JSON-LD and microdata, and how to get in touch. */
export class StructuredData {
  readonly types = new Set<string>()
  readonly contacts: ContactPoint[] = []
  invalid = 0
  #script: string | null = null
  #nodes = 0

  open(tag: string, attributes: Readonly<Record<string, string>>): void {
    if (tag === 'script' && /^\s*application\/ld\+json/i.test(attributes['type'] ?? '')) this.#script = ''
    for (const type of (attributes['itemtype'] ?? '').split(/\s+/)) this.#addType(type)
  }

  add(text: string): void {
    if (this.#script !== null && this.#script.length < MOST_CHARS) this.#script += text
  }

  close(tag: string): void {
    if (tag !== 'script' || this.#script === null) return
    const text = this.#script
    this.#script = null
    if (text.trim() === '') return
    try {
      this.#walk(JSON.parse(text), 0)
    } catch {
      this.invalid += 1
    }
  }

  #walk(value: unknown, depth: number): void {
    this.#nodes += 1
    if (depth > DEEPEST || this.#nodes > MOST_NODES || typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      for (const item of value) this.#walk(item, depth + 1)
      return
    }
    for (const [name, inner] of Object.entries(value)) {
      if (name === '@type') for (const type of [inner].flat()) this.#addType(String(type))
      if (name === 'email') this.#addContact('email', inner)
      if (name === 'telephone') this.#addContact('phone', inner)
      if (name === 'sameAs') for (const url of [inner].flat()) this.#addContact('social', url)
      this.#walk(inner, depth + 1)
    }
  }

  #addType(type: string): void {
    const name = type.replace(/^https?:\/\/schema\.org\//, '').replace(/^schema:/, '')
    if (/^[\w:/.-]{1,80}$/.test(name) && this.types.size < MOST_TYPES) this.types.add(name)
  }

  #addContact(kind: 'email' | 'phone' | 'social', value: unknown): void {
    if (typeof value !== 'string' || this.contacts.length >= MOST_CONTACTS) return
    const text = oneLine(value.replace(/^mailto:|^tel:/i, ''), 300)
    const fits = { email: /^\S+@\S+\.\S+$/, phone: /\d{4}/, social: /^https?:\/\// }[kind]
    if (fits.test(text)) this.contacts.push({ kind, value: text })
  }
}
