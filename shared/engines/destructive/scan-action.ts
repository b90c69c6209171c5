import { assessCode } from './code/assess-code.ts'
import { dialectOf, isSnippet } from './dialect.ts'
import type { Dialect } from './dialect.ts'
import { assessRequest } from './http/assess-request.ts'
import { requestOf } from './http/request-line.ts'
import { assessJson, parsed } from './json/assess-json.ts'
import { assessToolName, hintsDestructive } from './json/tool-name.ts'
import { normalizeAction } from './normalize.ts'
import { toolRules } from './rules/tool.rules.ts'
import { addSegment, newScan, report } from './scan.ts'
import type { Place, Scan } from './scan.ts'
import { assessArgv, assessShell } from './shell/assess-shell.ts'
import { assessSql } from './sql/assess-sql.ts'
import { assessSentence } from './text/assess-sentence.ts'
import { commandsIn } from './text/commands-in.ts'
import { looksLikeSentence } from './text/looks-like-sentence.ts'

const top: Place = { via: [], depth: 0 }

/** Reads an action in its own language and notes everything in it that destroys. */
export function scanAction(input: { action: string; tool_name?: string | undefined; target?: string | undefined }): { scan: Scan; dialect: Dialect } {
  const scan = newScan({
    shell: (text, place) => assessShell(scan, text, place),
    sql: (text, place) => assessSql(scan, text, place),
    code: (text, place) => assessCode(scan, text, place),
    http: (request, place) => assessRequest(scan, request, place),
    argv: (words, place) => assessArgv(scan, words, place),
  })
  const text = normalizeAction(input.action).slice(0, 20_000)
  const dialect = dialectOf(text)
  judge[dialect](scan, text.trim(), input)
  judgeTool(scan, input, text)
  return { scan, dialect }
}

const judge: Record<Dialect, (scan: Scan, text: string, input: { target?: string | undefined }) => void> = {
  shell: (scan, text) => assessShell(scan, text, top),
  sql: (scan, text) => {
    assessSql(scan, text, top)
    // "Select all users and delete them" begins like SQL.
    if (scan.findings.length === 0 && looksLikeSentence(text)) assessSentence(scan, text, top)
  },
  http: (scan, text) => {
    const request = requestOf(text)
    if (request !== null) assessRequest(scan, request, top)
  },
  json: (scan, text) => assessJson(scan, parsed(text), top),
  text: (scan, text, { target }) => {
    if (isSnippet(text)) return assessCode(scan, text, { ...top, language: 'other', snippet: true })
    for (const command of commandsIn(text)) assessShell(scan, command, { via: ['sentence'], depth: 1 })
    assessSentence(scan, target === undefined ? text : `${text} ${normalizeAction(target).slice(0, 500)}`, top)
  },
}

function judgeTool(scan: Scan, { tool_name: name, target }: { tool_name?: string | undefined; target?: string | undefined }, action: string): void {
  if (name === undefined) return
  const tool = normalizeAction(name).slice(0, 2_000)
  assessToolName(scan, tool, `${target ?? ''} ${action}`, top)
  if (hintsDestructive(`${tool} ${action}`)) report(scan, toolRules.destructiveHint, addSegment(scan, [tool], top), tool)
}
