import { parse, YAMLParseError } from 'yaml'

import { isDeeperThan, isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { pointerTokens } from '#shared/engines/json/json-pointer.ts'
import type { LintReport } from '#shared/engines/lint/lint-report.ts'
import type { openapiRules } from './openapi-x402.rules.ts'

export type OpenapiReport = LintReport<typeof openapiRules>

const MOST_LEVELS = 200
const MOST_REFS = 50

/** Reads an OpenAPI 3 document from an object, JSON or YAML; null with a finding when it is none. */
export function readOpenapi(report: OpenapiReport, sent: unknown): JsonObject | null {
  const value = typeof sent === 'string' ? parsed(report, sent) : sent
  if (value === undefined) return null
  if (isDeeperThan(value, MOST_LEVELS)) {
    report.add('OA_UNREADABLE', '', { why: `nested deeper than ${MOST_LEVELS} levels` })
    return null
  }
  if (!isObject(value)) {
    report.add('OA_UNREADABLE', '', { why: 'not an object' })
    return null
  }
  const version = ownValue(value, 'openapi')
  if (Object.hasOwn(value, 'swagger')) report.add('OA_SWAGGER2_UNSUPPORTED', '/swagger')
  else if (version === undefined) report.add('OA_NOT_OPENAPI', '/openapi')
  else if (!/^"?3\.[0-2](?:[."]|$)/.test(JSON.stringify(version)))
    report.add('OA_VERSION_UNSUPPORTED', '/openapi', { given: preview(version) })
  return report.errors === 0 ? value : null
}

function parsed(report: OpenapiReport, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // YAML is a superset of what is left to try.
  }
  try {
    // Aliases may repeat a document many times over: past the default of 100 the reader gives up. A pretty error for each
    // of 50,000 stray quotes would look at the whole text as often.
    return parse(text, { maxAliasCount: 100, logLevel: 'error', prettyErrors: false }) ?? null
  } catch (error) {
    report.add('OA_UNREADABLE', '', { why: reasonOf(error, text) })
    return undefined
  }
}

/** What the reader says, in one line, and where. */
function reasonOf(error: unknown, text: string): string {
  const said = error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it cannot be parsed'
  if (!(error instanceof YAMLParseError)) return said
  const before = text.slice(0, error.pos[0])
  return `${said} at line ${before.split('\n').length}, column ${before.length - before.lastIndexOf('\n')}`
}

/** Follows local $refs of one document; each broken one is reported once. */
export class References {
  readonly #document: JsonObject
  readonly #report: OpenapiReport
  readonly #seen = new Set<string>()

  constructor(document: JsonObject, report: OpenapiReport) {
    this.#document = document
    this.#report = report
  }

  /** The object a value is, or refers to; undefined when it is none, or stands elsewhere. */
  resolve(value: unknown): JsonObject | undefined {
    let current = value
    for (let step = 0; step < MOST_REFS; step += 1) {
      if (!isObject(current)) return undefined
      const ref = ownValue(current, '$ref')
      if (typeof ref !== 'string') return current
      current = this.#target(ref)
    }
    return undefined
  }

  #target(ref: string): unknown {
    if (!ref.startsWith('#')) {
      this.#once(ref, 'OA_REF_REMOTE')
      return undefined
    }
    const tokens = pointerTokens(decoded(ref.slice(1)))
    const target = tokens?.reduce<unknown>((value, token) => {
      if (Array.isArray(value)) return value[Number(token)]
      return isObject(value) ? ownValue(value, token) : undefined
    }, this.#document)
    if (target === undefined) this.#once(ref, 'OA_REF_UNRESOLVED')
    return target
  }

  #once(ref: string, code: 'OA_REF_REMOTE' | 'OA_REF_UNRESOLVED'): void {
    if (this.#seen.has(ref)) return
    this.#seen.add(ref)
    this.#report.add(code, '', { given: ref })
  }
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}
