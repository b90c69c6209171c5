import type { ModelVerdict } from './judge-by-model.ts'
import type { Scored } from './judge-by-rules.ts'

/** Totals closer than this are a tie. */
const TIE = 0.02

/** Who wins, by how much, and what to do: proceed with a stable winner or a good single, reject what is poor, else review. */
export function settleVerdict(
  scores: readonly Scored[],
  judged: Pick<ModelVerdict, 'winner' | 'consistency' | 'positionBias'> | null,
  { good, poor }: { good: number; poor: number },
) {
  const totals = scores.map(({ total }) => total).toSorted((a, b) => b - a)
  const [best = 0, second = 0] = totals
  const margin = scores.length < 2 ? 0 : Math.round(1_000 * (best - second)) / 1_000
  const byTotal = scores.length < 2 || margin < TIE ? null : scores.findIndex(({ total }) => total === best)
  const winner = judged === null ? byTotal : judged.winner === byTotal ? byTotal : null
  const isStable = scores.length < 2 ? best >= good : winner !== null && judged?.positionBias !== true
  const decision = best < poor ? ('reject' as const) : isStable ? ('proceed' as const) : ('review' as const)
  return {
    decision,
    winner,
    margin,
    consistency: judged?.consistency ?? 1,
    position_bias: judged?.positionBias ?? false,
  }
}
