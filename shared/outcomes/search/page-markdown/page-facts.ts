import { isObject, type JsonObject } from '#shared/engines/json/json-value.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import { utcTime } from '#shared/lib/utc-time.ts'

import type { DomDocument } from './dom.ts'

/** What a page says of itself, before its content is looked at. Null where it says nothing that can be used. */
export type PageFacts = {
  title: string | null
  byline: string | null
  publishedAt: string | null
  lang: string | null
  description: string | null
  siteName: string | null
  canonicalUrl: string | null
}

const PUBLISHED_META = [
  'article:published_time',
  'og:published_time',
  'datepublished',
  'date',
  'dc.date',
  'dc.date.issued',
  'dcterms.created',
  'parsely-pub-date',
  'sailthru.date',
  'citation_publication_date',
]

/** Reads JSON-LD, meta elements and a few others. `base` is the URL the page came from. */
export function pageFacts(document: DomDocument, base: string): PageFacts {
  const meta = metaOf(document)
  const linked = [...jsonLdOf(document)]
  const first = (name: string) => linked.map((thing) => thing[name]).find((value) => value !== undefined)
  const canonical = document.querySelector('link[rel="canonical"]')?.getAttribute('href')
  return {
    title: titleOf(document) ?? text(meta.get('og:title')),
    byline: text(nameOf(first('author'))) ?? text(meta.get('author')) ?? text(meta.get('article:author')),
    publishedAt:
      isoDate(first('datePublished')) ??
      PUBLISHED_META.map((name) => isoDate(meta.get(name))).find((date) => date !== null) ??
      isoDate(
        document
          .querySelector('time[datetime][pubdate], article time[datetime], time[datetime]')
          ?.getAttribute('datetime'),
      ),
    lang: languageTag(document.documentElement.getAttribute('lang')) ?? languageTag(meta.get('content-language')),
    description: text(meta.get('description')) ?? text(meta.get('og:description')),
    siteName: text(meta.get('og:site_name')),
    canonicalUrl: canonical === null || canonical === undefined ? null : (webUrl(canonical, base) ?? null),
  }
}

/** An http or https URL, absolute; undefined for anything else. */
export function webUrl(href: string, base: string): string | undefined {
  const url = URL.parse(href.trim(), base)
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined
}

/** A BCP 47 tag in its usual spelling; null for what is none. */
export function languageTag(tag: string | null | undefined): string | null {
  try {
    return Intl.getCanonicalLocales(tag?.trim().replaceAll('_', '-') ?? '')[0] ?? null
  } catch {
    return null
  }
}

/** The title without the site's name, where the page's heading shows which part that is. */
function titleOf(document: DomDocument): string | null {
  const heading = text(document.querySelector('h1')?.textContent)
  const title = text(document.querySelector('title')?.textContent)
  if (title === null || heading === null) return title ?? heading
  const isPart = title.split(/\s+[|–—»·:-]\s+/).some((part) => part === heading)
  return isPart ? heading : title
}

function metaOf(document: DomDocument): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const element of document.querySelectorAll('meta')) {
    const name = element.getAttribute('property') ?? element.getAttribute('name') ?? element.getAttribute('itemprop')
    const key = (name ?? element.getAttribute('http-equiv') ?? '').toLowerCase()
    const content = element.getAttribute('content')
    if (key !== '' && content !== null && !values.has(key)) values.set(key, content)
  }
  return values
}

const MAX_JSON_LD_CHARS = 500_000
const MAX_THINGS = 200

function* jsonLdOf(document: DomDocument): Generator<JsonObject> {
  const waiting: unknown[] = []
  for (const { textContent } of document.querySelectorAll('script[type="application/ld+json"]')) {
    if (textContent !== null && textContent.length <= MAX_JSON_LD_CHARS) waiting.push(parseJson(textContent))
  }
  for (let seen = 0; waiting.length > 0 && seen < MAX_THINGS; seen++) {
    const thing = waiting.shift()
    if (Array.isArray(thing)) waiting.push(...thing.slice(0, MAX_THINGS))
    else if (isObject(thing)) {
      yield thing
      waiting.push(thing['@graph'], thing['mainEntity'])
    }
  }
}

function nameOf(author: unknown): unknown {
  if (Array.isArray(author)) {
    const names = author.map(nameOf).filter((name) => typeof name === 'string')
    return names.length > 0 ? names.join(', ') : undefined
  }
  return isObject(author) ? author['name'] : author
}

const MAX_TEXT_CHARS = 500

function text(value: unknown): string | null {
  if (typeof value !== 'string') return null
  const clean = value.replace(/\s+/g, ' ').trim().slice(0, MAX_TEXT_CHARS)
  return clean === '' ? null : clean
}

/** A day stays a day; a time becomes UTC. Only years a page can be from. */
function isoDate(value: unknown): string | null {
  const given = text(value)
  if (given === null) return null
  const day = /^(\d{4})[-/](\d{2})[-/](\d{2})$/.exec(given)
  const time = new Date(utcTime(day === null ? given : `${day[1]}-${day[2]}-${day[3]}`))
  if (Number.isNaN(time.getTime()) || time.getUTCFullYear() < 1990 || time.getUTCFullYear() > 2100) return null
  return day === null ? time.toISOString() : time.toISOString().slice(0, 10)
}
