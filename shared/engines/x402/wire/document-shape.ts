import { isObject, ownValue, preview, type JsonObject } from '#shared/engines/json/json-value.ts'
import { lintText, type PaymentReport } from './requirement-shape.ts'
import type { X402Version } from './version.ts'

const PRINTABLE = /^[\x20-\x7e]{1,32}$/

/** Reports what is wrong with x402Version; the rest is linted by the version that was detected. */
export function lintVersion(report: PaymentReport, document: JsonObject, detected: X402Version | null): void {
  const said = ownValue(document, 'x402Version')
  if (said === undefined) return report.add('PR_VERSION_MISSING', '/x402Version', { version: detected ?? 2 })
  if (said === 1 || said === 2) {
    if (said === 1) report.add('PR_V1_LEGACY', '/x402Version')
    return
  }
  if (typeof said === 'string' && detected !== null)
    return report.add('PR_VERSION_TYPE', '/x402Version', { given: said })
  report.add('PR_VERSION_UNSUPPORTED', '/x402Version', { given: preview(said) })
}

/** The top level of a PaymentRequired object, without its accepts. */
export function lintDocumentShape(report: PaymentReport, document: JsonObject, version: X402Version): void {
  const error = ownValue(document, 'error')
  if (error === undefined || error === '') report.add('PR_ERROR_MISSING', '/error')
  else lintText(report, { object: document, at: '', name: 'error' }, { required: false })
  if (version === 1) return
  const extensions = ownValue(document, 'extensions')
  if (extensions !== undefined && extensions !== null && !isObject(extensions))
    report.add('PR_FIELD_TYPE', '/extensions', {
      field: 'extensions',
      expected: 'an object',
      given: preview(extensions),
    })
  const resource = ownValue(document, 'resource')
  if (resource === undefined)
    return report.add('PR_FIELD_MISSING', '/resource', { field: 'resource', hint: '{"url": "https://..."}' })
  if (!isObject(resource))
    return report.add('PR_FIELD_TYPE', '/resource', {
      field: 'resource',
      expected: 'an object with url',
      given: preview(resource),
    })
  lintResource(report, resource)
}

function lintResource(report: PaymentReport, resource: JsonObject): void {
  lintText(report, { object: resource, at: '/resource', name: 'url' }, { hint: 'the URL that was requested' })
  for (const name of ['description', 'mimeType', 'iconUrl'])
    lintText(report, { object: resource, at: '/resource', name }, { required: false })
  const icon = ownValue(resource, 'iconUrl')
  if (typeof icon === 'string' && icon.length > 2048)
    report.add('PR_FIELD_LIMIT', '/resource/iconUrl', { field: 'iconUrl', expected: 'at most 2048 characters' })
  const expected = '1 to 32 printable ASCII characters'
  const name = ownValue(resource, 'serviceName')
  if (name !== undefined && (typeof name !== 'string' || !PRINTABLE.test(name)))
    report.add('PR_FIELD_LIMIT', '/resource/serviceName', { field: 'serviceName', expected })
  const tags = ownValue(resource, 'tags')
  if (tags === undefined) return
  if (!Array.isArray(tags) || tags.length > 5)
    return report.add('PR_FIELD_LIMIT', '/resource/tags', { field: 'tags', expected: 'a list of at most 5 texts' })
  for (const [at, tag] of tags.entries())
    if (typeof tag !== 'string' || !PRINTABLE.test(tag))
      report.add('PR_FIELD_LIMIT', `/resource/tags/${at}`, { field: 'tags', expected })
}
