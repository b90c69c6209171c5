import { wrongFields } from '#shared/errors.ts'

import type { JsonSchema } from '../../call/challenge/plain-schema.ts'
import { type Html, html } from '../../http/html.ts'

/** Fields of a form are called by this and the name of the input. */
const PREFIX = 'in.'

type Kind = 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'json'

type Field = {
  name: string
  kind: Kind
  about: string
  isRequired: boolean
  choices: readonly string[]
  most: number | null
}

/** The inputs of a schema as fields of a form. */
export function fieldsOf(schema: JsonSchema): Field[] {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const required = Array.isArray(schema['required']) ? schema['required'] : []
  return Object.entries(properties).map(([name, property]) => {
    const one = isObject(property) ? property : {}
    const choices =
      Array.isArray(one['enum']) && one['enum'].every((choice) => typeof choice === 'string') ? one['enum'] : []
    return {
      name,
      kind: choices.length > 0 ? 'choice' : kindOf(one['type']),
      about: typeof one['description'] === 'string' ? one['description'] : '',
      isRequired: required.includes(name),
      choices,
      most: typeof one['maxLength'] === 'number' ? one['maxLength'] : null,
    }
  })
}

function kindOf(type: unknown): Kind {
  switch (type) {
    case 'string':
      return 'text'
    case 'number':
    case 'integer':
    case 'boolean':
      return type
    default:
      return 'json'
  }
}

/** Renders the fields with what was sent, or with a sample. `sent` are the values of a form that was refused. */
export const schemaFields = (
  fields: readonly Field[],
  sample: Readonly<Record<string, unknown>>,
  sent: Readonly<Record<string, string>> = {},
): Html =>
  html`${fields.map((field) => {
    const id = `in-${field.name}`
    const value = sent[PREFIX + field.name] ?? textOf(sample[field.name])
    return html`<label for="${id}">${field.name}${field.isRequired ? '' : html` <small>optional</small>`}</label>
      ${control(field, id, value)} ${field.about === '' ? '' : html`<p class="hint" id="${id}-hint">${field.about}</p>`}`
  })}`

function control({ name, kind, choices, isRequired, most, about }: Field, id: string, value: string): Html {
  const named = html`id="${id}" name="${PREFIX}${name}" ${about === '' ? html`` : html`aria-describedby="${id}-hint"`}`
  const needed = isRequired ? html`required` : html``
  switch (kind) {
    case 'choice':
      return html`<select ${named}>
        ${isRequired ? '' : html`<option value=""></option>`}
        ${choices.map((choice) => html`<option ${choice === value ? html`selected` : html``}>${choice}</option>`)}
      </select>`
    case 'boolean':
      return html`<select ${named}>
        ${['', 'true', 'false'].map((choice) => html`<option ${choice === value ? html`selected` : html``}>${choice}</option>`)}
      </select>`
    case 'number':
    case 'integer':
      return html`<input ${named} ${needed} type="number" step="${kind === 'integer' ? 1 : 'any'}" value="${value}" />`
    case 'json':
      return html`<textarea ${named} ${needed} spellcheck="false" placeholder="JSON">${value}</textarea>`
    case 'text':
      return value.length > 60 || value.includes('\n') || (most ?? 10_000) > 1_000
        ? html`<textarea ${named} ${needed}>${value}</textarea>`
        : html`<input ${named} ${needed} value="${value}" />`
  }
}

/** Reads the input that a form says. Empty fields count as absent. Throws 422 for what is no number or no JSON. */
export function inputOf(fields: readonly Field[], form: Readonly<Record<string, string>>): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { name, kind, isRequired } of fields) {
    // Browsers send the line ends of texts as CRLF.
    const text = (form[PREFIX + name] ?? '').replaceAll('\r\n', '\n')
    if (text === '' && !(isRequired && kind === 'text')) continue
    input[name] = valueOf(name, kind, text)
  }
  return input
}

function valueOf(name: string, kind: Kind, text: string): unknown {
  if (kind === 'text' || kind === 'choice') return text
  if (kind === 'boolean') return text === 'true'
  if (kind !== 'json') {
    const number = Number(text)
    if (Number.isNaN(number)) throw wrong(name, 'this is no number')
    return number
  }
  try {
    return JSON.parse(text)
  } catch {
    throw wrong(name, 'this is no JSON: texts stand in quotes, lists in [ ]')
  }
}

const wrong = (name: string, msg: string) => wrongFields([{ type: 'value_error', loc: ['body', name], msg }])

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value, null, 2) : String(value as string | number | boolean)
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
