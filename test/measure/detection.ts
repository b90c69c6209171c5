import { parseArgs } from 'node:util'

import { progressOf } from '../support/progress.ts'
import { type Answered, type Answerer, answerers } from './answerers.ts'
import { corpus, type Row } from './corpus.ts'
import { intervalOf } from './interval.ts'
import { type Alarm, type Detector, detectors } from './detectors.ts'
import { ownRows } from './own/own-rows.ts'

/**
 * `npm run measure:detection -- --corpora DIR`: precision and recall of the detecting outcomes on labelled corpora that
 * are kept outside of the project. Each corpus is parted by a hash of the case into `dev`, which rules may be written
 * from, and `held-out`, which they may not. Prints Markdown, false alarms by the id of the row. `--only CORPUS` measures
 * one; `--show CORPUS` lists what went wrong in the dev part only. `--dev` leaves the held-out part unmeasured, as one
 * does while rules change: each look at its rates makes them worth less. The project's own rows (`test/measure/own`) are
 * reported apart, with parts of their own. How far it is goes to stderr.
 */
const { values } = parseArgs({
  options: {
    corpora: { type: 'string' },
    show: { type: 'string' },
    only: { type: 'string' },
    dev: { type: 'boolean', default: false },
  },
})
const say = (line = '') => process.stdout.write(`${line}\n`)
const progress = progressOf('measure:detection')

type Judged = { row: Row; alarm: Alarm; isPositive: boolean }

