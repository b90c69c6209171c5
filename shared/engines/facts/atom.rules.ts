import type { FactCategory } from './fact.ts'
import { datePattern, readDate } from './read-date.ts'
import { readNumber } from './read-number.ts'

type Finder = { category: FactCategory; pattern: RegExp; key: (hit: RegExpExecArray) => string | null }

const file =
  '(?:[jt]sx?|mjs|cjs|py|rb|go|rs|java|kt|c|h|cpp|cs|php|sh|sql|json|ya?ml|toml|ini|env|md|txt|csv|tsv|xml|html?|css|scss|lock|log|conf|cfg|ipynb|pdf|docx?|xlsx?|png|jpe?g|svg|zip|gz|tf|proto|vue)'

const currency: Readonly<Record<string, string>> = {
  $: 'usd',
  usd: 'usd',
  dollar: 'usd',
  dollars: 'usd',
  us$: 'usd',
  '€': 'eur',
  eur: 'eur',
  euro: 'eur',
  euros: 'eur',
  '£': 'gbp',
  gbp: 'gbp',
  pound: 'gbp',
  pounds: 'gbp',
  '¥': 'jpy',
  jpy: 'jpy',
  yen: 'jpy',
  usdc: 'usdc',
  chf: 'chf',
  btc: 'btc',
  eth: 'eth',
  sol: 'sol',
  cent: 'cent',
  cents: 'cent',
  '₹': 'inr',
  inr: 'inr',
  cad: 'cad',
  aud: 'aud',
}

const amount =
  "(\\d{1,3}(?:[,_' ]\\d{3})+(?:\\.\\d{1,4})?|\\d{1,15}(?:\\.\\d{1,6})?)(?: ?(k|m|mn|bn|b|thousand|million|billion))?"

const units =
  'ms|s|sec|secs|seconds?|min|mins|minutes?|h|hr|hrs|hours?|days?|weeks?|months?|years?|kb|mb|gb|tb|kib|mib|gib|bytes?|px|pt|em|rem|cm|mm|km|m|kg|g|mg|lb|lbs|%|percent|per cent|°c|°f|users?|people|items?|rows?|retries|times|requests?|tokens?|pages?|files?|lines?|rps|qps|hz|mhz|ghz|v|w|kw|x'

/** In this order: what one finder takes, the later ones do not see. */
export const finders: readonly Finder[] = [
  {
    category: 'url',
    pattern: /\bhttps?:\/\/[^\s<>"'`)\]}]{2,2000}/gi,
    key: ([url]) =>
      url
        .replace(/[.,;:!?]+$/, '')
        .replace(/\/$/, '')
        .replace(/^https?:\/\/[^/]+/i, (host) => host.toLowerCase()),
  },
  {
    category: 'email',
    pattern: /\b[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}\b/g,
    key: ([mail]) => mail.toLowerCase(),
  },
  {
    category: 'command',
    pattern: /```[^\n]{0,20}\n([^`]{1,2000})```|`([^`\n]{2,300})`/g,
    key: ([, block, inline]) => (block ?? inline ?? '').trim().replace(/\s+/g, ' '),
  },
  {
    category: 'command',
    pattern:
      /(?:^|\n)\s{0,4}\$ ([^\n]{2,300})|\b((?:npm|npx|pnpm|yarn|git|docker|kubectl|pip|cargo|go|make|curl|python3?|node|terraform|aws|gcloud|az|psql|ssh|rm|cp|mv|chmod|sudo) (?:[a-z-]{2,20}|--?[\w-]{1,30})(?: (?:--?[\w=./:-]{1,60}|[\w./:@-]{2,60}(?=[\s.,;]|$)(?<![.,]))){0,4})/g,
    key: ([, prompt, plain]) =>
      isCommandText(plain)
        ? (prompt ?? plain ?? '')
            .trim()
            .replace(/[.,;]+$/, '')
            .replace(/\s+/g, ' ')
        : null,
  },
  {
    category: 'path',
    pattern: new RegExp(
      `(?<![\\w:/])(?:~|\\.{1,2})?/(?:[\\w.@+-]{1,80}/){0,12}[\\w.@+-]{1,80}|\\b(?:[\\w.@+-]{1,60}/){1,12}[\\w.@+-]{1,60}\\.${file}\\b|\\b[A-Z]:\\\\(?:[\\w .-]{1,60}\\\\){0,10}[\\w.-]{1,60}|\\b[\\w-]{1,60}(?:\\.[\\w-]{1,30}){0,3}\\.${file}\\b`,
      'g',
    ),
    key: ([path]) => (/^\/?\d+(?:\/\d+)*$/.test(path) ? null : path.replace(/[.,;:]+$/, '').replace(/^\.\//, '')),
  },
  {
    category: 'error',
    pattern:
      /\b[A-Z]\w{2,40}(?:Error|Exception|Warning)\b(?:: [^\n.;]{2,120})?|\b(?:ECONN\w{3,12}|ENOENT|EACCES|EPERM|ETIMEDOUT|ENOMEM|EPIPE|SIGKILL|SIGSEGV|OOMKilled|CrashLoopBackOff)\b|\b(?:exit (?:code|status)|status(?: code)?|HTTP(?: error)?|error(?: code)?) \d{1,5}\b/g,
    key: ([error]) => error.toLowerCase().replace(/\s+/g, ' ').trim(),
  },
  {
    category: 'id',
    pattern:
      /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b|\b0x[0-9a-fA-F]{6,64}\b|\b(?=[0-9a-f]{0,63}\d)(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,8}\b|#\d{1,8}\b|\b(?:PR|MR|issue|ticket|order|invoice) #?\d{1,10}\b|\bv\d{1,4}\.\d{1,4}(?:\.\d{1,4})?(?:-[\w.]{1,20})?\b|\b\d{1,4}\.\d{1,4}\.\d{1,4}(?:-[\w.]{1,20})?\b/g,
    key: ([id]) =>
      id
        .toLowerCase()
        .replace(/^(?:pr|mr|issue|ticket|order|invoice) #?/, '#')
        .replace(/^v(?=\d)/, ''),
  },
  {
    category: 'money',
    pattern: new RegExp(
      `(us\\$|[$€£¥₹]) ?${amount}\\b|\\b${amount} ?(usdc|usd|eur|gbp|jpy|chf|btc|eth|sol|inr|cad|aud|dollars?|euros?|pounds?|cents?|yen)\\b|\\b(usdc|usd|eur|gbp|chf|btc|eth) ?${amount}\\b`,
      'gi',
    ),
    key: moneyKey,
  },
  { category: 'date', pattern: datePattern, key: ([date]) => (/^may$/i.test(date) ? null : readDate(date)) },
  { category: 'number', pattern: new RegExp(`(?<![\\w.])-?${amount} ?(${units})?(?![\\w])`, 'gi'), key: numberKey },
  {
    category: 'quote',
    pattern: /"([^"\n]{3,160})"|“([^”\n]{3,160})”/g,
    key: ([, plain, curly]) => (plain ?? curly ?? '').toLowerCase().replace(/\s+/g, ' ').trim(),
  },
  {
    category: 'identifier',
    pattern:
      /\b(?:[a-z][a-z0-9]*(?:_[a-z0-9]+){1,6}|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+){1,6}|[a-z]+(?:[A-Z][a-z0-9]+){1,6}|[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]+){1,6})(?:\(\))?/g,
    key: ([name]) => name.replace(/\(\)$/, ''),
  },
  {
    category: 'name',
    pattern:
      /\b\p{Lu}[\p{Ll}\p{M}'’-]{1,30}(?: (?:of |de |van |von |der )?\p{Lu}[\p{L}\p{M}'’-]{0,30}){0,4}\b|\b\p{Lu}{2,10}\b/gu,
    key: nameKey,
  },
]

