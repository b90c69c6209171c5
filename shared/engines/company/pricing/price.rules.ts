/** Signs and codes before or behind an amount. */
export const CURRENCIES: Readonly<Record<string, string>> = {
  $: 'USD',
  US$: 'USD',
  USD: 'USD',
  '€': 'EUR',
  EUR: 'EUR',
  '£': 'GBP',
  GBP: 'GBP',
  '¥': 'JPY',
  JPY: 'JPY',
  '₹': 'INR',
  INR: 'INR',
  CHF: 'CHF',
  A$: 'AUD',
  AUD: 'AUD',
  C$: 'CAD',
  CAD: 'CAD',
  SEK: 'SEK',
  NOK: 'NOK',
  DKK: 'DKK',
  R$: 'BRL',
  zł: 'PLN',
  PLN: 'PLN',
}

const CODES = String.raw`US\$|A\$|C\$|R\$|USD|EUR|GBP|JPY|INR|CHF|AUD|CAD|SEK|NOK|DKK|PLN|zł|[$€£¥₹]`
const AMOUNT = String.raw`0[.,]\d{1,9}|\d{1,3}(?:[,.' ]\d{3}){1,2}(?:[.,]\d{1,2})?|\d{1,6}(?:[.,]\d{1,2})?`
export const PRICE = new RegExp(
  `(?:(${CODES})\\s{0,2}(${AMOUNT})|(${AMOUNT})\\s{0,2}(${CODES}))(?![.,]?\\d|\\p{L})`,
  'iu',
)

export const periods = ['month', 'year', 'week', 'day', 'hour', 'use', 'once'] as const
export type Period = (typeof periods)[number]

/** Words behind an amount that say what it is for. */
export const PERIOD_WORDS: readonly { period: Period; pattern: RegExp }[] = [
  {
    period: 'month',
    pattern:
      /(?:\/|\bper\s|\ba\s|\bpro\s|\bpar\s)\s{0,3}(?:(?:user|seat|member|agent|editor|nutzer|benutzer)\s{0,3}(?:\/|per|a|pro)?\s{0,3})?(?:mo\b|month|monat|mois)|\bmonthly\b|\bmonatlich\b|\/\s{0,3}mo\b/i,
  },
  {
    period: 'year',
    pattern:
      /(?:\/|\bper\s|\ba\s|\bpro\s)\s{0,3}(?:(?:user|seat)\s{0,3}(?:\/|per|a)?\s{0,3})?(?:yr\b|year|annum|jahr)|\b(?:yearly|annually)\b|\bjährlich\b/i,
  },
  { period: 'week', pattern: /(?:\/|\bper\s|\ba\s)\s{0,3}week\b|\bweekly\b/i },
  { period: 'day', pattern: /(?:\/|\bper\s|\ba\s)\s{0,3}day\b|\bdaily\b/i },
  { period: 'hour', pattern: /(?:\/|\bper\s|\ban?\s)\s{0,3}(?:hr\b|hour)|\bhourly\b/i },
  {
    period: 'use',
    pattern:
      /(?:\/|\bper\s)\s{0,3}(?:(?:1,?000|1k|million|1m)\s{1,3})?(?:call|request|credit|token|transaction|message|gb|api call|event|minute|page|image|document)s?\b/i,
  },
  { period: 'once', pattern: /\bone[- ]time\b|\blifetime\b|\bonce\b|\beinmalig\b/i },
]

export const FREE =
  /^(?:free|gratis|kostenlos|gratuit)(?:\s(?:forever|plan|tier))?[.!]?$|\bfree (?:plan|tier|forever)\b|^\$\s?0(?:\b|\/)/i
export const ASK =
  /\b(?:contact (?:us|sales)|talk to (?:us|sales)|custom(?: pricing| quote)?|let.s talk|get a quote|request a quote|auf anfrage)\b/i
/** Headings of pricing pages that are no plan. */
export const NO_PLAN =
  /\b(?:pricing|plans?\b.{0,20}\b(?:for|that)|faq|frequently|questions|compare|features|everything in|includes?|customers|trusted|get started|choose|why|how|all plans|billing|contact)\b|[?!]$/i
