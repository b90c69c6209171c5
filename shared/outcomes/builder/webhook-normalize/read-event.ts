import { instantOf } from '#shared/engines/guard/instant.ts'
import { EVENT_TYPES } from './event-types.rules.ts'
import { GITHUB_OBJECTS } from './github-objects.rules.ts'
import type { Delivery, Provider } from './provider.ts'
import { GENERIC_RULE, PROVIDER_RULES, type Place } from './providers.rules.ts'
import { firstAt, valueAt } from './value-at.ts'

export type WebhookEvent = {
  id: string | null
  type: string
  provider_type: string | null
  occurred_at: string | null
  subject: { kind: string | null; id: string | null }
  actor: string | null
  livemode: boolean | null
  api_version: string | null
}
export type ReadEvent = { event: WebhookEvent; isKnown: boolean; isTest: boolean; data: unknown; unused: string[] }

/** What happened, in one vocabulary for all providers. A type nobody mapped is `<provider>.<type>`. */
export function readEvent(provider: Provider, delivery: Delivery): ReadEvent {
  const rule = PROVIDER_RULES.find((one) => one.provider === provider) ?? GENERIC_RULE
  const used = new Set<string>()
  const read = (places: readonly Place[]) => {
    const found = firstAt(delivery, places)
    if (found?.member !== null && found?.member !== undefined) used.add(found.member)
    return found?.value ?? null
  }
  const textOf = (places: readonly Place[]) => {
    const value = read(places)
    return value === null ? null : String(value)
  }
  const written = textOf(rule.type)
  const places = ownPlaces(provider, delivery, written)
  const action = places.action === null ? null : textOf([places.action])
  const providerType = typeNameOf(provider, delivery, written, action)
  const known = providerType === null ? undefined : mappedType(provider, providerType)
  const live = read(rule.live)
  const test = read(rule.test)
  const livemode = live === null ? (test === null ? places.livemode : !isTrue(test)) : isTrue(live)
  const dataPath = [...rule.data, ...places.data].find((path) => {
    const value = valueAt(delivery.body, path)
    return typeof value === 'object' && value !== null
  })
  if (dataPath !== undefined) used.add(dataPath.split('.')[0] ?? '')
  const type = known ?? `${provider}.${slugOf(providerType ?? 'unknown')}`
  const event = {
    id: textOf(rule.id),
    type,
    provider_type: providerType,
    occurred_at: instantText(read([...rule.occurredAt, ...places.occurredAt])),
    subject: { kind: places.kind ?? textOf(rule.subjectKind), id: textOf([...rule.subjectId, ...places.subjectId]) },
    actor: textOf(rule.actor),
    livemode,
    api_version: textOf(rule.apiVersion),
  }
  const isTest = livemode === false || type === 'webhook.ping' || /(?:^|[._/-])(?:ping|test)$/i.test(providerType ?? '')
  const whole = delivery.form === 'text' ? delivery.raw : delivery.body
  return {
    event,
    isKnown: known !== undefined,
    isTest,
    data: dataPath === undefined ? whole : valueAt(delivery.body, dataPath),
    // Without an object of its own the whole body is the data.
    unused: dataPath === undefined ? [] : Object.keys(delivery.body).filter((key) => !used.has(key)),
  }
}

function mappedType(provider: Provider, name: string): string | undefined {
  const table = EVENT_TYPES[provider]
  return table !== undefined && Object.hasOwn(table, name) ? table[name] : undefined
}

type OwnPlaces = {
  action: Place | null
  kind: string | null
  subjectId: Place[]
  occurredAt: Place[]
  data: string[]
  livemode: boolean | null
}

