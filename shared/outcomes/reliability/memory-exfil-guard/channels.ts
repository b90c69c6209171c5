import { hiddenCharacters } from '#shared/engines/injection/hidden-characters.ts'
import { fromBase32 } from '#shared/engines/injection/decode-blob.ts'
import { changeRate, entropyOf } from '#shared/engines/secrets/entropy.ts'
import { takenPlaces } from '#shared/engines/secrets/taken-places.ts'
import { dropHosts } from '#shared/engines/exfil/hosts.rules.ts'

/** A way by which data leaves without being seen. */
export type Channel = { rule_id: string; severity: 'medium' | 'high'; start: number; end: number }

/** Addresses that are looked at in one text. */
const MAX_URLS = 20_000
const anyUrl = /https?:\/\/[^\s<>"'`)\]}\\]{4,4000}/gi

/**
 * Covert channels in a text: pictures and links whose address carries data, data in labels of a host name, places where
 * anybody can pick data up, and characters that are not seen. `sensitive` are strings of the memory; an address that holds
 * one is a channel whatever its length.
 */
export function findChannels(text: string, sensitive: readonly string[]): Channel[] {
  const found: Channel[] = []
  const taken = takenPlaces()
  const add = (channel: Channel) => {
    if (!taken.isFree(channel)) return
    taken.take(channel)
    found.push(channel)
  }
  let count = 0
  for (const { 0: raw, index } of text.matchAll(anyUrl)) {
    if ((count += 1) > MAX_URLS) break
    const url = raw.replace(/[.,;:!?]+$/, '')
    const span = { start: index, end: index + url.length }
    const before = text.slice(Math.max(0, index - 300), index)
    const isPicture =
      /!\[[^\]\n]{0,280}\]\(\s?<?$/.test(before) ||
      /<img\b[^>]{0,260}\bsrc\s?=\s?["']?$/i.test(before) ||
      /url\(["']?$/i.test(before)
    const isLink = /\[[^\]\n]{0,280}\]\(\s?<?$/.test(before)
    const carries = payloadOf(url, sensitive)
    if (isPicture && carries !== 'nothing') add({ rule_id: 'markdown_image', severity: 'high', ...span })
    else if (carries === 'memory') add({ rule_id: isLink ? 'markdown_link' : 'url_payload', severity: 'high', ...span })
    else if (isLink && carries === 'long') add({ rule_id: 'markdown_link', severity: 'high', ...span })
    if (isDrop(url)) add({ rule_id: 'drop_host', severity: 'medium', ...span })
    // As it was written: base64 does not survive lower case.
    if (hasDataLabels(/^https?:\/\/([^/?#:@]{4,253})/i.exec(url)?.[1] ?? ''))
      add({ rule_id: 'dns_labels', severity: 'high', ...span })
  }
  for (const { 0: host, index } of text.matchAll(
    /\b(?:[a-z0-9_-]{16,63}\.){1,8}(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}\b/gi,
  )) {
    if (hasDataLabels(host)) add({ rule_id: 'dns_labels', severity: 'high', start: index, end: index + host.length })
  }
  const { tagRuns, invisibleRuns } = hiddenCharacters(text)
  for (const { start, end } of tagRuns) add({ rule_id: 'tag_characters', severity: 'high', start, end })
  for (const { start, end } of invisibleRuns) {
    if (end - start >= 8) add({ rule_id: 'zero_width', severity: 'high', start, end })
  }
  return found
}

/** What the query, fragment and path of a URL carry: nothing, more than a picture needs, a long blob, or a string of the memory. */
function payloadOf(url: string, sensitive: readonly string[]): 'nothing' | 'some' | 'long' | 'memory' {
  const rest = url.replace(/^https?:\/\/[^/?#]*/i, '')
  const plain = decoded(rest).toLowerCase()
  if (sensitive.some((one) => one.length >= 4 && plain.includes(one.toLowerCase()))) return 'memory'
  if (/[?&#/=](?:\{|%7b|\[|<|\$\{?)[a-z_ ]{2,40}/i.test(rest)) return 'some'
  const query = rest.slice(rest.search(/[?#]/) + 1)
  const longest = Math.max(
    0,
    ...(rest.includes('?') || rest.includes('#') ? query : '').split(/[&=#;]/).map(randomLength),
    ...rest.split(/[/?&=#]/).map((part) => (randomLength(part) >= 96 ? part.length : 0)),
  )
  if (longest > 64) return 'long'
  return longest >= 40 ? 'some' : 'nothing'
}

/** How long a part of an address is, if it is data and no word. */
function randomLength(part: string): number {
  const value = part.replace(/%[0-9a-f]{2}/gi, '_')
  if (value.length < 32 || /^[a-z-]+$/.test(value)) return 0
  return entropyOf(value) >= 3.2 && (changeRate(value) >= 0.2 || /^[0-9a-f]+$/i.test(value)) ? part.length : 0
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // Not every address is well formed; what stands there is then looked at as it is.
    return text
  }
}

function isDrop(url: string): boolean {
  const { hostname = '', pathname = '' } = URL.parse(url) ?? {}
  return dropHosts.some((drop) => {
    const [host = '', ...path] = drop.split('/')
    return (
      (hostname === host || hostname.endsWith(`.${host}`)) &&
      (path.length === 0 || pathname.startsWith(`/${path.join('/')}`))
    )
  })
}

/** Hexadecimal digits that spell a text: data, whatever its length. */
function isHexText(label: string): boolean {
  if (label.length < 24 || !/^(?:[0-9a-f]{2})+$/i.test(label)) return false
  const bytes = Buffer.from(label, 'hex')
  return bytes.filter((byte) => byte >= 0x20 && byte < 0x7f).length >= bytes.length * 0.9
}

/** A label, or all labels together, that decodes to a text from base32 or base64. */
function isEncodedText(label: string): boolean {
  if (label.length < 16 || /^[a-z-]+$/.test(label)) return false
  const upper = label.toUpperCase()
  const readings = [
    ...(/^[A-Z2-7]+$/.test(upper) && /[2-7]/.test(upper) ? [fromBase32(upper)] : []),
    ...(/^[A-Za-z0-9_-]+$/.test(label) && /[A-Z]/.test(label) && /[a-z]/.test(label)
      ? [Buffer.from(label, 'base64url')]
      : []),
  ]
  return readings.some(
    (bytes) =>
      bytes !== null &&
      bytes.length >= 10 &&
      bytes.filter((byte) => byte >= 0x20 && byte < 0x7f).length >= bytes.length * 0.9,
  )
}

/** One very long random label, two long ones, or a text in hex: nobody names machines like that. */
function hasDataLabels(host: string): boolean {
  const labels = host.split('.').slice(0, -2)
  if ([...labels, labels.join('')].some((label) => isHexText(label) || isEncodedText(label))) return true
  const random = host
    .toLowerCase()
    .split('.')
    .slice(0, -2)
    .filter(
      (label) =>
        label.length >= 16 &&
        !label.startsWith('xn--') &&
        entropyOf(label) >= 3 &&
        /\d/.test(label) &&
        changeRate(label) >= 0.25,
    )
  return random.some(({ length }) => length >= 40) || random.filter(({ length }) => length >= 24).length >= 2
}
