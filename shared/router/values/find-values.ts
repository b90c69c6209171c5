import { coordinatesIn } from './coordinates.ts'
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

/** Parts of an address in the United States. */
const UNIT = String.raw`(?:[Ss]uite|[Ss]te\.?|[Aa]pt\.?|[Uu]nit|[Ff]loor|[Rr]oom|#)\s*[\w-]{1,8}`
const STREETS =
  'St|Street|Ave|Avenue|Blvd|Boulevard|Rd|Road|Dr|Drive|Ln|Lane|Way|Ct|Court|Pl|Place|Pkwy|Parkway|Hwy|Highway|Sq|Square|Loop|Ter|Terrace|Cir|Circle|Broadway'
const STATES =
  'Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming'

/** An address without its scheme: a host of a usual ending and a path. */
const BARE_URL =
  /(?<![\w@/.:-])(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,5}(?:com|org|net|io|dev|app|ai|co|so|xyz|de|fr|es|it|nl|ch|at|uk|eu|us|ca|au|jp|cn|in|br|example|gov|edu|me|info|tech|cloud|shop|store|blog|news|wiki|fm|tv|gg|ly|gd|test|page|site|online)(?::\d{2,5})?\/[^\s"'<>\]}|\\^`，。、（）]*/gi
/** A repository as it is cloned. */
const CLONED =
  /(?<![\w.])(?:git@|ssh:\/\/git@|git:\/\/)(github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?(?=[\s"'<>),;]|\.?$)/gi
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
  ['ip', /(?<![\w:])::[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){0,5}(?![\w:])/gi],
  ['iso-datetime', /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?/g],
  ['solana-signature', /(?<![\w])[1-9A-HJ-NP-Za-km-z]{80,90}(?![\w])/g],
  ['solana-address', /(?<![\w])[1-9A-HJ-NP-Za-km-z]{32,44}(?![\w])/g],
  ['vin', /(?<![\w])[A-HJ-NPR-Z0-9]{17}(?![\w])/gi],
  [
    'us-address',
    new RegExp(
      `\\b\\d{1,6}\\s+[A-Za-z0-9][A-Za-z0-9 .'#-]{2,60},\\s*(?:${UNIT},?\\s*)?[A-Za-z][A-Za-z .'-]{1,40},?\\s+(?:[A-Z]{2}\\b|(?:${STATES})\\b)(?:,?\\s+\\d{5}(?:-\\d{4})?)?`,
      'g',
    ),
  ],
  [
    'us-address',
    new RegExp(
      `\\b\\d{1,6}\\s+(?:[A-Za-z0-9.'-]+\\s+){1,5}(?:${STREETS})\\b\\.?(?:,?\\s*${UNIT})?,?\\s+(?:[A-Z][A-Za-z.'-]+,?\\s+){1,3}(?:[A-Z]{2}\\b|(?:${STATES})\\b)(?:,?\\s+\\d{5}(?:-\\d{4})?)?`,
      'g',
    ),
  ],
  ['agent-name', /(?<![\w/.-])[a-z]{2,20}(?:-[a-z]{2,20})?-\d{1,5}(?![\w-])/g],
  [
    'domain',
    /(?<![\w@/.-])(?:[a-z0-9_\u00E0-\u024F](?:[a-z0-9_\u00E0-\u024F-]{0,61}[a-z0-9\u00E0-\u024F])?\.){1,8}(?:[a-z]{2,18}|xn--[a-z0-9-]{2,40})(?![\w@-]|\.\w)/gi,
  ],
]
const FILE_ENDS =
  /\.(?:md|json|js|ts|txt|csv|pdf|png|jpe?g|gif|html?|xml|ya?ml|exe|docx?|xlsx?|zip|gz|toml|lock|log|sql|py|rb|java|kt|cpp|hpp|php|tsx|jsx|vue|css|scss|ini|cfg|conf|env|bak|tmp|sqlite|parquet|ipynb|tex|svg|webp|mp3|wav|ogg|m4a|mp4|tar|rar|jar|dll|eth|internal|local|localhost)$/i
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
  const isFree = (start: number, end: number) => !taken.some(([a, b]) => start < b && end > a)
  const addUrl = (url: string, start: number, end: number) => {
    if (!isFree(start, end) || urls++ >= MOST_OF_A_TYPE) return
    taken.push([start, end])
    for (const type of urlTypes(url)) add(type, url, start, end)
  }
  for (const { 0: whole, 1: host, 2: path, index } of text.matchAll(CLONED))
    addUrl(`https://${host}/${path}`, index, index + whole.length)
  for (const { 0: whole, index } of text.matchAll(BARE_URL)) {
    const said = whole.replace(/[.,;:!?)]+$/, '')
    if (!said.endsWith('/')) addUrl(`https://${said}`, index, index + said.length)
  }
  for (const { value, start, end } of coordinatesIn(text)) {
    if (!isFree(start, end)) continue
    taken.push([start, end])
    add('coordinates', value, start, end)
  }
  for (const [type, form] of FORMS) {
    let count = 0
    for (const match of text.matchAll(form)) {
      if (count++ > 200) break
      const start = match.index
      const end = start + match[0].length
      if (!isFree(start, end) || !isReal(type, match[0])) continue
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
      !/^(?:[A-Z]{1,5}|\d{3,6})\.[A-Z]{1,3}$/.test(text) &&
      !/^(?:asp\.net|vs\.net|ph\.d)$/i.test(text) &&
      !/^\d/.test(text.split('.').at(-1) ?? '') &&
      !/^(?:e\.g|i\.e|z\.b|p\.ej)$/i.test(text)
    )
  if (type === 'agent-name')
    return !/^(?:sha|utf|eip|erc|iso|rfc|gpt|case|step|part|covid|top|http|md|base|x|cve|utc|gmt|form|q|h|p|rev|level|phase|version)-\d/.test(
      text,
    )
  if (type === 'ip') return text.includes('.') || isV6(text)
  return true
}
