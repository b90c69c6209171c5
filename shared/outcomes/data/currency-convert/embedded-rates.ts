import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { findPackage } from '#shared/engines/embedded/find-package.ts'
import { type EuroRates, readCurrencyApi } from './rate-sources.ts'

const PACKAGE = '@fawazahmed0/currency-api'

let rates: (EuroRates & { name: string }) | undefined

/** The rates that came with the product, of one day long ago: a last resort. Null: the package is not installed. */
export function embeddedRates(): (EuroRates & { name: string }) | null {
  const found = findPackage(PACKAGE)
  if (found === null) return null
  if (rates !== undefined) return rates
  const text = readFileSync(join(found.folder, 'v1/currencies/eur.min.json'), 'utf8')
  const table = readCurrencyApi({ status: 200, text: () => text, json: () => JSON.parse(text) })
  rates = { ...table, name: `${PACKAGE} ${found.version}` }
  return rates
}
