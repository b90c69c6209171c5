import { sha256Hex } from '#shared/lib/crypto/digest.ts'
import { Refusal } from '#shared/errors.ts'
import { UpstreamError, type UpstreamQuestion } from '#shared/doors/upstreams.ts'
import { type SourceId, type Upstream, upstreams } from '#shared/upstreams/registry.ts'
import type { UpstreamSettings } from '#shared/upstreams/settings.ts'

import { basicAuth } from '../egress/basic-auth.ts'

/** A request as it is sent. `url` and `headers` may contain a key: never log, show or store them. */
export type Target = {
  id: SourceId
  upstream: Upstream
  url: URL
  headers: Record<string, string>
  body: string | Uint8Array | undefined
  /** URL shown to callers; null for hidden upstreams. */
  sourceUrl: string | null
  /** Key of breaker and rate limit, if not the upstream: one server of a family. */
  lane?: string
  /** SHA-256 of the request without keys. */
  cacheKey: string
}

const LONGEST_URL = 8_192
const ACCEPT = {
  json: 'application/json',
  xml: 'application/xml, application/rss+xml, text/xml;q=0.9, */*;q=0.1',
  html: 'text/html',
  text: '*/*',
}

/** Our User-Agent, e.g. `Farebox/0.1.0 (+https://site; mail@site)`, and whether it has a contact. */
export type Agent = { name: string; hasContact: boolean }

/**
 * Builds the request of a question. Throws UpstreamError `not_configured`, and Refusal `unprocessable` for a value that
 * cannot be part of an address. The origin is always the configured one, whatever the values.
 */
export function targetOf(question: UpstreamQuestion<unknown>, settings: UpstreamSettings, agent: Agent): Target {
  const { upstream: id, post } = question
  const upstream = upstreams[id]
  const { url: given, key } = settings[id]
  const named = upstream.namedBy === undefined ? undefined : question.base
  const base = given ?? named ?? null
  if (base === null) throw new UpstreamError('not_configured', 'it is switched off, or has no address')
  if (upstream.key?.needed === true && key === undefined) throw new UpstreamError('not_configured', 'it has no key')
  if (upstream.needsContact === true && !agent.hasContact) {
    throw new UpstreamError('not_configured', 'it needs UPSTREAM_CONTACT')
  }

  const url = urlOf(base, question)
  const shown = new URL(url)
  shown.username = ''
  shown.password = ''
  const accept = question.headers?.['accept'] ?? ACCEPT[question.expects ?? 'json']
  const body = post === undefined ? undefined : JSON.stringify(post)
  const headers: Record<string, string> = {
    ...question.headers,
    accept,
    'accept-encoding': 'gzip, br',
    'user-agent': upstream.browserAgent === true ? `Mozilla/5.0 (compatible; ${agent.name})` : agent.name,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...basicAuth(url),
  }
  url.username = ''
  url.password = ''
  if (key !== undefined && upstream.key !== undefined) {
    const { in: place, name, prefix = '' } = upstream.key
    if (place === 'header') headers[name] = prefix + key
    else url.searchParams.set(name, key)
  }
  return {
    id,
    upstream,
    url,
    headers,
    body,
    ...(base === named ? { lane: `${id} ${url.host}` } : {}),
    sourceUrl: upstream.hidden === true ? null : shown.href,
    cacheKey: sha256Hex(JSON.stringify([id, shown.href, accept, body ?? null])),
  }
}

function urlOf(base: string, { path, fill = {}, query = {} }: UpstreamQuestion<unknown>): URL {
  const [, authority = '', below = ''] = /^([a-z]+:\/\/[^/]+)(.*)$/i.exec(base) ?? []
  const host = fillPattern(authority, fill, hostLabel)
  const place = fillPattern(below + path, fill, pathSegment)
  const url = URL.parse(host + place)
  // A value such as `..` would be normalised away together with a part of the path.
  if (url === null || url.pathname !== place || url.href.length > LONGEST_URL) throw unprocessable()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value).toWellFormed())
  }
  if (url.href.length > LONGEST_URL) throw unprocessable()
  return url
}

const fillPattern = (pattern: string, fill: Readonly<Record<string, string>>, encode: (value: string) => string) =>
  pattern.replaceAll(/\{(\w+)\}/g, (_, word: string) => {
    const value = Object.hasOwn(fill, word) ? fill[word] : undefined
    if (value === undefined) throw new TypeError(`the question fills no {${word}}`)
    return encode(value)
  })

function hostLabel(value: string): string {
  if (!/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(value)) throw unprocessable()
  return value
}

function pathSegment(value: string): string {
  if (value === '') throw unprocessable()
  return encodeURIComponent(value.toWellFormed()).replaceAll("'", '%27')
}

const unprocessable = () =>
  new Refusal('unprocessable', 'A value cannot be a part of the address that would be asked; nothing was charged.')
