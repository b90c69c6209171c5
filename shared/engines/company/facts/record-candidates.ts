import type { LegalEntity } from '../knowledge/gleif.ts'
import type { Listed } from '../knowledge/sec-filer.ts'
import type { WikidataCompany } from '../knowledge/wikidata.ts'
import type { Candidate, FactField } from './fact.ts'
import { bandOf } from './page-candidates.ts'

/** Candidates from public records. `observedAt` is when they were asked. */
export function recordCandidates(
  records: { wikidata: WikidataCompany | null; gleif: LegalEntity | null; listed: Listed | null },
  observedAt: string,
): Candidate[] {
  const { wikidata, gleif, listed } = records
  const found: Candidate[] = []
  const say = (
    field: FactField,
    value: Candidate['value'] | null,
    sourceUrl: string,
    path: string,
    confidence: number,
  ) => {
    if (value !== null) found.push({ field, value, sourceUrl, path, observedAt, confidence })
  }
  if (wikidata !== null) {
    say('name', wikidata.label, wikidata.url, 'label', 0.8)
    say('description', wikidata.description, wikidata.url, 'description', 0.55)
    say('founded', wikidata.founded, wikidata.url, 'P571 inception', 0.85)
    say('hq', wikidata.headquarters, wikidata.url, 'P159 headquarters location', 0.8)
    say(
      'size_band',
      wikidata.employees === null ? null : bandOf(wikidata.employees),
      wikidata.url,
      'P1128 employees',
      0.75,
    )
    say('industry', wikidata.industry, wikidata.url, 'P452 industry', 0.8)
    say('countries', wikidata.country === null ? null : [wikidata.country], wikidata.url, 'P17 country', 0.75)
  }
  if (gleif !== null) {
    say('legal_name', gleif.name, gleif.url, 'entity.legalName', 0.9)
    say(
      'hq',
      [gleif.city, gleif.country].filter((part) => part !== null).join(', ') || null,
      gleif.url,
      'entity.headquartersAddress',
      0.7,
    )
    say(
      'countries',
      gleif.country === null ? null : [gleif.country],
      gleif.url,
      'entity.headquartersAddress.country',
      0.8,
    )
  }
  if (wikidata !== null) say('ticker', wikidata.ticker, wikidata.url, 'P249 ticker symbol', 0.8)
  if (listed !== null) say('ticker', listed.ticker, listed.url, `SEC filer ${listed.name}`, 0.65)
  return found
}
