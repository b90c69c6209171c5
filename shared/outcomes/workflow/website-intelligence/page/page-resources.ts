import { absoluteUrl, isSameSite } from '#shared/engines/site/same-site.ts'
import type { HtmlFacts, ResourceFacts } from '#shared/engines/site/page/page-facts.ts'

const MOST_NAMED = 20
/** Kinds of script that are data or that the browser puts off by itself. */
const NOT_A_SCRIPT = /json|template|text\/(?:x-|html)|importmap|speculationrules/i

type Attributes = Readonly<Record<string, string>>

/** Counts what a browser would ask for besides the page, and what of it is unsafe. */
export class PageResources {
  readonly #counts = {
    scripts: 0,
    blockingScripts: 0,
    styles: 0,
    images: 0,
    imagesWithoutAlt: 0,
    imagesWithoutSize: 0,
    lazyImages: 0,
    frames: 0,
  }
  readonly #foreignHosts = new Set<string>()
  readonly #withoutIntegrity = new Set<string>()
  readonly #active = new Set<string>()
  readonly #passive = new Set<string>()
  readonly #insecureForms = new Set<string>()
  #hasPasswordField = false

  /** `base` is what relative URLs start from; `pageUrl` is the page. */
  open(tag: string, attributes: Attributes, place: { base: string; pageUrl: string; inHead: boolean }): void {
    if (tag === 'script') this.#script(attributes, place)
    if (tag === 'link' && /\bstylesheet\b/i.test(attributes['rel'] ?? '')) {
      this.#counts.styles += 1
      this.#load(attributes['href'], attributes, place, { isActive: true, isCode: true })
    }
    if (tag === 'img') this.#image(attributes, place)
    if (tag === 'iframe' && (attributes['src'] ?? '') !== '') {
      this.#counts.frames += 1
      this.#load(attributes['src'], attributes, place, { isActive: true, isCode: false })
    }
    if (['video', 'audio', 'source'].includes(tag)) {
      this.#load(attributes['src'], attributes, place, { isActive: false, isCode: false })
    }
    if (tag === 'form') this.#form(attributes, place)
    if (tag === 'input' && attributes['type']?.toLowerCase() === 'password') this.#hasPasswordField = true
  }

  end(): Pick<HtmlFacts, 'resources' | 'mixed' | 'insecureForms' | 'hasPasswordField'> {
    const resources: ResourceFacts = {
      ...this.#counts,
      foreignHosts: [...this.#foreignHosts],
      withoutIntegrity: [...this.#withoutIntegrity],
    }
    return {
      resources,
      mixed: { active: [...this.#active], passive: [...this.#passive] },
      insecureForms: [...this.#insecureForms],
      hasPasswordField: this.#hasPasswordField,
    }
  }

  #script(attributes: Attributes, place: { base: string; pageUrl: string; inHead: boolean }): void {
    if ((attributes['src'] ?? '') === '' || NOT_A_SCRIPT.test(attributes['type'] ?? '')) return
    this.#counts.scripts += 1
    const putOff = 'async' in attributes || 'defer' in attributes || attributes['type']?.toLowerCase() === 'module'
    if (place.inHead && !putOff) this.#counts.blockingScripts += 1
    this.#load(attributes['src'], attributes, place, { isActive: true, isCode: true })
  }

  #image(attributes: Attributes, place: { base: string; pageUrl: string }): void {
    this.#counts.images += 1
    if (!('alt' in attributes)) this.#counts.imagesWithoutAlt += 1
    if (!('width' in attributes && 'height' in attributes)) this.#counts.imagesWithoutSize += 1
    if (attributes['loading']?.toLowerCase() === 'lazy') this.#counts.lazyImages += 1
    this.#load(attributes['src'], attributes, place, { isActive: false, isCode: false })
  }

  #form(attributes: Attributes, { base }: { base: string }): void {
    const action = absoluteUrl(attributes['action'] ?? '', base)
    if (action?.startsWith('http:') === true) add(this.#insecureForms, action)
  }

  #load(
    source: string | undefined,
    attributes: Attributes,
    { base, pageUrl }: { base: string; pageUrl: string },
    { isActive, isCode }: { isActive: boolean; isCode: boolean },
  ): void {
    const url = source === undefined || source === '' ? null : absoluteUrl(source, base)
    if (url === null) return
    if (pageUrl.startsWith('https:') && url.startsWith('http:')) add(isActive ? this.#active : this.#passive, url)
    if (isSameSite(url, pageUrl)) return
    add(this.#foreignHosts, new URL(url).host, 60)
    if (isCode && (attributes['integrity'] ?? '') === '') add(this.#withoutIntegrity, url)
  }
}

function add(set: Set<string>, value: string, most = MOST_NAMED): void {
  if (set.size < most) set.add(value)
}
