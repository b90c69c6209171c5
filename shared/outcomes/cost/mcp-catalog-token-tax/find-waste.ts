import { isObject, ownValue } from '#shared/engines/json/json-value.ts'

import type { WasteCode } from './tax-report.ts'
import type { ToolDefinition } from '#shared/engines/tokens/tool-definition.ts'

export type Waste = {
  code: WasteCode
  /** JSON pointer inside the tool. */
  path: string
  /** The text that could go, as it stands in the JSON; with `becomes`, what it could be instead. */
  text: string
  becomes?: string
  lossless: boolean
  how: string
}

const LONG_DESCRIPTION = 1_000
const LONG_ENUM = 30
const MOST_WASTE = 100
/** Members that tell a model nothing it does not know without them. */
const IDLE_MEMBERS = new Set(['$schema', '$id'])

/**
 * What a tool's definition says twice, or says to no one: `slim` is the definition without everything that can go
 * without loss. Lossy finds are advice and stay in it.
 */
export function findWaste(tool: ToolDefinition): { waste: Waste[]; slim: ToolDefinition } {
  const waste: Waste[] = []
  const add = (each: Waste) => {
    if (waste.length < MOST_WASTE) waste.push(each)
  }
  const description = slimText(tool.description, '/description', '', add)
  const told = typeof tool.description === 'string' ? tool.description : ''
  const inputSchema = slimSchema(tool.inputSchema, { path: '/inputSchema', key: '', told, add })
  const slim = { ...tool }
  if (tool.description !== undefined) slim.description = description
  if (tool.inputSchema !== undefined) slim.inputSchema = inputSchema
  return { waste, slim }
}

type At = { path: string; key: string; told: string; add: (waste: Waste) => void }

/** A schema without its idle members; what it names `properties` is walked as names, not as keywords. */
function slimSchema(schema: unknown, { path, key, told, add }: At): unknown {
  if (Array.isArray(schema))
    return schema.map((each, at) => slimSchema(each, { path: `${path}/${at}`, key: '', told, add }))
  if (!isObject(schema)) return schema
  const slim: [string, unknown][] = []
  for (const [name, value] of Object.entries(schema)) {
    const at = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const drop = idle(name, value, key)
    if (drop !== null) {
      add({ ...drop, path: at, text: `${JSON.stringify(name)}:${JSON.stringify(value)},`, lossless: true })
      continue
    }
    if (name === 'description') {
      const text = slimText(value, at, told, add)
      if (text !== '') slim.push([name, text])
      continue
    }
    if (name === 'properties' && isObject(value)) {
      const inner = Object.entries(value).map(([property, sub]) => {
        const inside = `${at}/${property.replaceAll('~', '~0').replaceAll('/', '~1')}`
        return [property, slimSchema(sub, { path: inside, key: property, told, add })] as const
      })
      slim.push([name, Object.fromEntries(inner)])
      continue
    }
    if (name === 'examples' || name === 'example') {
      add({
        code: 'examples',
        path: at,
        text: JSON.stringify(value),
        lossless: false,
        how: 'Keep one example, or none where the type says it.',
      })
    }
    if (name === 'enum' && Array.isArray(value) && value.length > LONG_ENUM) {
      const how = `Name the kind of value in a sentence, and check the ${value.length} values on the server.`
      add({ code: 'enum_bloat', path: at, text: JSON.stringify(value.slice(LONG_ENUM)), lossless: false, how })
    }
    // Values are data: a default or an example may look like a schema and must stay as it is.
    const isData = ['enum', 'const', 'default', 'examples', 'example', 'required'].includes(name)
    slim.push([name, isData ? value : slimSchema(value, { path: at, key: '', told, add })])
  }
  return Object.fromEntries(slim)
}

function idle(name: string, value: unknown, key: string): Pick<Waste, 'code' | 'how'> | null {
  if (IDLE_MEMBERS.has(name) && typeof value === 'string')
    return { code: 'verbose_schema', how: `Remove ${name}; no model reads it.` }
  if (name === 'additionalProperties' && value === true) {
    return { code: 'verbose_schema', how: 'Remove additionalProperties: true; it is the default.' }
  }
  if (name === 'title' && typeof value === 'string' && key !== '' && plain(value) === plain(key)) {
    return { code: 'title_noise', how: 'Remove the title; it is the name of the property again.' }
  }
  return null
}

/** A description without extra space and without sentences that it, or the tool (`told`), says already. */
function slimText(text: unknown, path: string, told: string, add: At['add']): unknown {
  if (typeof text !== 'string') return text
  const tidy = text
    .trim()
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/[ \t]*\n\s*\n\s*/g, '\n')
  if (tidy.length < text.length - 1) {
    const how = 'Trim the text and its empty lines and runs of spaces.'
    add({ code: 'white_space', path, text, becomes: tidy, lossless: true, how })
  }
  const seen = new Set(told === '' ? [] : sentencesOf(told).map(plain))
  const kept: string[] = []
  for (const sentence of sentencesOf(tidy)) {
    const form = plain(sentence)
    if (form.length < 12 || !seen.has(form)) kept.push(sentence)
    else
      add({
        code: 'duplicate_text',
        path,
        text: sentence,
        lossless: true,
        how: 'Remove the sentence; it was said before.',
      })
    seen.add(form)
  }
  const slim = kept.join('').trim()
  if (slim.length > LONG_DESCRIPTION) {
    const how = `Say in ${LONG_DESCRIPTION} characters when to use it; move manuals to a resource or a prompt.`
    add({ code: 'long_description', path, text: slim.slice(LONG_DESCRIPTION), lossless: false, how })
  }
  return slim
}

/** Sentences with the space that follows them, so that joined they are the text. */
const sentencesOf = (text: string): string[] => text.split(/(?<=[.!?\n]\s)/)
const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** The tools of a body: an array, or what a `tools/list` answer wraps it in; null when there are none to be found. */
export function toolsOf(sent: unknown): readonly Record<string, unknown>[] | null {
  if (Array.isArray(sent)) return sent.every(isObject) ? sent : null
  if (!isObject(sent)) return null
  const inner = ownValue(sent, 'tools') ?? ownValue(sent, 'result')
  return inner === undefined || inner === sent ? null : toolsOf(inner)
}
