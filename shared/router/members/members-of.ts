import { isObject } from '#shared/engines/json/json-value.ts'
import type { FieldType } from '#shared/outcomes/semantic-types.ts'

import type { Draft } from '../plan/draft.ts'
import type { Known } from '../values/known.ts'
import { option } from '../values/options.ts'

/** A member of the answer of a step; `isMain` if later steps take it though no word of the goal speaks of it. */
export type Member = { path: string; type: FieldType; isMain: boolean; words?: RegExp }

/** The members of a step's answer: those declared, and those that depend on what the step is asked. */
export function membersOf(step: Draft, known: Known): Member[] {
  const { tool } = step
  const asked = tool.slug === 'dns-lookup' ? recordType(step, known) : undefined
  const declared = [...entries(tool.gives, true), ...entries(tool.also, false)]
  if (typeof asked === 'string' && HOSTS.has(asked))
    return declared.map((one) => (one.path === 'answers.0.value' ? { ...one, type: 'domain', isMain: false } : one))
  return tool.slug === 'extract-structured' ? [...declared, ...ofSchema(schemaOf(step, known), 'data')] : declared
}

const entries = (members: Readonly<Record<string, FieldType>>, isMain: boolean): Member[] =>
  Object.entries(members).map(([path, type]) => ({ path, type, isMain }))

/** Records of DNS whose values are names of hosts. */
const HOSTS = new Set(['MX', 'NS', 'CNAME', 'PTR'])
const recordType = ({ inputs }: Draft, known: Known) => inputs['type'] ?? option('dns-type', known)

/** The schema that an extraction is given. */
function schemaOf({ inputs }: Draft, { input, values }: Known): unknown {
  const { schema } = inputs
  if (isObject(schema)) return schema
  if (schema === '$input') return input.json
  const { members } = input
  return isObject(members['schema'])
    ? members['schema']
    : (values.find(({ type }) => type === 'json-schema')?.value ??
        (isObject(members['properties']) ? input.json : undefined))
}

/** What the names of properties say of their values, the surest first. */
const BY_NAME: readonly (readonly [RegExp, FieldType])[] = [
  [/e-?mail/, 'email'],
  [/currency|waehrung|wahrung|moneda|devise/, 'currency'],
  [/(?:^|_)(?:url|uri|link|website|homepage|web_?page|site|href)(?:_|$)/, 'url'],
  [/(?:^|_)(?:domain|host(?:name)?)(?:_|$)/, 'domain'],
  [/(?:^|_)(?:wallet|pay_?to|payee_address|recipient_address|evm_address|0x)/, 'base-address'],
  [/(?:^|_)(?:tx|transaction)(?:_?(?:hash|id))?$/, 'tx-hash'],
  [/(?:^|_)ip(?:_|$)/, 'ip'],
  [/(?:^|_)vin(?:_|$)/, 'vin'],
  [/(?:^|_)(?:ticker|symbol)(?:_|$)/, 'ticker'],
  [/(?:^|_)(?:time_?zone|tz)(?:_|$)/, 'timezone'],
  [/(?:^|_)lat(?:itude)?(?:_|$)/, 'latitude'],
  [/(?:^|_)(?:lon|lng|longitude)(?:_|$)/, 'longitude'],
  [/(?:^|_)(?:address|anschrift|direccion|adresse|street)(?:_|$)/, 'us-address'],
  [/(?:^|_)(?:company|vendor|seller|supplier|buyer|customer|merchant|shop|store|firm)(?:_|$)/, 'company'],
  [/(?:^|_)(?:date|due|deadline|day|at|on|when|time|expires?|issued)(?:_|$)/, 'iso-datetime'],
  [
    /(?:^|_)(?:amount|total|sum|price|cost|fee|due|balance|subtotal|tax|gross|net|deposit|salary|rent|betrag|summe|preis|importe|precio|montant|prix)(?:_|$)/,
    'amount',
  ],
]

/** What a goal may call a value of a type that a property of another name holds. */
const SAID_AS: Readonly<Record<string, string>> = {
  amount: 'amount|total|sum|price',
  email: 'e-?mail|mail(?:box)?',
  url: 'link|page|site|website|url',
  'us-address': 'address|place',
  'iso-datetime': 'date|deadline|due',
  'base-address': 'wallet|address',
  company: 'company|vendor|firm',
}

function ofSchema(schema: unknown, at: string, depth = 0): Member[] {
  if (!isObject(schema) || depth > 3) return []
  const { properties, items } = schema
  if (isObject(items)) return ofSchema(items, `${at}.0`, depth + 1)
  if (!isObject(properties)) return []
  const found = Object.entries(properties).flatMap(([name, of]): Member[] => {
    if (!/^[\w-]+$/.test(name) || !isObject(of)) return []
    const path = `${at}.${name}`
    const inner = ofSchema(of, path, depth + 1)
    const type = inner.length > 0 ? undefined : typeOf(name, of)
    return type === undefined ? inner : [{ path, type, isMain: true, words: wordsFor(name, type) }]
  })
  // Of several amounts the total is meant.
  return found.toSorted((a, b) => Number(isTotal(b)) - Number(isTotal(a)))
}

const isTotal = ({ type, path }: Member) => type === 'amount' && /total|amount_due|gross/i.test(path)

function typeOf(name: string, { type, format }: Record<string, unknown>): FieldType {
  const kinds = Array.isArray(type) ? type : [type]
  const isNumber = kinds.some((kind) => kind === 'number' || kind === 'integer')
  const snake = name.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  if (format === 'email' || format === 'idn-email') return 'email'
  if (format === 'uri' || format === 'url') return 'url'
  if (format === 'date' || format === 'date-time') return 'iso-datetime'
  const [, found] = BY_NAME.find(([words]) => words.test(snake)) ?? []
  if (isNumber) return found === 'latitude' || found === 'longitude' ? found : AMOUNT.test(snake) ? 'amount' : 'number'
  return found ?? 'text'
}
const AMOUNT = BY_NAME.at(-1)?.[0] ?? /amount/

function wordsFor(name: string, type: FieldType): RegExp {
  const words = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word.length > 1)
  return new RegExp(
    `\\b(?:${[words.join('[\\s_-]?'), ...(words.length > 0 ? [words[0]] : []), SAID_AS[type]].filter(Boolean).join('|')})s?\\b`,
    'u',
  )
}
