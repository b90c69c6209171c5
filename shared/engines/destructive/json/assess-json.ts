import { parseJson } from '#shared/lib/parse-json.ts'
import { requestOf } from '../http/request-line.ts'
import { toolRules } from '../rules/tool.rules.ts'
import { addSegment, affords, inside, report, reportOpaque, tooComplex } from '../scan.ts'
import type { Place, Scan } from '../scan.ts'
import { isSql } from '../sql/is-sql.ts'
import { assessToolName } from './tool-name.ts'

type Fields = Readonly<Record<string, unknown>>

const commandKeys =
  /^(?:command|cmd|commands|script|shell|bash|shell_command|command_line|commandline|input_command|run|exec|entrypoint|args_string|code_block)$/i
const sqlKeys = /^(?:sql|query|statement|statements|queries|stmt|sqlquery|sql_query|expression)$/i
const codeKeys = /^(?:code|source|python|python_code|javascript|js|snippet|program)$/i
const listKeys = /^(?:argv|args|command|cmd|arguments|params)$/i
const nameKeys = [
  'name',
  'tool',
  'tool_name',
  'toolName',
  'function_name',
  'recipient_name',
  'operation',
  'operationId',
]
const argumentKeys = ['arguments', 'args', 'input', 'params', 'parameters', 'tool_input', 'kwargs', 'payload']

/** Judges a tool call or any JSON: names of tools, command lines, statements, requests and code among its members. */
export function assessJson(scan: Scan, value: unknown, place: Place, level = 0): void {
  if (!affords(scan, place)) return
  if (level > deepest) return reportOpaque(scan, tooComplex, 'nesting', scan.segments.length - 1)
  if (Array.isArray(value)) {
    for (const item of value) assessJson(scan, item, place, level + 1)
    return
  }
  const fields = fieldsOf(value)
  if (fields === null) return
  const name = nameOf(fields)
  const deeper = name === undefined ? place : inside(place, name)
  if (name !== undefined) assessToolName(scan, name, wordsIn(argumentsOf(fields)).join(' ').slice(0, 2_000), place)
  if (hasHint(fields))
    report(scan, toolRules.destructiveHint, addSegment(scan, [name ?? 'tool'], place), name ?? 'destructiveHint')
  judgeRequest(scan, fields, deeper)
  for (const [key, member] of Object.entries(fields)) judgeMember(scan, { key, member, fields, level }, deeper)
}

/** Data may nest deep; a call that does is not made to be read. */
const deepest = 60

type Member = { key: string; member: unknown; fields: Fields; level: number }

function judgeMember(scan: Scan, { key, member, fields, level }: Member, place: Place): void {
  if (typeof member === 'string') return judgeText(scan, { key, text: member, fields }, place)
  if (Array.isArray(member) && listKeys.test(key) && member.every((item): item is string => typeof item === 'string')) {
    const command = typeof fields['command'] === 'string' && key !== 'command' ? [fields['command']] : []
    if (member.length > 0) scan.doors.argv([...command, ...member], place)
    return
  }
  if (typeof member === 'object' && member !== null) assessJson(scan, member, place, level + 1)
}

function judgeText(
  scan: Scan,
  { key, text, fields }: { key: string; text: string; fields: Fields },
  place: Place,
): void {
  const nested = /^\s{0,50}[[{]/.test(text) ? parseJson(text) : undefined
  if (nested !== undefined) return assessJson(scan, nested, inside(place))
  if (sqlKeys.test(key) || isSql(text)) {
    if (isSql(text)) scan.doors.sql(text, place)
    return
  }
  const hasList = Array.isArray(fields['args']) || Array.isArray(fields['argv'])
  if (commandKeys.test(key) && !hasList) return scan.doors.shell(text, place)
  if (codeKeys.test(key)) {
    const language = typeof fields['language'] === 'string' ? fields['language'].toLowerCase() : 'other'
    if (/^(?:ba|z|fi|k)?sh$|shell/.test(language)) return scan.doors.shell(text, place)
    return scan.doors.code(text, { ...place, language: language.startsWith('python') ? 'python' : language })
  }
  const request = requestOf(text)
  if (request !== null) scan.doors.http(request, place)
}

function judgeRequest(scan: Scan, fields: Fields, place: Place): void {
  const { method } = fields
  const url = fields['url'] ?? fields['uri'] ?? fields['path'] ?? fields['endpoint']
  if (typeof method !== 'string' || typeof url !== 'string' || !/^[A-Za-z]{3,8}$/.test(method)) return
  const body = fields['body'] ?? fields['data'] ?? fields['json']
  scan.doors.http({ method, url, body: typeof body === 'string' ? body : written(body) }, place)
}

/** The tool a call names: flat, under `function`, or under `params` of a JSON-RPC tools/call. */
function nameOf(fields: Fields): string | undefined {
  const looksLikeCall =
    argumentKeys.some((key) => key in fields) ||
    'function' in fields ||
    fields['type'] === 'tool_use' ||
    Object.keys(fields).length <= 2 ||
    'annotations' in fields
  if (!looksLikeCall) return undefined
  return nameKeys
    .map((key) => fields[key])
    .find((name): name is string => typeof name === 'string' && name.length <= 300)
}

/** A body as JSON text; one nested beyond what can be written counts by the texts at its top. */
function written(body: unknown): string {
  try {
    return JSON.stringify(body)
  } catch {
    return wordsIn(body).join('&')
  }
}

/** Texts and numbers near the top of a value. */
const wordsIn = (value: unknown): string[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap((item) =>
        typeof item === 'string' || typeof item === 'number' ? [String(item)] : [],
      )
    : [typeof value === 'string' ? value : '']

const argumentsOf = (fields: Fields) => argumentKeys.map((key) => fields[key]).find((found) => found !== undefined)

function hasHint(fields: Fields): boolean {
  if (fields['destructiveHint'] === true) return fields['readOnlyHint'] !== true
  return false
}

function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  // Safe: a parsed JSON value that is not an array, null or a primitive is an object with string keys.
  return value as Fields
}
