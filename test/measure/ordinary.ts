import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { parseArgs } from 'node:util'

import { assessDestructive } from '#shared/engines/destructive/assess.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { progressOf } from '../support/progress.ts'
import { shareOf } from './interval.ts'
import { isReadHalf } from './likeness/harmless-texts.ts'

/**
 * `npm run measure:ordinary`: how often the detecting engines alarm on text that nobody wrote as an attack: source files,
 * npm scripts and Markdown of the installed packages. Samples are chosen by the hash of their path, so that they are the
 * same for the same packages, and equal texts count once. The first part of each sample may be read and rules written
 * from it (`--show` prints its alarms); the part kept apart follows it, and has no Markdown of the packages that the
 * likeness to injections is learned from. `--read` leaves that part unmeasured, `--only` measures one kind of text.
 * `--also DIR` adds the manuals of other programs (Markdown, reStructuredText, README, NEWS and change logs, packed or
 * not) as a sample of its own, of which nothing is read. Prints Markdown, per rule.
 */
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'node_modules' },
    show: { type: 'boolean', default: false },
    read: { type: 'boolean', default: false },
    also: { type: 'string', multiple: true, default: [] },
    only: { type: 'string' },
  },
})
const say = (line = '') => process.stdout.write(`${line}\n`)
const progress = progressOf('measure:ordinary')

const MOST_BYTES = 100_000
/** The size of the part that may be read, and of the part kept apart at most. */
const SOURCES = 1_200
const PAGES = 500
const SCRIPTS = 2_500

type Text = { where: string; text: string }
type Parts = { name: string; texts: readonly Text[]; isShown: boolean }[]

