import type { Pool } from '#shared/calls/pools.ts'
import type { CatalogEntry } from '#shared/catalog/catalog.ts'
import type { ServiceReliability } from '#shared/doors/context.ts'
import { type Installation, isSoldHere } from '#shared/outcomes/availability.ts'

import type { PoolSample } from '../../deps.ts'
import { firstSentence } from '../../discovery/catalog/first-sentence.ts'
import { type Html, html } from '../../http/html.ts'
import { sparkline } from '../parts/day-bars.ts'
import { duration, packName, percent, priceOf } from '../parts/words.ts'

/** Fewer calls than this say nothing about an outcome. */
export const FEW_CALLS = 20

/** What cards need to know beside the catalog. */
export type CardFacts = {
  installation: Installation
  pools: ReadonlyMap<Pool, PoolSample> | null
  reliability: ReadonlyMap<string, ServiceReliability>
  /** Calls of the last 30 days, oldest first. */
  calls: (slug: string) => readonly number[]
}

/** Why an outcome cannot be called now; null when it can. */
export function whyNotNow(
  { outcome }: CatalogEntry,
  { installation, pools }: Pick<CardFacts, 'installation' | 'pools'>,
): string | null {
  if (!isSoldHere(outcome, installation)) return 'Not sold here: what it needs is not configured.'
  const pool = pools?.get(outcome.pool)
  if (pool === undefined) return null
  if (pool.paused.has(outcome.slug)) return 'It rests now.'
  return pool.workers === 0 ? 'No worker takes its calls now.' : null
}

/** A card of the catalog: what it does, price, and how it did lately. */
export function outcomeCard(entry: CatalogEntry, facts: CardFacts): Html {
  const { outcome, pack } = entry
  const whyNot = whyNotNow(entry, facts)
  const seen = facts.reliability.get(outcome.slug)
  const isRated = seen !== undefined && seen.calls >= FEW_CALLS
  return html`<li class="card">
    <a class="title" href="/o/${outcome.slug}">${outcome.title}</a>
    <p>${firstSentence(outcome.description)}</p>
    <div class="row ends foot">
      ${whyNot === null ? html`<span class="price">${priceOf(outcome.cents)}</span>` : html`<span class="tag warn">${whyNot}</span>`}
      <small
        >${isRated ? html`${duration(seen.p50_ms)} · ${percent(seen.success_rate_30d)}` : packName(pack.name)}</small
      >
      ${isRated ? sparkline(facts.calls(outcome.slug)) : ''}
    </div>
  </li>`
}
