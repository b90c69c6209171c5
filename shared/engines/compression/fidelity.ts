import { type Item, roundTo3 } from './audit-item.ts'
import { type AuditCategory, auditCategories, type CompressionVerdict } from './compression-verdict.ts'
import type { CompressionInput } from './compression-verdict.ts'

export const usualWeights: Readonly<Record<AuditCategory, number>> = {
  constraint: 5,
  must_keep: 5,
  decision: 4,
  money: 3,
  number: 3,
  date: 3,
  id: 3,
  path: 3,
  url: 3,
  email: 3,
  command: 3,
  error: 3,
  open_item: 3,
  name: 2,
  identifier: 2,
  quote: 2,
  preference: 2,
}

export function weightsOf(sent: CompressionInput['weights']): Record<AuditCategory, number> {
  const weights = { ...usualWeights }
  for (const category of auditCategories) {
    const value = sent?.[category]
    if (typeof value === 'number' && value >= 0 && value <= 100) weights[category] = value
  }
  return weights
}

export function fidelityOf(items: readonly Item[], weights: Readonly<Record<AuditCategory, number>>): number {
  const worth = ({ category, importance }: Item) => weights[category] * importance
  const all = items.reduce((sum, item) => sum + worth(item), 0)
  const kept = items.filter(({ status }) => status === 'kept').reduce((sum, item) => sum + worth(item), 0)
  return all === 0 ? 1 : roundTo3(kept / all)
}

export function tally(
  name: AuditCategory,
  items: readonly Item[],
  weights: Readonly<Record<AuditCategory, number>>,
): CompressionVerdict['categories'] {
  const own = items.filter(({ category }) => category === name)
  if (own.length === 0) return []
  const count = (status: Item['status']) => own.filter((item) => item.status === status).length
  return [
    {
      name,
      total: own.length,
      kept: count('kept'),
      changed: count('changed'),
      lost: count('lost'),
      recall: roundTo3(count('kept') / own.length),
      weight: weights[name],
    },
  ]
}
