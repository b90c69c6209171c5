import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import type { PaymentReport } from '../wire/requirement-shape.ts'
import type { X402Version } from '../wire/version.ts'

const MOST_DESCRIPTION = 500
const MOST_OPTIONS = 100

/**
 * Checks the meaning of the resource: its URL, and a description that facilitators accept. v1 has one in each way to
 * pay.
 */
export function lintResourceSense(
  report: PaymentReport,
  document: JsonObject,
  { version, expectUrl }: { version: X402Version; expectUrl: string | undefined },
): void {
  if (version === 2) {
    const resource = ownValue(document, 'resource')
    if (isObject(resource)) lintOne(report, resource, { urlName: 'url', at: '/resource', expectUrl })
    return
  }
  const accepts = ownValue(document, 'accepts')
  for (const [index, entry] of (Array.isArray(accepts) ? accepts.slice(0, MOST_OPTIONS) : []).entries())
    if (isObject(entry)) lintOne(report, entry, { urlName: 'resource', at: `/accepts/${index}`, expectUrl })
}

type Where = { urlName: string; at: string; expectUrl: string | undefined }

function lintOne(report: PaymentReport, object: JsonObject, { urlName, at, expectUrl }: Where): void {
  const description = ownValue(object, 'description')
  const length = typeof description === 'string' ? [...description].length : 0
  if (length > MOST_DESCRIPTION) report.add('PR_DESCRIPTION_TOO_LONG', `${at}/description`, { length })
  const given = ownValue(object, urlName)
  if (typeof given !== 'string' || given === '') return
  const path = `${at}/${urlName}`
  const url = URL.parse(given)
  if (url === null) return report.add('PR_RESOURCE_URL', path, { given })
  if (url.protocol === 'http:' && !isLocal(url.hostname))
    report.add('PR_RESOURCE_NOT_HTTPS', path, { given, https: given.replace(/^http:/i, 'https:') })
  const expected = expectUrl === undefined ? null : URL.parse(expectUrl)
  // Query strings and a last slash are the caller's; behind a proxy the port may differ too.
  if (expected !== null && placeOf(expected) !== placeOf(url))
    report.add('PR_RESOURCE_MISMATCH', path, { given, expected: expectUrl ?? '' })
}

const isLocal = (host: string) => host === 'localhost' || host.startsWith('127.') || host === '[::1]'

const placeOf = (url: URL) => `${url.hostname}${url.pathname.replace(/\/$/, '')}`
