import { type Filer, knownFilers } from '#shared/engines/sec/find-ticker.ts'

import { plainName } from '../resolve/name-match.ts'

/** A company whose shares trade in the United States. */
export type Listed = { ticker: string; name: string; url: string }

let byName: ReadonlyMap<string, Filer | null> | undefined

/** Filers by their plain name; null where several share it. The first ticker of a filer is its main one. */
function filersByName(): ReadonlyMap<string, Filer | null> {
  const found = new Map<string, Filer | null>()
  for (const filer of knownFilers().values()) {
    const name = plainName(filer.name)
    const known = found.get(name)
    found.set(name, known === undefined || known?.cik === filer.cik ? (known ?? filer) : null)
  }
  return found
}

/** The filer of exactly this name, but for its legal form, in the list of the SEC that comes with the product. */
export function findListed(name: string): Listed | null {
  byName ??= filersByName()
  const filer = byName.get(plainName(name)) ?? null
  if (filer === null) return null
  const url = `https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&CIK=${String(filer.cik).padStart(10, '0')}`
  return { ticker: filer.ticker, name: filer.name, url }
}