const isCommandText = (plain: string | undefined) =>
  plain === undefined || !/^(?:go|make|node) (?:to|the|a|sure|it|this|that|on|with|is|in|and|for|your|an)\b/.test(plain)

function moneyKey(hit: RegExpExecArray): string | null {
  const [, sign, one, oneScale, two, twoScale, unit, code, three, threeScale] = hit
  const value = readNumber(`${one ?? two ?? three ?? ''}${oneScale ?? twoScale ?? threeScale ?? ''}`)
  const kind = currency[(sign ?? unit ?? code ?? '').toLowerCase()]
  return value === null || kind === undefined ? null : `${kind} ${value}`
}

const unitForms: Readonly<Record<string, string>> = {
  percent: '%',
  'per cent': '%',
  sec: 's',
  secs: 's',
  second: 's',
  seconds: 's',
  min: 'min',
  mins: 'min',
  minute: 'min',
  minutes: 'min',
  hr: 'h',
  hrs: 'h',
  hour: 'h',
  hours: 'h',
  x: 'times',
}

function numberKey(hit: RegExpExecArray): string | null {
  const [, digits = '', scale = '', unit] = hit
  const value = readNumber(`${digits}${scale}`)
  if (value === null) return null
  const said = unit?.toLowerCase()
  // What is counted stands elsewhere in a shorter text; a unit of measure belongs to its number.
  const form =
    said === undefined
      ? ''
      : (unitForms[said] ??
        (/^(?:ms|s|h|kb|mb|gb|tb|kib|mib|gib|px|cm|mm|km|kg|%|°c|°f|hz|mhz|ghz|rps|qps)$/.test(said)
          ? said
          : /^(?:day|week|month|year)s?$/.test(said)
            ? said.replace(/s$/, '')
            : ''))
  return `${hit[0].trim().startsWith('-') ? '-' : ''}${value}${form === '' ? '' : ` ${form}`}`
}

const plainWords = new Set(
  'i a an the this that these those it he she we you they my your our their his her its if then when while for and or but not no yes ok okay so as at by in on to of from with is are was be do does did has have had will would can could should must may might never always please note todo tbd next user assistant system human fix add use keep make set get all any each every what which who how why where there here also only just first second third finally after before budget deadline monday tuesday wednesday thursday friday saturday sunday january february march april may june july august september october november december'.split(
    ' ',
  ),
)

function nameKey([name]: RegExpExecArray): string | null {
  const words = name.split(' ').filter((word) => !plainWords.has(word.toLowerCase()))
  return words.length === 0 || words.join('').length < 2 ? null : words.join(' ').toLowerCase()
}
