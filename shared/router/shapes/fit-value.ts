import { isText, isWritten } from '../plan/draft.ts'
import { kindOf } from './describe-shape.ts'
import { FITS_ANY, fitShape } from './fit-shape.ts'
import type { ShapedField, ShapeIndex } from './shape-index.ts'

/** What a text has to look like for a type that has a form of its own. */
const FORM_OF: Readonly<Record<string, RegExp>> = {
  url: /^https?:\/\/\S+$/i,
  'pdf-url': /^https?:\/\/\S+$/i,
  'image-url': /^https?:\/\/\S+$/i,
  'audio-url': /^https?:\/\/\S+$/i,
  'repo-url': /^https?:\/\/\S+$/i,
  'base-address': /^(?:0x[\da-f]{40}|[\w-]+\.base\.eth)$/i,
  spender: /^(?:0x[\da-f]{40}|[\w-]+\.base\.eth)$/i,
  'pay-to': /^(?:0x[\da-f]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/i,
  'solana-address': /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  'solana-mint': /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
  'solana-signature': /^[1-9A-HJ-NP-Za-km-z]{80,90}$/,
  'tx-hash': /^0x[\da-f]{64}$/i,
  transaction: /^(?:0x[\da-f]{64}|[1-9A-HJ-NP-Za-km-z]{80,90})$/i,
  sha256: /^(?:0x|sha-?256[:=-])?[\da-f]{64}$/i,
  email: /^[\w.+-]+@[\w.-]+\.\w+$/,
  ip: /^(?:\d{1,3}\.){3}\d{1,3}$|^[\da-f]*:[\da-f:]+$/i,
  domain: /^(?:[\w-]+\.)+[a-z]{2,18}$/i,
  jwt: /^(?:Bearer )?eyJ[\w-]+\.[\w-]+/,
  vin: /^[A-HJ-NPR-Z\d]{17}$/i,
  'iso-datetime': /^\d{4}-\d{2}-\d{2}|^\d{1,2}:\d{2}/,
  'iso-date': /^\d{4}-\d{2}-\d{2}$/,
  csv: /[,;\t|].*\n.*[,;\t|]/s,
  'mime-message': /^[\w-]+:[^\n]*\n/,
  'skill-markdown': /\n/,
  currency: /^[a-z]{3}$/i,
  'target-currency': /^[a-z]{3}$/i,
  network: /^\S{3,80}$/,
  latitude: /^-?\d+(?:\.\d+)?$/,
  'period-start': /^\d{4}-\d{2}/,
  'period-end': /^\d{4}-\d{2}/,
  since: /\d/,
  'transfer-from': /^(?:0x[\da-f]{40}|[\w-]+\.base\.eth)$/i,
  'transfer-to': /^(?:0x[\da-f]{40}|[\w-]+\.base\.eth)$/i,
  timezone: /^(?:UTC|GMT|[A-Z][A-Za-z_+-]+\/[\w/+-]+|[A-Z]{2,5})$/,
  'source-timezone': /^(?:UTC|GMT|[A-Z][A-Za-z_+-]+\/[\w/+-]+|[A-Z]{2,5})$/,
  language: /^[\p{L}\s-]{2,30}$/u,
  'source-language': /^[\p{L}\s-]{2,30}$/u,
  'broken-json': /[[{]/,
  longitude: /^-?\d+(?:\.\d+)?$/,
}

/** A text of more characters than this is told from a name or a command. */
export const LONG_TEXT = 80

/** Types of fields that take words, of which an address or a key is none. */
const OWN = ['url', 'base-address', 'tx-hash', 'email', 'jwt', 'iso-datetime'] as const

/** Whether a text is a value with a form of its own and no words. */
export const isBareValue = (value: unknown) => OWN.some((type) => hasForm(value, type) === true)

/** No address and no key is longer; of a longer text this much is looked at. */
const [LONGEST_BARE, LONGEST_LOOKED_AT] = [400, 2_000]

/** Whether a text has the form of a field's type; null where that type has none. */
export const hasForm = (value: unknown, type: string): boolean | null => {
  const form = FORM_OF[type]
  if (form === undefined) return null
  if (typeof value !== 'string' || (value.length > LONGEST_BARE && !isWritten(type) && type !== 'skill-markdown'))
    return false
  return form.test(value.slice(0, LONGEST_LOOKED_AT).trim())
}

/** What data that is written out counts as a text. */
const WRITTEN_OUT = 0.5

/** A text as a field takes it: the data that it writes out where no text is taken, a number where only numbers are taken, and a list where only lists of texts are. */
export function asTaken(value: unknown, { shape }: ShapedField): unknown {
  if (typeof value !== 'string' || shape.kinds.has('text')) return value
  if ((shape.kinds.has('object') || shape.kinds.has('list')) && /^\s*[[{]/.test(value)) return parsed(value)
  if (shape.kinds.has('number') && /^-?\d{1,15}(?:\.\d{1,9})?$/.test(value.trim())) return Number(value)
  return shape.kinds.has('list') && shape.items.has('text') && /\S\s*[,;]\s*\S/.test(value) && value.length < LONG_TEXT
    ? value.split(/\s*[,;]\s*/)
    : value
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

/** How well a value may stand in a field, from 0 to 1, whatever it is called. */
export function fitValue(sent: unknown, field: ShapedField, index: ShapeIndex): number {
  const value = asTaken(sent, field)
  const kind = kindOf(value)
  const { shape, type } = field
  if (kind === undefined || !shape.kinds.has(kind)) return 0
  if (kind === 'object' || kind === 'list') {
    if (type.endsWith('[]') && Array.isArray(value) && hasForm(value[0], type.slice(0, -2)) === false) return 0
    return fitShape(value, field, index)
  }
  if (typeof value === 'string') {
    if (shape.choices !== null && !shape.choices.has(value)) return 0
    if (value.length > shape.longest) return 0
    // Where objects are taken, a text is one only if it is written out.
    if (field.forms.length > 0 && !isWritten(type)) return /^\s*[[{]|^ey|\n/.test(value) ? FITS_ANY : 0
    if (isText(type) && /^\s*[[{]/.test(value)) return WRITTEN_OUT
    return hasForm(value, type) === false ? 0 : 1
  }
  return 1
}
