import type { Named } from './names.ts'

/** Suffixes of exchanges, as quotes are written: VOD.L, SAP.DE, 7203.T. */
const EXCHANGES =
  'L DE F T HK PA AS BR MI MC SW TO V AX NZ SS SZ KS KQ TW TWO SI NS BO ST OL CO HE VI LS IR WA PR SA MX JO IS TA JK BK KL BE HM MU DU SG NE CN A B C'.split(
    ' ',
  )
const SUFFIXED = new RegExp(
  `(?<![\\w@/.$-])\\$?([A-Z0-9]{1,6}(?:-[A-Z])?\\.(?:${EXCHANGES.join('|')}))(?![\\w@/-]|\\.\\w)`,
  'g',
)
const DASHED = /(?<![\w@/.-])(BRK-[AB]|BF-[AB])(?![\w-])/g
const MARKED = /(?<![\w$])\$([A-Z]{1,5}(?:\.[A-Z]{1,2})?)(?![\w])/g
const AT_EXCHANGE =
  /\b(?:NASDAQ|NYSE|LSE|XETRA|FWB|TSX|ASX|AMEX|NYSEARCA|OTC|EURONEXT|BME|TSE|TYO|HKEX|HKG|SIX)\s?:\s?([A-Z0-9]{1,6}(?:\.[A-Z]{1,3})?)(?![\w])/gi
const SAID =
  /\b(?:[Tt]ickers?|TICKER|[Ss]ymbols?|[Ss]ymbole?|[Ss][íi]mbolos?|[Kk]ürzel|代码|コード)(?:\s+(?:is|ist|es|est|symbols?))?\s*[:=]?\s*["'“(]?([A-Z0-9]{1,6}(?:[.-][A-Z]{1,3})?)(?![\w])/gu
const BRACKETED = /(?<=\p{L}\)?\s?)[(（]\s?(?:[A-Z]{2,8}\s?:\s?)?\$?([A-Z]{1,5}|\d{4,6})(?:\.([A-Z]{1,3}))?\s?[)）]/gu
/** Capitals in a list. */
const LIST =
  /(?<![\w$.-])\$?[A-Z]{1,5}(?:\.[A-Z]{1,2})?(?:(?:\s*[,/、，&+]\s*(?:(?:and|or|und|y|et|e|o|ou)\s+)?|\s+(?:and|und|y|et|vs\.?|versus|plus|or)\s+|(?<=[A-Z])[と和])\$?[A-Z]{1,5}(?:\.[A-Z]{1,2})?)+(?![\w.-]*\w)/g

/** Marks in capitals that are no shares. */
const NO_SHARE = new Set(
  `USD EUR GBP CHF JPY CNY CAD AUD SEK NOK DKK PLN HUF CZK INR KRW BRL MXN USDC USDT BTC ETH SOL XRP ADA DOGE LTC SEC US USA UK EU UN AI API APIS
  PDF JSON CSV XML HTML HTTP HTTPS URL DNS MX TXT NS AAAA SOA CAA CNAME SRV PTR SPF DKIM DMARC CEO CTO CFO ETF ID OK FAQ NYSE NASDAQ LSE
  ADR ASAP PLS EPS IPO TLS SSL SQL JWT VIN IP A I IBAN VAT IPA MP3 WAV OGG SRT VTT PNG JPG GIF SVG TTL CRM ERP CORS OCR SEO LLM MCP SDK CLI
  AM PM CET CEST UTC GMT EST PST FRN SPL NFT TVL GDPR KYC AML`.split(/\s+/),
)
const SHORT = new Set('IN ON OF OR AND THE TO IS IT AS AT BY BE'.split(' '))

/**
 * Returns the shares that a text names, in order: by their marks with an exchange, a dollar sign, in brackets behind a name
 * or after "ticker", and, beside such a one or a company's name, by bare capitals in a list. `named` are those named as
 * companies; one whose mark stands behind it is that mark.
 */
export function tickersIn(text: string, named: readonly Named[], isList: boolean): Named[] {
  const found: Named[] = []
  const add = (value: string, start: number, end: number) => {
    if (NO_SHARE.has(value) || found.some((one) => one.start < end && one.end > start)) return
    found.push({ value, start, end, word: value.toLowerCase() })
  }
  for (const form of [SUFFIXED, DASHED, MARKED, AT_EXCHANGE, SAID])
    for (const match of text.matchAll(form)) {
      const value = match[1] ?? ''
      if (form === SUFFIXED && !isShare(value)) continue
      const start = match.index + match[0].lastIndexOf(value)
      add(value, start, start + value.length)
    }
  for (const { 0: whole, 1: mark = '', 2: exchange, index } of text.matchAll(BRACKETED))
    if (exchange !== undefined || /[A-Z]/.test(mark))
      add(exchange === undefined ? mark : `${mark}.${exchange}`, index, index + whole.length)
  const names = named.filter((name) => !found.some((one) => isSame(name, one, text)))
  const known = [...found, ...names]
  for (const { 0: whole, index } of text.matchAll(LIST)) {
    const end = index + whole.length
    const items = [...whole.matchAll(/[A-Z]{1,5}(?:\.[A-Z]{1,2})?/g)]
    const isKnown = known.some((one) => one.start >= index && one.end <= end)
    if (!isKnown && !(isList && items.length > 1)) continue
    for (const { 0: mark, index: at } of items)
      if (!SHORT.has(mark) && !known.some((one) => one.start < index + at + mark.length && one.end > index + at))
        add(mark, index + at, index + at + mark.length)
  }
  return [...found, ...names].toSorted((a, b) => a.start - b.start)
}

/** A mark of letters before its exchange, or of digits where shares have numbers. */
const isShare = (value: string) => {
  const [mark = '', exchange = ''] = value.split('.')
  return /^\d+$/.test(mark)
    ? /^(?:T|HK|SS|SZ|KS|KQ|TW|TWO|KL|SA)$/.test(exchange) && mark.length >= 3
    : !/^\d/.test(mark) && !(mark.length === 1 && exchange.length === 1)
}

/** Whether a mark is that of a company named before it, or holds its letters. */
const isSame = (name: Named, mark: Named, text: string) =>
  (name.start < mark.end && name.end > mark.start) ||
  (mark.start >= name.end &&
    mark.start - name.end < 40 &&
    !/[,;:.!?]|\b(?:and|und|y|et|or)\b/.test(text.slice(name.end, mark.start)) &&
    (/[(（]\s?[\w:$ ]*$/.test(text.slice(name.end, mark.start)) ||
      /\.[A-Z]/.test(mark.value) ||
      mark.value.split('.')[0] === name.value.split('.')[0]))
