import type { InjectionSource } from '#shared/engines/injection/injection-rule.ts'
import { evened } from '#shared/engines/injection/likeness/evened.ts'

/** A text as its windows, each a sorted list of different features; `sent` is what a scan is given. */
export type Example = {
  windows: readonly Int32Array[]
  isPositive: boolean
  group: string
  weight: number
  sent: { text: string; source: InjectionSource }
}

export type Linear = { weights: Float64Array; bias: number }

const ROUNDS = 4
const EPOCHS = 40
const RATE = 0.5
const DECAY = 2e-5

type Sample = { features: Int32Array; target: number; weight: number }

/** How much a window is like the positives; over 0 is more likely than not, by the weights of the training. */
export function marginOf({ weights, bias }: Linear, features: Int32Array): number {
  let sum = 0
  // By index: the training spends nearly all of its time here.
  for (let at = 0; at < features.length; at += 1) sum += weights[features[at] ?? 0] ?? 0
  return bias + sum / evened(features.length)
}

/** The most alike of the windows of a text. */
export const mostOf = (model: Linear, { windows }: Pick<Example, 'windows'>): number =>
  windows.reduce((most, features) => Math.max(most, marginOf(model, features)), Number.NEGATIVE_INFINITY)

/**
 * Logistic regression over hashed features with weight decay, by whole-batch steps: no randomness, so the same examples
 * give the same weights. Of a positive text only the windows that look most alike count, because the rest of an injected
 * text is harmless; which ones is decided anew in each round.
 */
export function trainLinear(examples: readonly Example[], buckets: number): Linear {
  const model: Linear = { weights: new Float64Array(buckets), bias: 0 }
  const squares = new Float64Array(buckets)
  let biasSquares = 1e-6
  for (let round = 0; round < ROUNDS; round += 1) {
    const samples = samplesOf(examples, model, round)
    const total = samples.reduce((sum, { weight }) => sum + weight, 0)
    for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
      const gradient = new Float64Array(buckets)
      let biasGradient = 0
      for (const { features, target, weight } of samples) {
        const chance = 1 / (1 + Math.exp(-marginOf(model, features)))
        const error = (weight * (chance - target)) / total
        biasGradient += error
        const share = error / evened(features.length)
        for (let at = 0; at < features.length; at += 1) {
          const feature = features[at] ?? 0
          gradient[feature] = (gradient[feature] ?? 0) + share
        }
      }
      for (let at = 0; at < buckets; at += 1) {
        const weight = model.weights[at] ?? 0
        const slope = (gradient[at] ?? 0) + DECAY * weight
        if (slope === 0) continue
        const square = (squares[at] ?? 0) + slope * slope
        squares[at] = square
        model.weights[at] = weight - (RATE * slope) / (Math.sqrt(square) + 1e-5)
      }
      biasSquares += biasGradient * biasGradient
      model.bias -= (RATE * biasGradient) / Math.sqrt(biasSquares)
    }
  }
  return model
}

/** Harmless texts count with all their windows, the others with the half of them that is most alike, at least one. */
function samplesOf(examples: readonly Example[], model: Linear, round: number): Sample[] {
  return examples.flatMap(({ windows, isPositive, weight }) => {
    if (!isPositive || round === 0)
      return windows.map((features) => ({
        features,
        target: isPositive ? 1 : 0,
        weight: weight / (isPositive ? windows.length : 1),
      }))
    const ranked = windows.toSorted((a, b) => marginOf(model, b) - marginOf(model, a))
    const kept = ranked.slice(0, Math.ceil(ranked.length / 2))
    return kept.map((features) => ({ features, target: 1, weight: weight / kept.length }))
  })
}
