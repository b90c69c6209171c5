import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { BUCKETS } from '#shared/engines/injection/likeness/tokens.ts'
import { type Weights, writeWeights } from '#shared/engines/injection/likeness/weights.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { progressOf } from '../../support/progress.ts'
import { shareOf } from '../interval.ts'
import { chooseMargins } from './choose-margins.ts'
import { examplesFrom } from './examples.ts'
import { type Example, type Linear, mostOf, trainLinear } from './train-linear.ts'

/**
 * `npm run train:likeness -- --corpora DIR`: makes the weights by which prompt-injection-scan compares words with those of
 * known injections. It learns from the tuning part only. The margins from which on the likeness counts come from texts
 * that the model which judges them had not seen (five folds, near-duplicates in one). The same corpora and the same
 * packages give the same file. `--dry` prints the rates and writes nothing.
 */
const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    packages: { type: 'string', default: 'node_modules' },
    dry: { type: 'boolean', default: false },
  },
})
const FOLDS = 5
/** Shares of the harmless rows and of the pieces of manuals that the whole scan may raise, by texts it had not seen. */
const ALARMS = 0.015
const ORDINARY_ALARMS = 0.0015
const FILE = join(import.meta.dirname, '../../../shared/engines/injection/likeness/injection.weights')

const say = (line = '') => process.stdout.write(`${line}\n`)
const progress = progressOf('train:likeness')
if (values.corpora === undefined) {
  process.stderr.write('usage: npm run train:likeness -- --corpora DIR\n')
  process.exit(2)
}

const foldOf = ({ group }: Example) => Number.parseInt(sha256Hex(Buffer.from(group)).slice(2, 6), 16) % FOLDS

/** The margin of each example by a model that was trained without its fold, and that model. */
function marginsOf(examples: readonly Example[]): { example: Example; margin: number; model: Linear }[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    progress(`fold ${fold + 1} of ${FOLDS}`)
    const model = trainLinear(
      examples.filter((one) => foldOf(one) !== fold),
      BUCKETS,
    )
    return examples
      .filter((one) => foldOf(one) === fold)
      .map((example) => ({ example, margin: mostOf(model, example), model }))
  }).flat()
}

function inWholeNumbers({ weights }: Linear): { values: Int8Array; scale: number } {
  const scale = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / 127
  return { values: Int8Array.from(weights, (weight) => Math.round(weight / scale)), scale }
}

const examples = examplesFrom(values.corpora, values.packages)
const judged = marginsOf(examples)
const harmless = judged
  .filter(({ example }) => !example.isPositive)
  .map(({ margin }) => margin)
  .toSorted((a, b) => b - a)
const positives = judged.filter(({ example }) => example.isPositive)
say(`${positives.length} texts with an injection and ${harmless.length} without one.`)
const folded = new Map<Linear, Weights>()
const weightsOf = (one: Linear): Weights => {
  const known = folded.get(one) ?? { ...inWholeNumbers(one), bias: one.bias, likely: 0, high: 0, sure: 0 }
  folded.set(one, known)
  return known
}
progress('the margins')
const choice = chooseMargins(
  judged.map(({ example, model }) => ({ example, weights: weightsOf(model) })),
  harmless,
  { harmless: ALARMS, ordinary: ORDINARY_ALARMS },
  ({ margins, injections, harmless: rows, ordinary }) => {
    const [likely, high, sure] = [margins.likely, margins.high, margins.sure].map((one) => one.toFixed(2))
    say(
      `likely from ${likely}, high from ${high}, sure from ${sure}: the scan raises ${shareOf(injections.raised, injections.of)} of the injections, ${shareOf(rows.raised, rows.of)} of the harmless rows, ${shareOf(ordinary.raised, ordinary.of)} of the pieces of manuals.`,
    )
  },
)
for (const name of ['likely', 'high', 'sure'] as const) {
  const from = choice.margins[name]
  const found = positives.filter(({ margin }) => margin >= from)
  const groups = Map.groupBy(positives, ({ example }) => example.group)
  const byGroup = [...groups.values()].filter((rows) => rows.some(({ margin }) => margin >= from)).length
  say(
    `${name}, from ${from.toFixed(2)}: ${shareOf(found.length, positives.length)} of the texts, ${shareOf(byGroup, groups.size)} of the groups.`,
  )
}
progress('the last model')
const file = writeWeights({ ...weightsOf(trainLinear(examples, BUCKETS)), ...choice.margins })
say(`sha256 ${sha256Hex(file)}`)
if (!values.dry) writeFileSync(FILE, file)
