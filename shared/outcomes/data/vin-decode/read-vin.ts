/** What a VIN says by itself, without any data (ISO 3779 and 3780, 49 CFR 565). */
export type Vin = {
  vin: string
  wmi: string
  region: string
  checkDigit: { expected: string; actual: string; valid: boolean }
  /** Years that position 10 may mean, likeliest first, none later than the year after `latestYear`. */
  years: number[]
}

const VALUES: Readonly<Record<string, number>> = {
  ...Object.fromEntries([...'0123456789'].map((digit) => [digit, Number(digit)])),
  ...Object.fromEntries([...'ABCDEFGH'].map((letter, index) => [letter, index + 1])),
  ...Object.fromEntries([...'JKLMN'].map((letter, index) => [letter, index + 1])),
  P: 7,
  R: 9,
  ...Object.fromEntries([...'STUVWXYZ'].map((letter, index) => [letter, index + 2])),
}
const WEIGHTS = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
/** Position 10, in the order of years from 1980; after 30 it begins again. */
const YEAR_CODES = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const FIRST_YEAR = 1980
const CYCLE = 30

const REGIONS: readonly [RegExp, string][] = [
  [/[A-H]/, 'Africa'],
  [/[J-R]/, 'Asia'],
  [/[S-Z]/, 'Europe'],
  [/[1-5]/, 'North America'],
  [/[67]/, 'Oceania'],
  [/[89]/, 'South America'],
]

/** What is wrong with the form of a VIN, as a sentence; null: nothing. */
export function vinProblem(text: string): string | null {
  const vin = normalVin(text)
  if (vin.length !== 17) return `a VIN has 17 characters, this has ${vin.length}`
  const index = [...vin].findIndex((character) => !(character in VALUES))
  if (index === -1) return null
  const hint = /[IOQ]/.test(vin[index] ?? '') ? '; I, O and Q never stand in a VIN' : ''
  return `illegal character ${vin[index]} at position ${index + 1}${hint}`
}

/** Upper case, without the spaces and dashes that people write. */
export const normalVin = (text: string): string => text.toUpperCase().replaceAll(/[\s-]/g, '')

/** Reads a VIN of good form (`vinProblem` says null). `latestYear` is the newest year a vehicle can be of. */
export function readVin(text: string, latestYear: number): Vin {
  const vin = normalVin(text)
  const first = vin.slice(0, 1)
  return {
    vin,
    wmi: vin.slice(0, 3),
    region: REGIONS.find(([characters]) => characters.test(first))?.[1] ?? 'unassigned',
    checkDigit: checkDigitOf(vin),
    years: yearsOf(vin).filter((year) => year <= latestYear),
  }
}

function checkDigitOf(vin: string): Vin['checkDigit'] {
  const sum = [...vin].reduce((total, character, index) => total + (VALUES[character] ?? 0) * (WEIGHTS[index] ?? 0), 0)
  const expected = sum % 11 === 10 ? 'X' : String(sum % 11)
  const actual = vin.slice(8, 9)
  return { expected, actual, valid: expected === actual }
}

function yearsOf(vin: string): number[] {
  const index = YEAR_CODES.indexOf(vin.slice(9, 10))
  if (index === -1) return []
  const early = FIRST_YEAR + index
  const late = early + CYCLE
  // North American cars and light trucks have a letter at position 7 since 2010 (49 CFR 565.15); heavy ones may not.
  const isLate = /[1-5]/.test(vin.slice(0, 1)) && /[A-Z]/.test(vin.slice(6, 7))
  return isLate ? [late, early] : /[1-5]/.test(vin.slice(0, 1)) ? [early, late] : [late, early]
}
