import { isInternalHost } from './destination.ts'

/** A host, address or path that only means something inside. */
export type InternalReference = { rule_id: string; start: number; end: number }

const MAX_EACH = 200

/** Private addresses, internal host names, metadata services and home folders in a text. */
export function internalReferences(text: string): InternalReference[] {
  const found: InternalReference[] = []
  const look = (rule_id: string, pattern: RegExp, isReal: (value: string) => boolean = () => true) => {
    let count = 0
    for (const { 0: value, index } of text.matchAll(pattern)) {
      if (!isReal(value) || (count += 1) > MAX_EACH) continue
      if (!found.some((one) => one.start < index + value.length && index < one.end))
        found.push({ rule_id, start: index, end: index + value.length })
    }
  }
  look('metadata-service', /\b(?:169\.254\.169\.254|metadata\.google\.internal|fd00:ec2::254|100\.100\.100\.200)\b/g)
  look(
    'private-address',
    /(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w.])/g,
    (value) =>
      /^(?:10\.|127\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)/.test(value) &&
      isInternalHost(value),
  )
  look(
    'internal-host',
    /\b[a-z0-9][a-z0-9-]{0,62}(?:\.[a-z0-9-]{1,63}){0,6}\.(?:internal|local|lan|corp|intranet|localdomain|consul|svc)\b/gi,
    (value) => isInternalHost(value.toLowerCase()),
  )
  look(
    'home-folder',
    /(?:\/(?:home|Users)\/[a-z][\w.-]{1,40}|[A-Z]:\\Users\\[\w.-]{2,40})(?=[\\/\s"']|$)/g,
    (value) => !/[\\/](?:user|username|you|me|name|Public|Shared|runner|node|ubuntu|default)$/i.test(value),
  )
  return found
}