const percent = (part: number, of: number) => (of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`)

function rates(judged: readonly Judged[], raisedBy: (alarm: Alarm) => boolean) {
  const positives = judged.filter(({ isPositive }) => isPositive)
  const caught = positives.filter(({ alarm }) => raisedBy(alarm)).length
  const negatives = judged.filter(({ isPositive }) => !isPositive)
  const falseAlarms = negatives.filter(({ alarm }) => raisedBy(alarm)).length
  return {
    recall: `${percent(caught, positives.length)} (${caught}/${positives.length}), ${intervalOf(caught, positives.length)}`,
    falseAlarms: `${percent(falseAlarms, negatives.length)} (${falseAlarms}/${negatives.length}), ${intervalOf(falseAlarms, negatives.length)}`,
    byGroup: byGroup(positives, raisedBy),
    precision: percent(caught, caught + falseAlarms),
  }
}

const groupOf = ({ id }: Row) => id.slice(0, id.lastIndexOf('-'))

/** Recall with near-duplicates counted once: the mean over groups of the share of each that was found. */
function byGroup(positives: readonly Judged[], raisedBy: (alarm: Alarm) => boolean): string {
  const groups = Map.groupBy(positives, ({ row }) => groupOf(row))
  const found = [...groups.values()].reduce(
    (sum, rows) => sum + rows.filter(({ alarm }) => raisedBy(alarm)).length / rows.length,
    0,
  )
  return `${percent(found, groups.size)} of ${groups.size}`
}

/** Of each rule, how many distinct groups of positives it found in each part; rules of one group are named. */
function reportRules(judged: readonly Judged[]): void {
  const groups = new Map<string, { dev: Set<string>; 'held-out': Set<string> }>()
  for (const { row, alarm, isPositive } of judged) {
    if (!isPositive) continue
    for (const rule of alarm.by) {
      const found = groups.get(rule) ?? { dev: new Set(), 'held-out': new Set() }
      found[row.part].add(groupOf(row))
      groups.set(rule, found)
    }
  }
  const all = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1))
  say(
    `Groups by rule (dev/held-out): ${all.map(([rule, found]) => `${rule} ${found.dev.size}/${found['held-out'].size}`).join(', ')}.`,
  )
  say()
  const narrow = all.filter(([, found]) => found.dev.size === 1 && found['held-out'].size === 0).map(([rule]) => rule)
  say(`Rules that found one group only, in dev: ${narrow.join(', ') || 'none'}.`)
  say()
}

const parts = values.dev ? (['dev'] as const) : (['dev', 'held-out'] as const)

function report(detector: Detector, title: string, judged: readonly Judged[]): void {
  say(`## ${title}`)
  say()
  say(`Rules: \`${detector.ruleset}\`.`)
  say()
  say('| Part | Alarm | Recall | Recall by group | Precision | False alarms |')
  say('|---|---|---|---|---|---|')
  for (const part of parts) {
    const rows = judged.filter(({ row }) => row.part === part)
    for (const [name, raised] of [
      ['any', (alarm: Alarm) => alarm.raised],
      ['stopped', (alarm: Alarm) => alarm.stopped],
    ] as const) {
      const { recall, byGroup: groups, precision, falseAlarms } = rates(rows, raised)
      say(`| ${part} | ${name} | ${recall} | ${groups} | ${precision} | ${falseAlarms} |`)
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
  const byRule = [...rules].toSorted((a, b) => b[1] - a[1]).map(([rule, count]) => `${rule} ${count}`)
  say(`False alarms by rule: ${byRule.join(', ') || 'none'}.`)
  say()
  reportRules(judged)
  const alarms = judged.filter(({ isPositive, alarm }) => !isPositive && alarm.raised)
  say(`Rows: ${alarms.map(({ row, alarm }) => `${row.id} (${alarm.by[0] ?? '?'})`).join(', ') || 'none'}.`)
  say()
}

const half = (rows: readonly { row: Row; answered: Answered }[]) => {
  const count = (wanted: Answered) => rows.filter(({ answered }) => answered === wanted).length
  const undecided = count('undecided') > 0 ? `, ${count('undecided')} undecided` : ''
  return `${percent(count('right'), rows.length)} (${count('right')}/${rows.length}${undecided})`
}

async function measureAnswers(answerer: Answerer, folder: string): Promise<void> {
  const all = corpus(folder, answerer.corpus).filter(({ part }) => parts.some((measured) => measured === part))
  const done: { row: Row; kind: string; answered: Answered }[] = []
  for (const [nth, row] of all.entries()) {
    progress(`${answerer.corpus}, ${nth} of ${all.length} rows`)
    const kind = answerer.kind(row)
    if (kind !== null) done.push({ row, kind, answered: await answerer.answer(row) })
  }
  if (values.show === answerer.corpus) {
    for (const { row, kind, answered } of done) {
      if (answered !== 'right' && row.part === 'dev')
        say(`${answered} ${kind} ${row.id} ${JSON.stringify([row.input, row.expected]).slice(0, 420)}`)
    }
    return
  }
  say(`## ${answerer.corpus}: ${answerer.outcome}`)
  say()
  say('| Kind | Right, dev | Right, held-out |')
  say('|---|---|---|')
  const kinds = [...new Set(done.map(({ kind }) => kind))].toSorted()
  for (const kind of kinds.length > 1 ? ['all', ...kinds] : kinds) {
    const of = (part: Row['part']) =>
      done.filter((one) => one.row.part === part && (kind === 'all' || one.kind === kind))
    say(`| ${kind} | ${half(of('dev'))} | ${half(of('held-out'))} |`)
  }
  say()
  if (done.length < all.length) say(`Not asked: ${all.length - done.length} rows of kinds the outcome does not offer.`)
  say(
    `Wrong: ${
      done
        .filter(({ answered }) => answered === 'wrong')
        .map(({ row }) => row.id)
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
/** The rows that may be measured now, judged. */
const judge = (detector: Detector, rows: readonly Row[]): Judged[] =>
  rows
    .filter(({ part }) => parts.some((measured) => measured === part))
    .map((row, nth, { length }) => {
      progress(`${detector.corpus}, ${nth} of ${length} rows`)
      return { row, alarm: detector.detect(row), isPositive: detector.isPositive(row) }
    })

for (const detector of detectors) {
  if (values.only !== undefined && values.only !== detector.corpus) continue
  const judged = judge(detector, corpus(folder, detector.corpus))
  const own = judge(detector, ownRows(detector.corpus))
  if (values.show === detector.corpus) show([...judged, ...own])
  else {
    report(detector, detector.corpus, judged)
    if (own.length > 0) report({ ...detector, kind: ({ note }) => note ?? '' }, `${detector.corpus}, own rows`, own)
  }
}
for (const answerer of answerers) {
  if (values.only === undefined || values.only === answerer.corpus) await measureAnswers(answerer, folder)
}
