import type { Row } from './build-row.ts'
import type { Snapshot } from './snapshot-report.ts'

type Value = string | number | boolean

/** What rows are compared by; null where a row does not know it. */
const ATTRIBUTES: readonly { attribute: string; of: (row: Row) => Value | null }[] = [
  { attribute: 'pricing_model', of: ({ pricing }) => pricing?.model ?? null },
  {
    attribute: 'entry_price',
    of: ({ pricing }) =>
      pricing === null || pricing.entry_price === null
        ? null
        : [pricing.entry_price, pricing.currency ?? '', pricing.period === null ? '' : `per ${pricing.period}`]
            .join(' ')
            .trim(),
  },
  { attribute: 'free_tier', of: ({ pricing }) => pricing?.free_tier ?? null },
  { attribute: 'founded', of: ({ founded }) => founded },
  { attribute: 'size_band', of: ({ size_band: band }) => band },
  { attribute: 'hq', of: ({ hq }) => hq },
  { attribute: 'domain_age_years', of: ({ age_days: days }) => (days === null ? null : Math.floor(days / 365)) },
  { attribute: 'technologies', of: ({ technologies }) => (technologies.length === 0 ? null : technologies.length) },
  { attribute: 'last_news', of: ({ last_news: news }) => news?.date?.slice(0, 10) ?? null },
]

/** The attributes that at least two companies tell, and those in which the subject differs from all others. */
export function compareRows(rows: readonly Row[]): Pick<Snapshot, 'matrix' | 'differences'> {
  const [subject] = rows
  const read = rows.filter(({ status }) => status === 'read')
  const matrix = ATTRIBUTES.flatMap(({ attribute, of }) => {
    const values = Object.fromEntries(
      read.flatMap((row): [string, Value][] => {
        const value = of(row)
        return value === null ? [] : [[row.domain, value]]
      }),
    )
    return Object.keys(values).length >= 2 ? [{ attribute, values }] : []
  })
  const differences = matrix.flatMap(({ attribute, values }) => {
    const own = subject === undefined ? undefined : values[subject.domain]
    const others = Object.fromEntries(Object.entries(values).filter(([domain]) => domain !== subject?.domain))
    if (own === undefined || Object.values(others).includes(own)) return []
    const told = Object.entries(others).map(([domain, value]) => `${domain} ${value}`)
    return [{ attribute, subject: own, others, note: `${subject?.domain} ${own}, ${told.join(', ')}` }]
  })
  return { matrix, differences }
}
