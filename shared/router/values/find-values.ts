import type { FieldType } from '#shared/outcomes/semantic-types.ts'

/** Types that only the router knows: what a text is, beyond what an outcome takes. */
export type FoundType = FieldType | 'coordinates' | 'command' | 'agent-name' | 'quoted' | 'money' | 'past-date'

/** A typed value in goal or input. */
export type Value = {
  type: FoundType
  value: unknown
  from: 'goal' | 'input'
  /** Where it begins and ends in that text. */
  start: number
  end: number
}

const MOST_OF_A_TYPE = 40

const URL_TEXT = /https?:\/\/[^\s"'<>\]}|\\^`，。、（）]+/gi
const FORMS: readonly [FoundType, RegExp][] = [
  ['email', /[\w.+-]{1,64}@[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,5}/gi],
  ['traceparent', /\b00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}\b/g],
  ['tx-hash', /\b0x[0-9a-f]{64}\b/gi],
  ['base-address', /\b0x[0-9a-f]{40}\b/gi],
  ['base-address', /\b[a-z0-9-]{1,60}\.base\.eth\b/gi],
  ['sha256', /(?<![\w])[0-9a-f]{64}\b/gi],
  ['jwt', /\beyJ[\w-]{4,}\.[\w-]{4,}(?:\.[\w-]*)?/g],
  ['attestation-id', /\batt_\w{6,}\b/g],
  ['workspace-id', /\bws_\w{3,}\b/g],
  ['note-id', /\b(?:note|nt)_(?=\w*\d)\w{4,}\b/g],
  ['ip', /(?<![\w.:])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\w.]*\d)/g],
  ['ip', /(?<![\w:])[0-9a-f]{1,4}:[0-9a-f:]{1,35}(?![\w:])/gi],
  ['iso-datetime', /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g],
  ['solana-signature', /(?<![\w])[1-9A-HJ-NP-Za-km-z]{80,90}(?![\w])/g],
  ['solana-address', /(?<![\w])[1-9A-HJ-NP-Za-km-z]{32,44}(?![\w])/g],
  ['vin', /(?<![\w])[A-HJ-NPR-Z0-9]{17}(?![\w])/gi],
  ['coordinates', /(?<![\d.])-?\d{1,3}\.\d+\s*[,;/]?\s*-?\d{1,3}\.\d+(?![\d.])/g],
  [
    'us-address',
    /\b\d{1,6}\s+[A-Za-z0-9][A-Za-z0-9 .'#-]{2,60},\s*[A-Za-z][A-Za-z .'-]{1,40},?\s+[A-Z]{2}\b(?:\s+\d{5}(?:-\d{4})?)?/g,
  ],
  ['agent-name', /(?<![\w/.-])[a-z]{2,20}(?:-[a-z]{2,20})?-\d{1,5}(?![\w-])/g],
  ['domain', /(?<![\w@/.-])(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9])?\.){1,5}[a-z]{2,18}(?![\w@-]|\.\w)/gi],
]
const FILE_ENDS =
  /\.(?:md|json|js|ts|txt|csv|pdf|png|jpe?g|gif|html?|xml|ya?ml|exe|docx?|xlsx?|zip|gz|toml|lock|log|sql|eth|internal|local|localhost)$/i
const REPO_HOSTS = /^(?:www\.)?(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/
const IMAGE_ENDS = /\.(?:png|jpe?g|gif|webp|avif|bmp|tiff?|heic|svg)$/i
const AUDIO_ENDS = /\.(?:mp3|wav|ogg|oga|m4a|flac|opus|aac|weba|amr|mp4|webm|mov)$/i

/** Finds what has a form by itself (addresses, keys, ids), in order. Linear in the text. */
export function findValues(text: string, from: 'goal' | 'input'): Value[] {
  const found: Value[] = []
  const taken: [number, number][] = []
  const add = (type: FoundType, value: unknown, start: number, end: number) => {
    if (found.filter((known) => known.type === type).length < MOST_OF_A_TYPE)
      found.push({ type, value, from, start, end })
  }
  let urls = 0
  for (const match of text.matchAll(URL_TEXT)) {
    if (urls++ === MOST_OF_A_TYPE) break
    const url = match[0].replace(/[.,;:!?)]+$/, '')
    const end = match.index + url.length
    taken.push([match.index, match.index + match[0].length])
    for (const type of urlTypes(url)) add(type, url, match.index, end)
  }
  for (const [type, form] of FORMS) {
    let count = 0
    for (const match of text.matchAll(form)) {
      if (count++ > 200) break
      const start = match.index
      const end = start + match[0].length
      if (taken.some(([a, b]) => start < b && end > a) || !isReal(type, match[0])) continue
      taken.push([start, end])
      add(type, type === 'vin' ? match[0].toUpperCase() : match[0], start, end)
    }
  }
  return found.sort((a, b) => a.start - b.start)
}

function urlTypes(url: string): FoundType[] {
  let parsed: URL
  try {
    parsed = new URL(url)
  } catch {
    return []
  }
  const path = parsed.pathname
  const parts = path.split('/').filter((part) => part !== '')
  const types: FoundType[] = ['url']
  if (/\.pdf$/i.test(path) || path.startsWith('/pdf/')) types.push('pdf-url')
  if (IMAGE_ENDS.test(path)) types.push('image-url')
  if (AUDIO_ENDS.test(path)) types.push('audio-url')
  if (REPO_HOSTS.test(parsed.hostname) && parts.length >= 2 && parts[2] !== 'raw' && parts[2] !== 'blob')
    types.push('repo-url')
  return types
}

/** Two to eight groups of one to four digits, one gap at most. */
function isV6(text: string): boolean {
  const groups = text.split(':')
  const gaps = text.split('::').length - 1
  return (
    groups.every((group) => group.length <= 4) && (gaps === 0 ? groups.length === 8 : gaps === 1 && groups.length <= 8)
  )
}

function isReal(type: FoundType, text: string): boolean {
  if (type === 'vin') return /\d{2}/.test(text) && /[A-Z]/i.test(text) && (text.match(/\d/g)?.length ?? 0) >= 5
  if (type === 'solana-address' || type === 'solana-signature')
    return /\d/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text) && !/^[0-9a-f]+$/.test(text)
  if (type === 'domain')
    return (
      !FILE_ENDS.test(text) &&
      !/^[A-Z]{1,5}\.[A-Z]{1,3}$/.test(text) &&
      !/^\d/.test(text.split('.').at(-1) ?? '') &&
      !/^(?:e\.g|i\.e|z\.b|p\.ej)$/i.test(text)
    )
  if (type === 'coordinates') {
    const [lat = 999, lon = 999] = (text.match(/-?\d{1,3}\.\d+/g) ?? []).map(Number)
    return Math.abs(lat) <= 90 && Math.abs(lon) <= 180
  }
  if (type === 'agent-name')
    return !/^(?:sha|utf|eip|erc|iso|rfc|gpt|case|step|part|covid|top|http|md|base|x|cve|utc|gmt|form|q|h|p|rev|level|phase|version)-\d/.test(
      text,
    )
  if (type === 'ip') return text.includes('.') || isV6(text)
  return true
}
