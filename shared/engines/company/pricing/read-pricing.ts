import type { SitePage } from '../crawl/company-site.ts'
import type { PageBlock } from '../page/company-page.ts'
import { textOf, typesOf } from '../page/json-ld.ts'
import { nearness } from '../page/page-blocks.ts'
import { ASK, CURRENCIES, FREE, NO_PLAN, type Period, PERIOD_WORDS, PRICE } from './price.rules.ts'

export type Plan = {
  name: string
  /** Null: on request. */
  price: number | null
  currency: string | null
  period: Period | null
  features: string[]
  quote: string
}

export type Pricing = {
  plans: Plan[]
  model: 'subscription' | 'usage' | 'one_time' | 'on_request' | 'unknown'
  free_tier: boolean
  /** The lowest recurring price of a plan above zero. */
  entry_price: number | null
  currency: string | null
  period: Period | null
  url: string
}

const MOST_PLANS = 10
const MOST_FEATURES = 8
const AHEAD = 6

/**
 * Reads the plans of a page with their prices; null when the page shows no price. Only a price next to a plan's name
 * counts.
 */
export function readPricing(pages: readonly SitePage[]): Pricing | null {
  for (const page of pages) {
    const plans = plansOf(page)
    if (plans.some(({ price }) => price !== null)) return summary(plans, page.url)
  }
  return null
}

function plansOf(page: SitePage): Plan[] {
  const seen = plansInBlocks(page.blocks)
  const plans = seen.some(({ price }) => price !== null) ? seen : [...seen, ...plansInNodes(page)]
  return [...new Map(plans.map((plan) => [plan.name.toLowerCase(), plan])).values()].slice(0, MOST_PLANS)
}

/** Plans by their headings, by lines with plan and price, and by the short line above a separate price. */
function plansInBlocks(blocks: readonly PageBlock[]): Plan[] {
  const taken = new Set<PageBlock>()
  return blocks.flatMap((block, place): Plan[] => {
    const isPrice = PRICE.test(block.text)
    if (block.level > 0 && !isPrice) return isPlanName(block) ? underHeading(blocks, place, taken) : []
    if (!isPrice || taken.has(block)) return []
    const inLine = fromLine(block, blocks[place + 1])
    return inLine.length > 0 ? inLine : belowName(blocks, place)
  })
}

const isPlanName = ({ text }: PageBlock) =>
  text.length <= 40 && /\p{L}/u.test(text) && !NO_PLAN.test(text) && !PRICE.test(text)

/** A heading, and the first price (or "free", or "contact us") after it in the same card. */
function underHeading(blocks: readonly PageBlock[], place: number, taken: Set<PageBlock>): Plan[] {
  const heading = blocks[place]
  if (heading === undefined) return []
  const next = blocks.findIndex((other, at) => at > place && other.level > 0 && !PRICE.test(other.text))
  const end = next === -1 ? blocks.length : next
  const card = blocks.slice(place + 1, Math.min(end, place + 40)).filter((other) => nearness(heading, other) > 0)
  const near = card.slice(0, AHEAD)
  const at = near.findIndex(({ text }) => PRICE.test(text) || FREE.test(text) || ASK.test(text))
  const said = near[at]
  if (said === undefined) return []
  taken.add(said)
  return [planOf(heading, said, near.slice(at, at + 3), card.slice(at + 1))]
}

/** A separate price, under the nearest short line of the same card that may be a name. */
function belowName(blocks: readonly PageBlock[], place: number): Plan[] {
  const said = blocks[place]
  if (said === undefined || said.text.length > 40 || !/^\D{0,4}\d/u.test(said.text)) return []
  const name = blocks
    .slice(Math.max(0, place - 3), place)
    .toReversed()
    .find((other) => other.text.length <= 25 && isPlanName(other) && !ASK.test(other.text) && nearness(said, other) > 0)
  return name === undefined
    ? []
    : [planOf(name, said, blocks.slice(place, place + 3), blocks.slice(place + 1, place + 12))]
}

const planOf = (name: PageBlock, said: PageBlock, around: readonly PageBlock[], behind: readonly PageBlock[]): Plan => {
  const words = around.map(({ text }) => text)
  const own = behind.filter((other) => nearness(name, other) > 0)
  return {
    name: name.text,
    ...priceIn(said.text, words.join(' ')),
    features: featuresOf(own),
    quote: [name.text, ...words].join(' · ').slice(0, 240),
  }
}

