import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { assessDestructive } from '#shared/engines/destructive/assess.ts'
import { scanForInjection } from '#shared/engines/injection/scan-for-injection.ts'
import { findSecrets } from '#shared/engines/secrets/find-secrets.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { progressOf } from '../support/progress.ts'
import { shareOf } from './interval.ts'

/**
 * `npm run measure:ordinary`: how often the detecting engines alarm on text that nobody wrote as an attack: source files,
 * npm scripts and Markdown of the installed packages. Samples are chosen by the hash of their path, so that they are the
 * same for the same packages. Prints Markdown, per rule.
 */
const { values } = parseArgs({
  options: { folder: { type: 'string', default: 'node_modules' }, show: { type: 'boolean', default: false } },
})
const say = (line = '') => process.stdout.write(`${line}\n`)
const progress = progressOf('measure:ordinary')

const MOST_BYTES = 100_000
const SOURCES = 1_200
const PAGES = 500
const SCRIPTS = 2_500

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

function measure(
  name: string,
  texts: readonly { where: string; text: string }[],
  judge: (text: string) => Judged,
): void {
  const rules = new Map<string, number>()
  let [raised, stopped] = [0, 0]
  for (const [nth, { where, text }] of texts.entries()) {
    progress(`${name}, ${nth} of ${texts.length} texts`)
    const judged = judge(text)
    if (judged.raised) raised += 1
    if (judged.stopped) stopped += 1
    if (!judged.raised) continue
    for (const rule of new Set(judged.by)) rules.set(rule, (rules.get(rule) ?? 0) + 1)
    if (values.show) say(`${name} ${where} ${[...new Set(judged.by)].join(',')} ${text.length < 300 ? text : ''}`)
  }
  say(`| ${name} | ${shareOf(raised, texts.length)} | ${shareOf(stopped, texts.length)} |`)
  const byRule = [...rules].toSorted((a, b) => b[1] - a[1]).map(([rule, count]) => `${rule} ${count}`)
  notes.push(`${name}: ${byRule.join(', ') || 'none'}.`)
}

const notes: string[] = []
const read = (files: readonly string[], count: number) =>
  sampleOf(files, count * 2)
    .flatMap((where) => {
      const text = textOf(where)
      return text === null ? [] : [{ where, text }]
    })
    .slice(0, count)
const inFolder = (pattern: string) => globSync(pattern, { cwd: values.folder })

const sources = read(inFolder('**/*.{js,mjs,cjs,ts,mts,cts}'), SOURCES)
const pages = read(inFolder('**/*.md'), PAGES)
const scripts = sampleOf(inFolder('**/package.json'), 5_000)
  .flatMap((where) => {
    const text = textOf(where)
    return text === null ? [] : scriptsIn(text).map((script) => ({ where, text: script }))
  })
  .slice(0, SCRIPTS)

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
measure('injections in Markdown files', pages, (text) => {
  const { decision, findings } = scanForInjection(text, { source: 'document' })
  return { raised: decision !== 'allow', stopped: decision === 'block', by: findings.map(({ rule_id }) => rule_id) }
})
say()
for (const note of notes) say(`By rule, ${note}`)
