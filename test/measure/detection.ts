import { parseArgs } from 'node:util'

import { corpus, type Row } from './corpus.ts'
import { type Alarm, type Detector, detectors } from './detectors.ts'

/**
 * `npm run measure:detection -- --corpora DIR`: precision and recall of the detecting outcomes on labelled corpora that
 * are kept outside of the project. Each corpus is parted by a hash of the case into `dev`, which rules may be written
 * from, and `held-out`, which they may not. Prints Markdown. `--show CORPUS` lists what went wrong in the dev part only.
 */
const { values } = parseArgs({
  options: { corpora: { type: 'string' }, show: { type: 'string' }, only: { type: 'string' } },
})
const say = (line = '') => process.stdout.write(`${line}\n`)

type Judged = { row: Row; alarm: Alarm; isPositive: boolean }

const percent = (part: number, of: number) => (of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`)

function rates(judged: readonly Judged[], raisedBy: (alarm: Alarm) => boolean) {
  const positives = judged.filter(({ isPositive }) => isPositive)
  const caught = positives.filter(({ alarm }) => raisedBy(alarm)).length
  const negatives = judged.filter(({ isPositive }) => !isPositive)
  const falseAlarms = negatives.filter(({ alarm }) => raisedBy(alarm)).length
  return {
    recall: `${percent(caught, positives.length)} (${caught}/${positives.length})`,
    falseAlarms: `${percent(falseAlarms, negatives.length)} (${falseAlarms}/${negatives.length})`,
    precision: percent(caught, caught + falseAlarms),
  }
}

function report(detector: Detector, judged: readonly Judged[]): void {
  say(`## ${detector.corpus}`)
  say()
  say(`Rules: \`${detector.ruleset}\`.`)
  say()
  say('| Part | Alarm | Recall | Precision | False alarms |')
  say('|---|---|---|---|---|')
  for (const part of ['dev', 'held-out'] as const) {
    const rows = judged.filter(({ row }) => row.part === part)
    for (const [name, raised] of [
      ['any', (alarm: Alarm) => alarm.raised],
      ['stopped', (alarm: Alarm) => alarm.stopped],
    ] as const) {
      const { recall, precision, falseAlarms } = rates(rows, raised)
      say(`| ${part} | ${name} | ${recall} | ${precision} | ${falseAlarms} |`)
    }
  }
  say()
  say('| Kind | Recall, dev | Recall, held-out | False alarms, dev | False alarms, held-out |')
  say('|---|---|---|---|---|')
  for (const kind of [...new Set(judged.map(({ row }) => detector.kind(row)))].toSorted()) {
    const of = (part: Row['part']) =>
      rates(
        judged.filter(({ row }) => row.part === part && detector.kind(row) === kind),
        (alarm) => alarm.raised,
      )
    const [dev, held] = [of('dev'), of('held-out')]
    say(`| ${kind} | ${dev.recall} | ${held.recall} | ${dev.falseAlarms} | ${held.falseAlarms} |`)
  }
  say()
  const rules = new Map<string, number>()
  for (const { alarm, isPositive } of judged) {
    if (isPositive || !alarm.raised) continue
    for (const rule of new Set(alarm.by)) rules.set(rule, (rules.get(rule) ?? 0) + 1)
  }
  say(
    `False alarms by rule: ${
      [...rules]
        .toSorted((a, b) => b[1] - a[1])
        .map(([rule, count]) => `${rule} ${count}`)
        .join(', ') || 'none'
    }.`,
  )
  say()
}

function show(judged: readonly Judged[]): void {
  for (const { row, alarm, isPositive } of judged) {
    if (row.part !== 'dev' || alarm.raised === isPositive) continue
    say(
      `${isPositive ? 'MISSED' : 'FALSE '} ${row.label} | ${row.source.slice(0, 24)} | ${row.note ?? ''} | ${alarm.by.join(',')} | ${JSON.stringify(row.input).slice(0, 420)}`,
    )
  }
}

const folder = values.corpora
if (folder === undefined) {
  process.stderr.write('usage: npm run measure:detection -- --corpora DIR\n')
  process.exit(2)
}
for (const detector of detectors) {
  if (values.only !== undefined && values.only !== detector.corpus) continue
  const judged = corpus(folder, detector.corpus).map((row): Judged => {
    return { row, alarm: detector.detect(row), isPositive: detector.isPositive(row) }
  })
  if (values.show === detector.corpus) show(judged)
  else report(detector, judged)
}