/** So many of the files, by the hash of their path. */
const sampleOf = (files: readonly string[], count: number) =>
  files
    .map((file) => ({ file, key: sha256Hex(Buffer.from(file)) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, count)
    .map(({ file }) => file)

function textOf(file: string): string | null {
  const path = join(values.folder, file)
  // Folders have such names, too.
  if (!statSync(path).isFile()) return null
  const bytes = readFileSync(path)
  return bytes.length === 0 || bytes.length > MOST_BYTES || bytes.includes(0) ? null : bytes.toString('utf8')
}

type Judged = { raised: boolean; stopped: boolean; by: readonly string[] }

function measure(name: string, parts: Parts, judge: (text: string) => Judged): void {
  if (values.only !== undefined && !name.includes(values.only)) return
  for (const part of parts) if (part.isShown || !values.read) measurePart(`${name}, ${part.name}`, part, judge)
}

function measurePart(name: string, { texts, isShown }: Parts[number], judge: (text: string) => Judged): void {
  const rules = new Map<string, number>()
  let [raised, stopped] = [0, 0]
  for (const [nth, { where, text }] of texts.entries()) {
    progress(`${name}, ${nth} of ${texts.length} texts`)
    const judged = judge(text)
    if (judged.raised) raised += 1
    if (judged.stopped) stopped += 1
    if (!judged.raised) continue
    for (const rule of new Set(judged.by)) rules.set(rule, (rules.get(rule) ?? 0) + 1)
    if (values.show && isShown)
      say(`${name} ${where} ${[...new Set(judged.by)].join(',')} ${text.length < 300 ? text : ''}`)
  }
  say(`| ${name} | ${shareOf(raised, texts.length)} | ${shareOf(stopped, texts.length)} |`)
  const byRule = [...rules].toSorted((a, b) => b[1] - a[1]).map(([rule, count]) => `${rule} ${count}`)
  notes.push(`${name}: ${byRule.join(', ') || 'none'}.`)
}

const notes: string[] = []
/** The first texts of the sample, and as many of those that follow and are not equal to one before. */
function parted(texts: readonly Text[], count: number, mayBeApart: (where: string) => boolean = () => true): Parts {
  const read = texts.slice(0, count)
  const known = new Set(read.map(({ text }) => text))
  const apart = texts.slice(count).filter(({ where, text }) => {
    if (known.has(text) || !mayBeApart(where)) return false
    known.add(text)
    return true
  })
  const once = new Map(read.map((one) => [one.text, one]))
  return [
    { name: 'read', texts: [...once.values()], isShown: true },
    { name: 'kept apart', texts: apart.slice(0, count), isShown: false },
  ]
}
const read = (files: readonly string[], count: number) =>
  sampleOf(files, count * 4).flatMap((where) => {
    const text = textOf(where)
    return text === null ? [] : [{ where, text }]
  })
const inFolder = (pattern: string) => globSync(pattern, { cwd: values.folder })

const sources = parted(read(inFolder('**/*.{js,mjs,cjs,ts,mts,cts}'), SOURCES), SOURCES)
const pages = parted(read(inFolder('**/*.md'), PAGES), PAGES, (where) => !isReadHalf(where))
const scripts = parted(
  sampleOf(inFolder('**/package.json'), 5_000).flatMap((where) => {
    const text = textOf(where)
    return text === null ? [] : scriptsIn(text).map((script) => ({ where, text: script }))
  }),
  SCRIPTS,
)

/** The manuals below some folders, each text once. */
function manuals(folders: readonly string[]): Text[] {
  const found = new Map<string, Text>()
  for (const folder of folders) {
    const names = globSync('**/{*.md,*.markdown,*.rst,README*,NEWS*,*.md.gz,*.rst.gz,*.txt.gz,changelog.gz}', {
      cwd: folder,
    })
    for (const name of names.toSorted()) {
      const text = manualOf(join(folder, name))
      if (text !== null) found.set(text, { where: name, text })
    }
  }
  return [...found.values()]
}

function manualOf(path: string): string | null {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return null
  const bytes = path.endsWith('.gz') ? gunzipSync(readFileSync(path)) : readFileSync(path)
  return bytes.length < 200 || bytes.length > MOST_BYTES || bytes.includes(0) ? null : bytes.toString('utf8')
}

function scriptsIn(text: string): string[] {
  try {
    const parsed: unknown = JSON.parse(text)
    const found: unknown = Object(parsed)['scripts']
    return typeof found === 'object' && found !== null
      ? Object.values(found).filter((one): one is string => typeof one === 'string' && one.trim() !== '')
      : []
  } catch {
    // Some packages ship broken manifests as fixtures of their tests.
    return []
  }
}

say('| Ordinary text | Alarms | Stops |')
say('|---|---|---|')
measure('secrets in source files', sources, (text) => {
  const told = findSecrets(text)
  const sure = told.filter(({ confidence }) => confidence !== 'low')
  return {
    raised: sure.length > 0,
    stopped: sure.some(({ confidence }) => confidence === 'high'),
    by: sure.map(({ rule_id }) => rule_id),
  }
})
measure('commands in npm scripts', scripts, (text) => {
  const { decision, findings, understood } = assessDestructive({ action: text.slice(0, 20_000) })
  return {
    raised: decision !== 'allow',
    stopped: decision === 'block' || decision === 'require_confirm',
    by: [
      ...findings.filter(({ severity }) => severity !== 'low').map(({ rule_id }) => rule_id),
      ...(understood ? [] : ['not_understood']),
    ],
  }
})
const asDocument = (text: string): Judged => {
  const { decision, findings } = scanForInjection(text, { source: 'document' })
  return { raised: decision !== 'allow', stopped: decision === 'block', by: findings.map(({ rule_id }) => rule_id) }
}
measure('injections in Markdown files', pages, asDocument)
if (values.also.length > 0) {
  const found = manuals(values.also)
  const known = new Set(pages.flatMap(({ texts }) => texts.map(({ text }) => text)))
  const texts = found.filter(({ text }) => !known.has(text))
  measure('injections in manuals', [{ name: 'kept apart', texts, isShown: false }], asDocument)
}
say()
for (const note of notes) say(`By rule, ${note}`)
