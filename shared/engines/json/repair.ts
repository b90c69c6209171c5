import { Refusal } from '#shared/errors.ts'

import { isDeeperThan, preview } from './json-value.ts'
import { extract } from './repair/extract.ts'
import { bigNumber } from './repair/repair-log.ts'
import type { Repair } from './repair/repair-log.ts'
import { parseExactly, scanValid } from './repair/scan-valid.ts'

/** Something worth knowing about a text in which nothing was changed for it. */
type Note = { code: 'duplicate_key' | 'nested_json'; at: number; detail: string }

export type Repaired = {
  value: unknown
  /** JSON.parse took the text as it was, white space and a byte order mark aside. */
  wasValid: boolean
  /** In the order of the text. */
  repairs: readonly Repair[]
  /** 1 when only lossless repairs were made, 0.7 when structure was rebuilt, 0.4 when content was guessed or dropped. */
  confidence: number
  isLossy: boolean
  notes: readonly Note[]
}

const MAX_DEPTH = 400
const MAX_NOTES = 100

const CONFIDENCE = { lossless: 1, structural: 0.7, lossy: 0.4 } as const

/**
 * Turns almost-JSON into its value and lists every change with its UTF-16 offset in the text. Numbers that a double
 * would change become strings of their digits. Refuses text that holds no JSON (`not_json`) or nests too deep.
 */
export function repairJson(text: string): Repaired {
  const bom: Repair[] = text.startsWith('\ufeff')
    ? [{ code: 'bom', at: 0, detail: 'removed the byte order mark', effect: 'lossless' }]
    : []
  const parsed = strictly(bom.length > 0 ? text.slice(1) : text)
  if (parsed !== null) return valid(text, parsed.value, bom)

  const { value, repairs } = extract(text)
  const all = [...bom, ...repairs].toSorted((left, right) => left.at - right.at)
  return { value, wasValid: false, repairs: all, ...judged(all), notes: notesOn(value) }
}

function strictly(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return null
  }
}

/** Valid JSON is left alone but for numbers that a double cannot hold; keys that occur twice are only noted. */
function valid(text: string, value: unknown, bom: readonly Repair[]): Repaired {
  if (isDeeperThan(value, MAX_DEPTH)) {
    throw new Refusal('unprocessable', `The text is nested deeper than ${MAX_DEPTH} levels.`, {
      extra: { reason: 'too_deep' },
    })
  }
  const { bigNumbers, doubleKeys } = scanValid(text)
  const repairs = [...bom, ...bigNumbers.map(({ at, text: digits }): Repair => ({ ...bigNumber(digits), at }))]
  const notes = doubleKeys.map(({ at, key }): Note => ({
    code: 'duplicate_key',
    at,
    detail: `the last of the values for ${preview(key)} counts`,
  }))
  return {
    value: bigNumbers.length > 0 ? parseExactly(text.slice(bom.length)) : value,
    wasValid: true,
    repairs,
    ...judged(repairs),
    notes: [...notes.slice(0, MAX_NOTES), ...notesOn(value)],
  }
}

function judged(repairs: readonly Repair[]): { confidence: number; isLossy: boolean } {
  const worst = (['lossy', 'structural'] as const).find((effect) => repairs.some((repair) => repair.effect === effect))
  return { confidence: CONFIDENCE[worst ?? 'lossless'], isLossy: worst === 'lossy' }
}

function notesOn(value: unknown): Note[] {
  if (typeof value !== 'string' || !/^\s*[{[]/.test(value) || strictly(value) === null) return []
  return [
    { code: 'nested_json', at: 0, detail: 'the value is a string that itself holds JSON; send that string to read it' },
  ]
}