/** Places that depend on the event itself. */
function ownPlaces(provider: Provider, { headers, body }: Delivery, written: string | null): OwnPlaces {
  const none: OwnPlaces = { action: null, kind: null, subjectId: [], occurredAt: [], data: [], livemode: null }
  switch (provider) {
    case 'github': {
      const name = written ?? 'repository'
      const object = (Object.hasOwn(GITHUB_OBJECTS, name) ? GITHUB_OBJECTS[name] : undefined) ?? name
      const isRef = written === 'push' || written === 'create' || written === 'delete'
      return {
        ...none,
        action: 'body:action',
        kind: isRef ? 'ref' : object,
        subjectId: isRef ? ['body:ref'] : [`body:${object}.id`, `body:${object}.sha`, 'body:repository.id'],
        occurredAt: [
          ...['submitted_at', 'updated_at', 'published_at', 'completed_at', 'created_at'].map(
            (at): Place => `body:${object}.${at}`,
          ),
          'body:head_commit.timestamp',
          'body:repository.updated_at',
        ],
        data: [object],
      }
    }
    case 'shopify':
      return { ...none, kind: written?.split('/')[0]?.replace(/s$/, '') ?? null }
    case 'twilio':
      return { ...none, kind: twilioKind(body) }
    case 'square': {
      const environment = headers.get('square-environment')?.toLowerCase()
      return { ...none, livemode: environment === undefined ? null : environment === 'production' }
    }
    case 'linear':
      return { ...none, action: 'body:action' }
    default:
      return none
  }
}

/** The provider's own name of the event, whole: GitHub and Linear write its action apart, Square and Twilio a status. */
function typeNameOf(
  provider: Provider,
  { body, form }: Delivery,
  written: string | null,
  action: string | null,
): string | null {
  if (written === null) return provider === 'twilio' ? `${twilioKind(body)}.received` : null
  switch (provider) {
    case 'github':
      if (written === 'pull_request' && action === 'closed' && valueAt(body, 'pull_request.merged') === true)
        return 'pull_request.merged'
      return action === null ? written : `${written}.${action}`
    case 'linear':
      return action === null ? written : `${written}.${action}`
    case 'twilio':
      return `${twilioKind(body)}.${written.toLowerCase()}`
    case 'slack':
      return form === 'form' && written.startsWith('/') ? 'slash_command' : written
    case 'square': {
      const kind = /^(payment|refund)\.(?:created|updated)$/.exec(written)?.[1]
      const status = kind === undefined ? undefined : valueAt(body, `data.object.${kind}.status`)
      return kind !== undefined && typeof status === 'string' && /^(?:COMPLETED|FAILED|CANCELED)$/.test(status)
        ? `${kind}.${status.toLowerCase()}`
        : written
    }
    default:
      return written
  }
}

function twilioKind(body: Readonly<Record<string, unknown>>): string {
  if (valueAt(body, 'sg_event_id') !== undefined) return 'email'
  if (valueAt(body, 'RecordingSid') !== undefined) return 'recording'
  return valueAt(body, 'MessageSid') === undefined && valueAt(body, 'SmsSid') === undefined ? 'call' : 'message'
}

const isTrue = (value: string | number | boolean) => value === true || value === 'true' || value === 1 || value === '1'

const slugOf = (name: string) =>
  name
    .slice(0, 200)
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '.')
    .replaceAll(/^\.|\.$/g, '') || 'unknown'

function instantText(value: string | number | boolean | null): string | null {
  const number = typeof value === 'string' && /^\d{9,13}\.\d+$/.test(value) ? Number(value) : value
  const ms = instantOf(number)
  if (ms !== null) return new Date(ms).toISOString()
  // A time without a zone is taken for UTC: the clock of the machine that reads it says nothing of the sender's.
  const loose = typeof value === 'string' && value.length < 64 ? Date.parse(zoned(value)) : Number.NaN
  return Number.isNaN(loose) ? null : new Date(loose).toISOString()
}

const zoned = (text: string) => (/(?:Z|[A-Z]{3,4}|[+-]\d\d:?\d\d)\)?\s*$/.test(text) ? text : `${text} UTC`)
