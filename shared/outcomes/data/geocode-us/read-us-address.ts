import { STATE_CODES, STATE_NAMES } from './us-states.rules.ts'

/** The end of an address, as far as a ZIP centroid needs it, and what kind of address it is. */
export type UsAddress = {
  /** Upper case, single spaces, without a country. */
  text: string
  zip: string | null
  state: string | null
  /** What may be the city: the last part before the state, or all of it where there is no comma. */
  city: string | null
  hasHouseNumber: boolean
  isPoBox: boolean
}

const COUNTRY = /[\s,]+(?:USA|U\.?S\.?A?\.?|UNITED STATES(?: OF AMERICA)?)\.?$/
const ZIP = /[\s,]+(\d{5})(?:-?\d{4})?$/
const PO_BOX = /\bP\.?\s*O\.?\s*BOX\b|\bPOST OFFICE BOX\b/

/** Reads the end of a one-line address. Linear in its length. */
export function readUsAddress(line: string): UsAddress {
  const text = line.toUpperCase().replaceAll(/\s+/g, ' ').trim().replace(COUNTRY, '')
  const [zipPart = '', zip = null] = ZIP.exec(` ${text}`) ?? []
  const beforeZip = (zip === null ? text : ` ${text}`.slice(0, -zipPart.length).trim()).replace(/[\s,]+$/, '')
  const { state, before } = takeState(beforeZip)
  const parts = before.split(',').map((part) => part.trim())
  const city = parts.at(-1) ?? ''
  return {
    text,
    zip,
    state,
    city: city === '' || /^\d/.test(city) ? null : city,
    hasHouseNumber: /^\d+[\dA-Z/-]*\s+\S/.test(text) && text !== zip,
    isPoBox: PO_BOX.test(text),
  }
}

/** A state at the end, as a code or by name. */
function takeState(text: string): { state: string | null; before: string } {
  const [, before = '', last = ''] = /^(.*?)[\s,]*\b([A-Z]{2})\.?$/.exec(text) ?? []
  if (STATE_CODES.has(last)) return { state: last, before: before.replace(/[\s,]+$/, '') }
  for (const [name, code] of STATE_NAMES) {
    if (text === name || text.endsWith(` ${name}`) || text.endsWith(`,${name}`)) {
      return { state: code, before: text.slice(0, -name.length).replace(/[\s,]+$/, '') }
    }
  }
  return { state: null, before: text }
}
