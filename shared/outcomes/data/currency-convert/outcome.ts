import { z } from 'zod'

import { currencyProblem, readCurrency } from './read-currency.ts'
import { invalidFields, Refusal } from '#shared/errors.ts'

import type { OutcomeContext } from '#shared/doors/context.ts'
import { defineOutcome } from '#shared/outcomes/define.ts'
import { DataSource, embeddedSource, upstreamSource } from '#shared/outcomes/lib/data-source.ts'

const ASK_MS = 3_500
/** The first day of the euro's reference rates. */
const FIRST_DAY = '1999-01-04'
const NO_RATE_NEEDED = embeddedSource('ISO 4217', 'https://www.iso.org/iso-4217-currency-codes.html')
/** Beyond it a JSON number no longer says the units. */
const MOST = 1e15

export const currencyConvert = defineOutcome({
  slug: 'currency-convert',
  title: 'Currency convert',
  description:
    'Converts an amount with a dated reference rate (European Central Bank where it publishes one), decimal-exact and rounded half-even to the currency’s minor unit. The latest rate, or that of any day since 1999.',
  cents: 1,
  impulse: true,
  types: {
    takes: { amount: 'amount', from_currency: 'currency', to_currency: 'target-currency', date: 'iso-date' },
    gives: { to: 'currency', converted: 'amount' },
  },
  input: () =>
    z.object({
      amount: z.number().min(-MOST).max(MOST).describe('may be negative or zero'),
      from_currency: z.string().min(1).max(12).describe('ISO 4217 code'),
      to_currency: z.string().min(1).max(12).describe('ISO 4217 code'),
      date: z.iso.date().optional().describe('YYYY-MM-DD: the rate of that day, or the last one before it'),
    }),
  output: () =>
    z.object({
      source: DataSource,
      as_of: z.string().nullable().describe('the day of the rate'),
      amount: z.number(),
      from: z.string(),
      to: z.string(),
      rate: z.string().describe('decimal string, as published or computed from two published rates'),
      converted: z.string().describe('rounded half-even to the minor unit of the target (JPY 0, KWD 3)'),
      converted_unrounded: z.string().describe('12 significant digits'),
      rate_date: z.string().nullable().describe('YYYY-MM-DD; null where no rate was needed'),
      cross_via: z.enum(['EUR']).nullable().describe('EUR where the rate was computed from two others'),
      notes: z.array(z.string()),
    }),
  example: {
    input: { amount: 10, from_currency: 'usd', to_currency: 'USD' },
    output: {
      source: NO_RATE_NEEDED,
      as_of: null,
      amount: 10,
      from: 'USD',
      to: 'USD',
      rate: '1',
      converted: '10.00',
      converted_unrounded: '10',
      rate_date: null,
      cross_via: null,
      notes: [],
    },
  },
  check({ from_currency: from, to_currency: to, date }) {
    const wrong = Object.entries({ from_currency: from, to_currency: to }).find(
      ([, code]) => readCurrency(code) === null,
    )
    if (wrong !== undefined) {
      const [field, code] = wrong
      throw invalidFields({ path: [field], msg: `Value error, ${currencyProblem(code)}`, input: code })
    }
    if (date !== undefined && date < FIRST_DAY) {
      throw invalidFields({ path: ['date'], msg: `Value error, reference rates begin on ${FIRST_DAY}`, input: date })
    }
  },
  async run({ amount, from_currency: sentFrom, to_currency: sentTo, date }, ctx) {
    const from = readCurrency(sentFrom) ?? sentFrom
    const to = readCurrency(sentTo) ?? sentTo
    const day = dayAsked(date, ctx.now())
    const { convertAmount } = await import('./convert-amount.ts')
    const told = from === to ? sameCurrency() : await ratesFor(from, to, day, ctx)
    const converted = convertAmount(amount, from, to, told.table)
    if (converted === null) throw noRate(from, to, day)
    return {
      source: told.source,
      as_of: told.table.date || null,
      amount,
      from,
      to,
      rate: converted.rate,
      converted: converted.converted,
      converted_unrounded: converted.unrounded,
      rate_date: told.table.date || null,
      cross_via: converted.crossVia,
      notes: [
        ...told.notes,
        ...(day !== null && told.table.date !== day && from !== to
          ? [`No rate was published on ${day}; this is that of ${told.table.date}.`]
          : []),
      ],
    }
  },
})

/** Null: the latest. A day that has not come has no rate. */
function dayAsked(date: string | undefined, now: Date): string | null {
  const today = now.toISOString().slice(0, 10)
  if (date === undefined || date === today) return null
  if (date > today) throw invalidFields({ path: ['date'], msg: 'Value error, this day has not come yet', input: date })
  return date
}

const sameCurrency = () => ({
  source: NO_RATE_NEEDED,
  table: { date: '', rates: new Map<string, string>() },
  notes: [],
})

/** The best table that has both: the bank's, a wider one, and the one that came with the product. */
async function ratesFor(from: string, to: string, day: string | null, { upstreams, signal }: OutcomeContext) {
  const { ecbSources, wideSources } = await import('./rate-sources.ts')
  const { ECB_CURRENCIES } = await import('./iso-4217.rules.ts')
  const { embeddedRates } = await import('./embedded-rates.ts')
  const has = (rates: ReadonlyMap<string, string>) => rates.has(from) && rates.has(to)
  const isOfBank = [from, to].every((code) => code === 'EUR' || ECB_CURRENCIES.has(code))
  let failure: Refusal | null = null
  const rounds = isOfBank ? [ecbSources(day), wideSources(day)] : [wideSources(day)]
  for (const sources of rounds) {
    try {
      const answer = await upstreams.ask(sources, { signal, withinMs: ASK_MS })
      if (has(answer.value.rates)) return { source: upstreamSource(answer), table: answer.value, notes: [] }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failure = error
    }
  }
  const own = embeddedRates()
  if (own !== null && has(own.rates) && (day === null || day === own.date)) {
    const note = `No source could be reached: this is the rate of ${own.date} that came with the product.`
    return { source: { ...embeddedSource(own.name), stale: true }, table: own, notes: [note] }
  }
  throw failure ?? noRate(from, to, day)
}

const noRate = (from: string, to: string, day: string | null) =>
  new Refusal(
    'unprocessable',
    `Nobody publishes a rate of ${from} to ${to}${day === null ? '' : ` for ${day}`}; nothing was charged.`,
  )
