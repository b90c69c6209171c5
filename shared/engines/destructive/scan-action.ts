import { parseJson } from '#shared/lib/parse-json.ts'
import { assessCode } from './code/assess-code.ts'
import { dialectOf, isSnippet } from './dialect.ts'
import { assessRequest } from './http/assess-request.ts'
import { requestOf } from './http/request-line.ts'
import { assessJson } from './json/assess-json.ts'
import { assessToolName, hintsDestructive } from './json/tool-name.ts'
import { normalizeAction } from './normalize.ts'
import { withoutRemade } from './remade.ts'
import type { Dialect, Rule } from './rule.ts'
import { execution } from './rules/process.rules.ts'
import { toolRules } from './rules/tool.rules.ts'
import { verbRules } from './rules/verb.rules.ts'
import { addSegment, newScan, report, reportOpaque, tooComplex } from './scan.ts'
import type { Place, Scan } from './scan.ts'
import { assessArgv, assessShell } from './shell/assess-shell.ts'
import { assessSql } from './sql/assess-sql.ts'
import { assessSentence } from './text/assess-sentence.ts'
import { commandsIn } from './text/commands-in.ts'
import { looksLikeSentence } from './text/looks-like-sentence.ts'

const top: Place = { via: [], depth: 0 }

/** Reads an action in its own language and notes everything in it that destroys. */
export function scanAction(input: { action: string; tool_name?: string | undefined; target?: string | undefined }): {
  scan: Scan
  dialect: Dialect
} {
  const scan = scanWithDoors()
  const text = normalizeAction(input.action).slice(0, 20_000)
  const dialect = dialectOf(text)
  withinStack(scan, () => judge[dialect](scan, text.trim(), input))
  // The action may still be passed to a shell: "please; rm -rf /".
  if (dialect !== 'shell' && dialect !== 'json') withinStack(scan, () => alsoAsShell(scan, [text]))
  if (dialect === 'shell' && /^\s*[[{]\s*["'{]/.test(text))
    withinStack(scan, () => alsoAsShell(scan, quotedTexts(text)))
  if (dialect === 'shell') withoutRemade(scan)
  judgeTool(scan, input, text)
  return { scan, dialect }
}

/** The parser resolves nested parts only when they are looked at; what overflows then is reported, not thrown. */
function withinStack(scan: Scan, work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    reportOpaque(scan, tooComplex, 'nesting', scan.segments.length - 1)
  }
}

function scanWithDoors(): Scan {
  const scan: Scan = newScan({
    shell: (text, place) => assessShell(scan, text, place),
    sql: (text, place) => assessSql(scan, text, place),
    code: (text, place) => assessCode(scan, text, place),
    http: (request, place) => assessRequest(scan, request, place),
    argv: (words, place) => assessArgv(scan, words, place),
  })
  return scan
}

const judge: Record<Dialect, (scan: Scan, text: string, input: { target?: string | undefined }) => void> = {
  shell: (scan, text) => assessShell(scan, text, top),
  sql: (scan, text) => {
    assessSql(scan, text, top)
    // "Select all users and delete them" begins like SQL.
    const speaks = /^select\b[\s\S]*\b(?:them|it|please|and then|and delete|and remove)\b/i.test(text)
    if (scan.findings.length === 0 && speaks && looksLikeSentence(text)) assessSentence(scan, text, top)
  },
  http: (scan, text) => {
    const request = requestOf(text)
    if (request !== null) assessRequest(scan, request, top)
  },
  json: (scan, text) => assessJson(scan, parseJson(text), top),
  text: (scan, text, { target }) => {
    if (isSnippet(text)) return assessCode(scan, text, { ...top, language: 'other', snippet: true })
    for (const command of commandsIn(text)) assessShell(scan, command, { via: ['sentence'], depth: 1 })
    assessSentence(scan, target === undefined ? text : `${text} ${normalizeAction(target).slice(0, 500)}`, top)
  },
}

const byWordsAlone = new Set<Rule>([...Object.values(verbRules), ...Object.values(execution)])

/** Takes over what is bad beyond doubt when a text of another kind is read as shell. */
function alsoAsShell(scan: Scan, texts: readonly string[]): void {
  const side = scanWithDoors()
  for (const text of texts) assessShell(side, text, { via: ['shell'], depth: 1 })
  for (const { rule, severity, segment, matched, family } of side.findings) {
    if (byWordsAlone.has(rule) || family === 'sql' || (severity !== 'high' && severity !== 'critical')) continue
    const { argv, via } = side.segments[segment] ?? { argv: [matched], via: [] }
    report(scan, rule, addSegment(scan, argv, { via, depth: 1 }), matched, severity)
  }
}

/** The texts in something that was meant to be JSON, or a dictionary of another language. */
const quotedTexts = (text: string) =>
  [...text.matchAll(/"((?:[^"\\]|\\.){3,2000})"|'([^'\n]{3,2000})'/g)].map((match) => match[1] ?? match[2] ?? '')

function judgeTool(
  scan: Scan,
  { tool_name: name, target }: { tool_name?: string | undefined; target?: string | undefined },
  action: string,
): void {
  if (name === undefined) return
  const tool = normalizeAction(name).slice(0, 2_000)
  assessToolName(scan, tool, `${target ?? ''} ${action}`, top)
  if (hintsDestructive(`${tool} ${action}`))
    report(scan, toolRules.destructiveHint, addSegment(scan, [tool], top), tool)
}
