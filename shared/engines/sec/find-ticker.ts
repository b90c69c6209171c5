import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A company that files with the SEC, by one of its tickers. */
export type Filer = { ticker: string; cik: number; name: string }

let filers: ReadonlyMap<string, Filer> | undefined

/** The map of tickers that came with the product: https://www.sec.gov/files/company_tickers.json, public domain. */
export function knownFilers(): ReadonlyMap<string, Filer> {
  filers ??= new Map(
    readFileSync(join(import.meta.dirname, 'tickers.tsv'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [ticker = '', cik, name = ''] = line.split('\t')
        return [ticker, { ticker, cik: Number(cik), name }]
      }),
  )
  return filers
}

/** How the SEC spells a ticker: upper case, classes of shares behind a dash. */
export const filerTicker = (text: string): string =>
  text.trim().toUpperCase().replace(/^\$/, '').replaceAll(/[./ ]/g, '-')

/** The filer of a ticker in any usual spelling; null: none in this map. */
export const findFiler = (text: string, among: ReadonlyMap<string, Filer> = knownFilers()): Filer | null =>
  among.get(filerTicker(text)) ?? among.get(filerTicker(text).replaceAll('-', '')) ?? null
