import { datePattern } from '#shared/engines/facts/read-date.ts'

/** What kinds of values a text is searched for, and which fields want them. First match of a field wins. */
export type Kind = 'email' | 'url' | 'phone' | 'datetime' | 'date' | 'money' | 'number' | 'boolean' | 'text'

type FieldSign = { kind: Kind; formats: readonly string[]; names: RegExp | null; types: readonly string[] }

export const fieldSigns: readonly FieldSign[] = [
  { kind: 'email', formats: ['email', 'idn-email'], names: /\be-?mail\b/i, types: ['string'] },
  {
    kind: 'url',
    formats: ['uri', 'url', 'iri', 'uri-reference'],
    names: /\b(?:url|website|web ?site|homepage|link)\b/i,
    types: ['string'],
  },
  { kind: 'phone', formats: ['phone', 'tel'], names: /\b(?:phone|telephone|tel|mobile|fax)\b/i, types: ['string'] },
  {
    kind: 'date',
    formats: ['date', 'date-time'],
    names: /\b(?:date|day|deadline|due|birthday|dob|since|until|expires?|issued)\b/i,
    types: ['string'],
  },
  {
    kind: 'money',
    formats: [],
    names: /\b(?:total|price|amount|cost|fee|salary|sum|tax|vat|balance|revenue|budget|paid|discount)\b/i,
    types: ['number', 'integer'],
  },
  { kind: 'number', formats: [], names: null, types: ['number', 'integer'] },
  { kind: 'boolean', formats: [], names: null, types: ['boolean'] },
  { kind: 'text', formats: [], names: null, types: ['string'] },
]

const NUMBER = "\\d{1,3}(?:[,' ]\\d{3})+(?:\\.\\d{1,9})?|\\d{1,15}(?:\\.\\d{1,9})?"

/** How each kind is written. Every part is bounded, so that looking stays linear. */
export const patterns: Readonly<Record<Exclude<Kind, 'text'>, RegExp>> = {
  email: /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}\b/g,
  url: /\bhttps?:\/\/[^\s<>"'`)\]}]{2,2000}|\bwww\.[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}(?:\/[^\s<>"'`)\]}]{0,500})?/gi,
  phone:
    /(?<![\w.])(?:\+\d{1,3}[ .-]?)?(?:\(\d{1,5}\)[ .-]?)?\d{2,5}(?:[ .-]\d{2,5}){1,4}(?![\w.]\d)|(?<![\w.])\+\d{7,15}\b/g,
  datetime: datePattern,
  date: datePattern,
  money: new RegExp(
    `(?:(?:[$€£¥₹]|\\b(?:usd|eur|gbp|chf|jpy|usdc))\\s?-?(?:${NUMBER})|(?<![\\w.,])-?(?:${NUMBER})\\s?(?:[€£$]|\\b(?:usd|eur|gbp|chf|jpy|usdc|dollars?|euros?|pounds?)\\b))`,
    'gi',
  ),
  number: new RegExp(`(?<![\\w.,$€£-])-?(?:${NUMBER})(?![\\w]|[.,]\\d)|[$€£]\\s?(?:${NUMBER})`, 'g'),
  boolean: /\b(?:yes|no|true|false|on|off|enabled|disabled)\b/gi,
}

/** Words that stand for true. */
export const truths: ReadonlySet<string> = new Set(['yes', 'true', 'on', 'enabled'])

/** Kinds that tell themselves: one alone in the text is taken although nothing names it. */
export const telling: ReadonlySet<Kind> = new Set<Kind>(['email', 'url', 'phone', 'date'])
