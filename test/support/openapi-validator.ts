import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

import type { OpenapiDocument } from '#ingress/discovery/openapi/build-openapi.ts'
import { isPagePath } from '#ingress/pages/page-paths.ts'

export type ValidateResponse = (method: string, path: string, status: number, body: unknown) => void

type Json = { [name: string]: unknown }

const ROOT = 'farebox:openapi'

/** Routes that are kept out of the document, beside the pages: the operator's, and the icon. */
const UNDOCUMENTED = /^\/(?:ops|metrics|favicon\.svg)(?:\/|$)/

/**
 * Holds answers against the OpenAPI document. The function throws when the path or its status is not documented, or the
 * body does not fit the schema; `body` is parsed JSON, or text where the document says so. HEAD is checked as GET without
 * a body. A path that is not in the document may only be 404, a method only 405, each with the error body.
 */
export function openapiValidator(document: OpenapiDocument): ValidateResponse {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  formats.default(ajv)
  ajv.addSchema({ $id: ROOT, ...document })
  // Safe: the document is JSON.
  const root = document as unknown as Json
  const templates = Object.keys(document.paths ?? {}).map((template) => ({ template, pattern: patternOf(template) }))
  const compiled = new Map<string, ValidateFunction>()

  const fits = (pointer: string, body: unknown, about: string) => {
    const known = compiled.get(pointer) ?? ajv.compile({ $ref: `${ROOT}#${pointer}` })
    compiled.set(pointer, known)
    if (!known(body)) {
      throw new Error(
        `${about} does not fit the document:\n${ajv.errorsText(known.errors, { dataVar: 'body', separator: '\n' })}\n${JSON.stringify(body).slice(0, 2_000)}`,
      )
    }
  }

  return (method, path, status, body) => {
    const pathname = (path.split('?')[0] ?? path).replace(/^\/v1\/outcomes\//, '/api/v1/outcomes/')
    if (UNDOCUMENTED.test(pathname) || isPagePath(pathname)) return
    const about = `${method} ${path} ${status}`
    const verb = method.toLowerCase()
    if (verb === 'options' && status === 204) return
    // Concrete paths go before templates: a method that one does not have is 405, or stands at a template.
    const fitting = [
      ...templates.filter((one) => one.template === pathname),
      ...templates.filter((one) => one.template !== pathname && one.pattern.test(pathname)),
    ]
    if (fitting.length === 0) return misses(404)
    const operation = verb === 'head' ? 'get' : verb
    const template = fitting.find((one) => operation in objectAt(root, ['paths', one.template]))?.template
    const isMissed = fitting[0]?.template === pathname && template !== pathname && status === 405
    if (template === undefined || isMissed) return misses(405)

    const responses = ['paths', template, operation, 'responses']
    const declared = objectAt(root, responses)[String(status)]
    if (!isObject(declared)) throw new Error(`${about} is not documented`)
    const at =
      typeof declared['$ref'] === 'string' ? declared['$ref'].slice(2).split('/') : [...responses, String(status)]
    const content = objectAt(root, at)['content']
    if (verb === 'head' || content === undefined) {
      if (!isEmpty(body)) throw new Error(`${about} has a body, the document says there is none`)
      return undefined
    }
    const types = Object.keys(isObject(content) ? content : {})
    const mediaType = typeof body === 'string' && types.includes('text/html') ? 'text/html' : types[0]
    if (mediaType === undefined) throw new Error(`${about} has no media type in the document`)
    return fits(pointerOf([...at, 'content', mediaType, 'schema']), body, about)

    function misses(expected: 404 | 405): void {
      if (status !== expected) throw new Error(`${about} is not documented; expected ${expected}`)
      if (verb !== 'head') fits('/components/schemas/Error', body, about)
    }
  }
}

const patternOf = (template: string) =>
  new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{[^}]+\}/g, '[^/]+')}$`)

const pointerOf = (parts: readonly string[]) =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (body: unknown) => body === undefined || body === null || body === ''

function objectAt(root: Json, parts: readonly string[]): Json {
  let value: unknown = root
  for (const part of parts) value = isObject(value) ? value[part] : undefined
  if (!isObject(value)) throw new Error(`the document has nothing at ${parts.join(' > ')}`)
  return value
}
