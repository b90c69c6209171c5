import type { Value } from './find-values.ts'
import { labelledBlocks } from './labelled-blocks.ts'
import { requestLine } from './request-line.ts'
import { yamlObject } from './yaml-input.ts'
import { sectionsIn } from './sections.ts'

/** What the input is as a whole. */
export type InputShape = {
  text: string
  /** The value of a JSON input; undefined for any other. */
  json: unknown
  /** The value of a JSON input, or of one that is written in YAML. */
  document: unknown
  /** Its members, if that is an object. */
  members: Readonly<Record<string, unknown>>
  values: readonly Value[]
}

const whole = (type: Value['type'], text: string): Value => ({
  type,
  value: '$input',
  from: 'input',
  start: 0,
  end: text.length,
})

/** Reads what an input is as a whole: JSON, broken JSON, CSV, a mail, a skill, a list, a command. Linear in its length. */
export function readInput(text: string): InputShape {
  const trimmed = text.trim()
  if (trimmed === '') return { text: '', json: undefined, document: undefined, members: {}, values: [] }
  const values: Value[] = []
  const json = parse(trimmed)
  if (json !== undefined) {
    values.push(whole('json', text), ...shapesOf(json).map((type) => whole(type, text)))
    return { text, json, document: json, members: isRecord(json) ? json : {}, values }
  }
  const lines = trimmed.split('\n').filter((line) => line.trim() !== '')
  const objects = lines.length > 1 && lines.length <= MOST_LINES ? jsonLines(lines) : undefined
  if (objects !== undefined) {
    values.push(...shapesOf(objects).map((type) => whole(type, text)))
    return { text, json: undefined, document: objects, members: {}, values }
  }
  const sections = sectionsIn(text)
  const blocks = isMessage(trimmed) ? undefined : labelledBlocks(trimmed)
  if (Object.keys(sections).length === 0 && isOfData(Object.values(blocks ?? {})))
    return { text, json: undefined, document: undefined, members: blocks ?? {}, values }
  const written = /^---\r?\n/.test(trimmed) || isMessage(trimmed) ? undefined : yamlObject(trimmed)
  if (written !== undefined) {
    values.push(...shapesOf(written).map((type) => whole(type, text)))
    return { text, json: undefined, document: written, members: written, values }
  }
  const request = requestLine(trimmed)
  if (request !== undefined) return { text, json: undefined, document: undefined, members: request, values }
  if (/^[[{]/.test(trimmed) || /```(?:json)?\s*[[{]/.test(trimmed) || /^\s*\w+\s*[:=]\s*[[{]/.test(trimmed))
    values.push(whole('broken-json', text))
  if (isMessage(trimmed)) values.push(whole('mime-message', text))
  else if (isCsv(trimmed)) values.push(whole('csv', text))
  if (/^---\r?\n(?:[\w-]+:.*\r?\n)*?name:/.test(trimmed)) values.push(whole('skill-markdown', text))
  if (lines.length >= 2 && lines.length <= 200)
    values.push({
      ...whole('text[]', text),
      value: lines.map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)]|[A-Z][:.)])\s+/, '').trim()),
    })
  if (COMMAND.test(trimmed)) values.push(whole('command', text))
  return {
    text,
    json: undefined,
    document: undefined,
    members: { ...labelled(lines), ...(Object.keys(sections).length === 0 ? blocks : sections) },
    values,
  }
}

/** Whether some of the blocks are data that is written out, and the others lines: other data in YAML goes on below its name. */
const isOfData = (blocks: readonly string[]) =>
  blocks.some((block) => /^[[{]/.test(block)) && blocks.every((block) => /^[[{]/.test(block) || !block.includes('\n'))

/** The values of lines that each begin with a label: "ticker: VOD.L". */
function labelled(lines: readonly string[]): Record<string, string> {
  const pairs = lines.map((line) => /^\s*([a-z][a-z_ -]{1,30}?)\s*[:=]\s+(\S.{0,119})$/i.exec(line))
  if (pairs.length > 12 || pairs.some((pair) => pair === null)) return {}
  return Object.fromEntries(
    pairs.map((pair) => [(pair?.[1] ?? '').toLowerCase().replaceAll(/[ -]/g, '_'), pair?.[2]?.trim() ?? '']),
  )
}

const COMMAND =
  /^(?:[$#>]\s*)?(?:sudo|env|rm|kubectl|terraform|tofu|git|docker|podman|helm|aws|gcloud|az|psql|mysql|redis-cli|mongosh?|curl|wget|find|xargs|dd|mkfs\S*|chmod|chown|bash|sh|zsh|npm|pip|ssh|scp|rsync|systemctl|kill|pkill|truncate|shutdown|reboot|crontab|heroku|flyctl|vercel|ansible\S*|drop\s+(?:table|database|schema|index)|delete\s+from|update\s+\w+\s+set|alter\s+table|insert\s+into|truncate\s+table|select\s+)\b/i

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  if (!/^[[{"]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? value : undefined
  } catch {
    return undefined
  }
}

/** The most lines of a log that are read as one object each. */
const MOST_LINES = 2_000

/** The objects of a text that holds one in each line. */
function jsonLines(lines: readonly string[]): unknown[] | undefined {
  const objects: unknown[] = []
  for (const line of lines) {
    const value = line.trim().startsWith('{') ? parse(line.trim()) : undefined
    if (value === undefined) return undefined
    objects.push(value)
  }
  return objects
}

function shapesOf(json: unknown): Value['type'][] {
  const types: Value['type'][] = []
  if (Array.isArray(json)) {
    const [first] = json
    if (json.length > 0 && json.every((item) => typeof item === 'string')) types.push('text[]')
    if (isRecord(first) && 'payTo' in first) types.push('accepts')
    if (
      isRecord(first) &&
      'name' in first &&
      ('inputSchema' in first || 'description' in first || 'input_schema' in first)
    )
      types.push('tool-list')
    return types
  }
  if (!isRecord(json)) return types
  if ('accepts' in json && !('planned_calls' in json)) types.push('x402-offer')
  if ('payload' in json && ('accepted' in json || 'scheme' in json || 'x402Version' in json)) types.push('x402-payment')
  if ('openapi' in json || 'swagger' in json) types.push('openapi')
  if ('signature' in json && ('action' in json || 'payload_digest' in json || 'profile' in json || 'resource' in json))
    types.push('receipt')
  if (Array.isArray(json['tools'])) types.push('tool-list')
  if (('type' in json && 'properties' in json) || '$schema' in json) types.push('json-schema')
  return types
}

/** A mail source: header lines at its head, two of them of the usual names. */
function isMessage(text: string): boolean {
  const [head = ''] = text.slice(0, 8_000).split(/\r?\n\r?\n/)
  const names = head.match(
    /^(?:from|to|subject|date|received|message-id|mime-version|content-type|return-path|reply-to|delivered-to)\s*:/gim,
  )
  return (names?.length ?? 0) >= 2
}

function isCsv(text: string): boolean {
  const lines = text.split('\n', 12).filter((line) => line.trim() !== '')
  if (lines.length < 2) return false
  return [',', ';', '\t', '|'].some((mark) => {
    const counts = lines.map((line) => line.split(mark).length - 1)
    const [first = 0] = counts
    const like = counts.filter((count) => count >= 1 && Math.abs(count - first) <= 1).length
    return (
      first >= 1 &&
      like >= Math.max(2, lines.length - 1) &&
      (lines[0] ?? '').length < 400 &&
      !/[.!?]\s/.test(lines[0] ?? '')
    )
  })
}