/** "Pro: $29/mo" in one line. */
function fromLine(block: PageBlock, next: PageBlock | undefined): Plan[] {
  const [, name] =
    /^([\p{L}][\p{L}\d +&-]{1,30}?)\s{0,2}(?::|–|—|-|\bfrom\b|\bstarts at\b|\bfor\b)?\s{0,2}(?=US\$|[$€£¥₹])/u.exec(
      block.text,
    ) ?? []
  const isPlan =
    name !== undefined &&
    block.text.length < 80 &&
    !/\b(?:save|off|worth|up to|over|raised|only|just|from|starting|starts)\b/i.test(name)
  return isPlan
    ? [
        {
          name: name.trim(),
          ...priceIn(block.text, `${block.text} ${next?.text ?? ''}`.slice(0, 120)),
          features: [],
          quote: block.text.slice(0, 240),
        },
      ]
    : []
}

function priceIn(text: string, around: string): Pick<Plan, 'price' | 'currency' | 'period'> {
  const match = PRICE.exec(text)
  if (match === null) return { price: FREE.test(text) ? 0 : null, currency: null, period: null }
  const [, before, first, second, behind] = match
  return {
    price: amountOf(first ?? second ?? ''),
    currency: CURRENCIES[(before ?? behind ?? '').toUpperCase()] ?? CURRENCIES[before ?? behind ?? ''] ?? null,
    period: PERIOD_WORDS.find(({ pattern }) => pattern.test(around))?.period ?? null,
  }
}

/**
 * `1,299.00` and `1.299,00` alike: the last mark with one or two digits behind it is the decimal one, and so is any behind
 * a lone zero. Null where there is no digit.
 */
export function amountOf(text: string): number | null {
  const [, whole = text, cents = '0'] = /^(0)[.,](\d{1,9})$/.exec(text) ?? /^(.{1,20})[.,](\d{1,2})$/.exec(text) ?? []
  const digits = whole.replaceAll(/\D/g, '')
  return digits === '' ? null : Number(`${digits}.${cents}`)
}

const featuresOf = (blocks: readonly PageBlock[]) =>
  blocks
    .filter(
      ({ level, text }) => level === 0 && text.length > 3 && text.length < 90 && !PRICE.test(text) && !ASK.test(text),
    )
    .map(({ text }) => text)
    .filter(
      (text) => !/^(?:get started|start|sign up|buy|choose|try|learn more|per |\/|billed|everything in)/i.test(text),
    )
    .slice(0, MOST_FEATURES)

function plansInNodes(page: SitePage): Plan[] {
  return page.nodes
    .filter((node) =>
      typesOf(node).some((type) => /^(?:Product|SoftwareApplication|WebApplication|Service)$/.test(type)),
    )
    .flatMap((node) => {
      const offers = [node['offers']].flat()
      return offers.flatMap((offer): Plan[] => {
        if (typeof offer !== 'object' || offer === null) return []
        // Safe: members are looked at one by one.
        const { name, price, lowPrice, priceCurrency } = offer as Record<string, unknown>
        const amount = amountOf(textOf(price) ?? textOf(lowPrice) ?? '')
        const named = textOf(name) ?? textOf(node['name'])
        if (named === null || amount === null) return []
        return [
          {
            name: named.slice(0, 60),
            price: amount,
            currency: textOf(priceCurrency),
            period: null,
            features: [],
            quote: `JSON-LD Offer: ${named} ${amount}`.slice(0, 240),
          },
        ]
      })
    })
}

function summary(plans: Plan[], url: string): Pricing {
  const isRecurring = ({ period }: Plan) => period === 'month' || period === 'year' || period === 'week'
  const recurring = plans
    .filter((plan) => (plan.price ?? 0) > 0 && isRecurring(plan))
    .toSorted((a, b) => monthly(a) - monthly(b))
  const [entry] = recurring
  const has = (period: Period) => plans.some((plan) => plan.period === period)
  const model =
    recurring.length > 0
      ? 'subscription'
      : has('use') || has('hour')
        ? 'usage'
        : has('once')
          ? 'one_time'
          : plans.every(({ price }) => price === null)
            ? 'on_request'
            : 'unknown'
  return {
    plans,
    model,
    free_tier: plans.some(({ price }) => price === 0),
    entry_price: entry?.price ?? null,
    currency: entry?.currency ?? plans.find(({ currency }) => currency !== null)?.currency ?? null,
    period: entry?.period ?? null,
    url,
  }
}

const monthly = ({ price, period }: Plan) => (price ?? 0) / (period === 'year' ? 12 : period === 'week' ? 0.23 : 1)
