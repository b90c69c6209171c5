import { isObject, ownValue, type JsonObject } from '#shared/engines/json/json-value.ts'
import type { PayloadReport } from './read-payment.ts'

type Form = { expected: string; fits: (value: unknown) => boolean }

const isPrintable = (value: unknown) => typeof value === 'string' && /^[\x20-\x7e]{1,32}$/.test(value)
const text: Form = { expected: 'a text', fits: (value) => typeof value === 'string' }

const RESOURCE: Readonly<Record<string, Form>> = {
  description: text,
  mimeType: text,
  serviceName: { expected: '1 to 32 printable ASCII characters', fits: isPrintable },
  tags: {
    expected: 'at most 5 texts of 1 to 32 printable ASCII characters',
    fits: (value) => Array.isArray(value) && value.length <= 5 && value.every(isPrintable),
  },
  iconUrl: {
    expected: 'a text of at most 2048 characters',
    fits: (value) => typeof value === 'string' && value.length <= 2_048,
  },
}

/** Checks what a v2 payment has around the signed part; servers parse all of it before they check the signature. */
export function lintPaymentShape(report: PayloadReport, document: JsonObject, accepted: JsonObject): void {
  const add = (path: string, field: string, expected: string) => report.add('missing_field', path, { field, expected })
  const timeout = ownValue(accepted, 'maxTimeoutSeconds')
  if (typeof timeout !== 'number' || timeout <= 0)
    add('/accepted/maxTimeoutSeconds', 'maxTimeoutSeconds', 'a number of seconds')
  const optional = [
    ['/accepted/extra', ownValue(accepted, 'extra')],
    ['/extensions', ownValue(document, 'extensions')],
    ['/resource', ownValue(document, 'resource')],
  ] as const
  for (const [path, value] of optional)
    if (value !== undefined && value !== null && !isObject(value)) add(path, path.split('/').at(-1) ?? '', 'an object')
  const resource = ownValue(document, 'resource')
  if (!isObject(resource)) return
  const url = ownValue(resource, 'url')
  if (typeof url !== 'string' || url === '') add('/resource/url', 'resource.url', 'a text')
  for (const [name, { expected, fits }] of Object.entries(RESOURCE)) {
    const value = ownValue(resource, name)
    if (value !== undefined && value !== null && !fits(value)) add(`/resource/${name}`, `resource.${name}`, expected)
  }
}
