import { takenPlaces } from '#shared/engines/secrets/taken-places.ts'
import { isInternalHost } from './destination.ts'

/** A host, address or path that only means something inside. */
export type InternalReference = { rule_id: string; start: number; end: number }

/** References told of one text; one that holds as many may hold more. */
export const MAX_REFERENCES = 20_000

/** Private addresses, internal host names, metadata services and home folders in a text. */
export function internalReferences(text: string): InternalReference[] {
  const found: InternalReference[] = []
  const taken = takenPlaces()
  const look = (rule_id: string, pattern: RegExp, isReal: (value: string) => boolean = () => true) => {
    for (const { 0: value, index } of text.matchAll(pattern)) {
      const place = { start: index, end: index + value.length }
      if (found.length >= MAX_REFERENCES || !isReal(value) || !taken.isFree(place)) continue
      taken.take(place)
      found.push({ rule_id, ...place })
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
