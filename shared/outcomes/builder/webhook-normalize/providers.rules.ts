import type { Provider } from './provider.ts'

/** A place in a delivery: `header:name`, `body:a.b.c`, or `text:word` for a constant. */
export type Place = `header:${string}` | `body:${string}` | `text:${string}`

/** How a provider is told, and where it writes what. The first place that holds something counts. */
export type ProviderRule = {
  provider: Exclude<Provider, 'generic'>
  headers: readonly string[]
  /** Body shapes: every place must be there, and match where a pattern is given. */
  shapes: readonly (readonly (readonly [path: string, pattern?: RegExp])[])[]
  id: readonly Place[]
  type: readonly Place[]
  occurredAt: readonly Place[]
  subjectKind: readonly Place[]
  subjectId: readonly Place[]
  actor: readonly Place[]
  /** True is live; `test` places say the opposite. */
  live: readonly Place[]
  test: readonly Place[]
  apiVersion: readonly Place[]
  /** The object the event is about; the whole body when none is there. */
  data: readonly string[]
}

const none: readonly never[] = []

/**
 * Facts of the providers' public webhook documentation. Order matters for body shapes only: the most telling first.
 * GitHub's subject is under a name of its own per event (github-objects).
 */
export const PROVIDER_RULES: readonly ProviderRule[] = [
  {
    provider: 'stripe',
    headers: ['stripe-signature'],
    shapes: [
      [
        ['object', /^event$/],
        ['type', /\./],
      ],
      [
        ['id', /^evt_/],
        ['type', /\./],
      ],
    ],
    id: ['body:id'],
    type: ['body:type'],
    occurredAt: ['body:created'],
    subjectKind: ['body:data.object.object'],
    subjectId: ['body:data.object.id'],
    actor: ['body:account', 'body:data.object.customer', 'body:request.id'],
    live: ['body:livemode'],
    test: none,
    apiVersion: ['body:api_version'],
    data: ['data.object'],
  },
  {
    provider: 'github',
    headers: ['x-github-event', 'x-github-delivery', 'x-hub-signature-256'],
    shapes: [
      [['zen'], ['hook_id']],
      [['repository.full_name'], ['sender.login']],
      [['installation.id'], ['sender.login']],
    ],
    id: ['header:x-github-delivery'],
    type: ['header:x-github-event'],
    occurredAt: none,
    subjectKind: none,
    subjectId: none,
    actor: ['body:sender.login', 'body:pusher.name'],
    live: none,
    test: none,
    apiVersion: ['header:x-github-api-version'],
    data: none,
  },
  {
    provider: 'shopify',
    headers: ['x-shopify-topic', 'x-shopify-hmac-sha256', 'x-shopify-webhook-id'],
    shapes: [[['admin_graphql_api_id', /^gid:\/\/shopify\//]]],
    id: ['header:x-shopify-webhook-id', 'header:x-shopify-event-id'],
    type: ['header:x-shopify-topic'],
    occurredAt: ['header:x-shopify-triggered-at', 'body:updated_at', 'body:created_at'],
    subjectKind: none,
    subjectId: ['body:id', 'body:admin_graphql_api_id'],
    actor: ['header:x-shopify-shop-domain'],
    live: none,
    test: ['header:x-shopify-test', 'body:test'],
    apiVersion: ['header:x-shopify-api-version'],
    data: none,
  },
  {
    provider: 'slack',
    headers: ['x-slack-signature', 'x-slack-request-timestamp'],
    shapes: [
      [['type', /^url_verification$/], ['challenge']],
      [['type', /^event_callback$/], ['event.type']],
      [['team_id', /^[TE]/], ['event.type']],
      [['command', /^\//], ['response_url']],
      [['type', /^(?:block_actions|view_submission|view_closed|shortcut|message_action)$/], ['user']],
    ],
    id: ['body:event_id', 'body:trigger_id'],
    type: ['body:event.type', 'body:type', 'body:command'],
    occurredAt: ['body:event_time', 'body:event.event_ts', 'header:x-slack-request-timestamp'],
    subjectKind: ['body:event.item.type', 'body:event.channel_type', 'body:event.type', 'body:type'],
    subjectId: [
      'body:event.item.ts',
      'body:event.ts',
      'body:event.channel',
      'body:event.channel.id',
      'body:channel.id',
      'body:channel_id',
      'body:view.id',
    ],
    actor: ['body:event.user', 'body:event.user.id', 'body:user.id', 'body:user_id', 'body:event.bot_id'],
    live: none,
    test: none,
    apiVersion: ['body:api_app_id'],
    data: ['event'],
  },
  {
    provider: 'twilio',
    headers: ['x-twilio-signature', 'x-twilio-email-event-webhook-signature', 'i-twilio-idempotency-token'],
    shapes: [[['AccountSid', /^AC/]], [['sg_event_id'], ['event']]],
    id: ['header:i-twilio-idempotency-token', 'body:sg_event_id', 'body:EventSid'],
    type: [
      'body:MessageStatus',
      'body:SmsStatus',
      'body:CallStatus',
      'body:RecordingStatus',
      'body:EventType',
      'body:event',
    ],
    occurredAt: ['body:Timestamp', 'body:timestamp'],
    subjectKind: none,
    subjectId: ['body:MessageSid', 'body:SmsSid', 'body:RecordingSid', 'body:CallSid', 'body:sg_message_id'],
    actor: ['body:From', 'body:Caller', 'body:email'],
    live: none,
    test: none,
    apiVersion: ['body:ApiVersion'],
    data: none,
  },
  {
    provider: 'paypal',
    headers: ['paypal-transmission-id', 'paypal-transmission-sig'],
    shapes: [[['event_type', /^[A-Z]+(?:[.-][A-Z_-]+)+$/], ['resource']]],
    id: ['body:id'],
    type: ['body:event_type'],
    occurredAt: ['body:create_time', 'body:resource.update_time'],
    subjectKind: ['body:resource_type'],
    subjectId: ['body:resource.id', 'body:resource.sale_id'],
    actor: ['body:resource.payer.payer_id', 'body:resource.payer.email_address', 'body:resource.payee.merchant_id'],
    live: none,
    test: none,
    apiVersion: ['body:resource_version', 'body:event_version'],
    data: ['resource'],
  },
  {
    provider: 'square',
    headers: ['x-square-hmacsha256-signature', 'x-square-signature', 'square-environment'],
    shapes: [[['merchant_id'], ['event_id'], ['data.object']]],
    id: ['body:event_id'],
    type: ['body:type'],
    occurredAt: ['body:created_at'],
    subjectKind: ['body:data.type'],
    subjectId: ['body:data.id'],
    actor: ['body:merchant_id'],
    live: none,
    test: none,
    apiVersion: none,
    data: ['data.object'],
  },
  {
    provider: 'linear',
    headers: ['linear-signature', 'linear-event', 'linear-delivery'],
    shapes: [[['webhookTimestamp'], ['action'], ['type', /^[A-Z]/]]],
    id: ['header:linear-delivery', 'body:webhookId'],
    type: ['body:type', 'header:linear-event'],
    occurredAt: ['body:createdAt', 'body:webhookTimestamp'],
    subjectKind: ['body:type'],
    subjectId: ['body:data.id'],
    actor: ['body:actor.name', 'body:actor.id', 'body:data.creatorId'],
    live: none,
    test: none,
    apiVersion: none,
    data: ['data'],
  },
  {
    provider: 'svix',
    headers: ['svix-signature', 'svix-id', 'webhook-signature', 'webhook-id'],
    shapes: [],
    id: ['header:webhook-id', 'header:svix-id', 'body:id'],
    type: ['body:type', 'body:event_type', 'body:eventType', 'body:event'],
    occurredAt: ['body:timestamp', 'body:created_at', 'header:webhook-timestamp', 'header:svix-timestamp'],
    subjectKind: ['body:data.object'],
    subjectId: ['body:data.id'],
    actor: none,
    live: ['body:livemode', 'body:live'],
    test: ['body:test'],
    apiVersion: none,
    data: ['data'],
  },
  {
    provider: 'x402',
    headers: ['payment-response', 'x-payment-response', 'payment-signature'],
    shapes: [
      [['transaction'], ['network'], ['success']],
      [['tx_hash'], ['network'], ['pay_to']],
      [['x402Version']],
      [['type', /^(?:settlement|x402)\./]],
    ],
    id: ['body:event_id', 'body:id', 'body:transaction', 'body:tx_hash', 'body:data.transaction'],
    type: ['body:type', 'body:status', 'body:success'],
    occurredAt: ['body:timestamp', 'body:settled_at', 'body:occurred_at', 'body:created_at'],
    subjectKind: ['text:transaction'],
    subjectId: ['body:transaction', 'body:tx_hash', 'body:data.transaction'],
    actor: ['body:payer', 'body:data.payer'],
    live: ['body:livemode'],
    test: none,
    apiVersion: ['body:x402Version'],
    data: ['data'],
  },
]

/** Where a sender that nobody knows usually writes things: CloudEvents first, then common names. */
export const GENERIC_RULE: Omit<ProviderRule, 'provider'> = {
  headers: [],
  shapes: [],
  id: [
    'header:ce-id',
    'header:x-event-id',
    'header:x-delivery-id',
    'header:x-request-id',
    'body:id',
    'body:event_id',
    'body:eventId',
    'body:uuid',
  ],
  type: [
    'header:ce-type',
    'header:x-event-type',
    'header:x-event',
    'body:type',
    'body:event_type',
    'body:eventType',
    'body:event',
    'body:topic',
    'body:action',
  ],
  occurredAt: [
    'header:ce-time',
    'body:time',
    'body:timestamp',
    'body:occurred_at',
    'body:created_at',
    'body:createdAt',
    'body:created',
    'body:eventTime',
    'body:date',
  ],
  subjectKind: ['body:data.object', 'body:object', 'body:resource_type'],
  subjectId: ['header:ce-subject', 'body:subject', 'body:data.id', 'body:object.id', 'body:resource.id'],
  actor: ['header:ce-source', 'body:source', 'body:actor.id', 'body:actor', 'body:user.id', 'body:user_id'],
  live: ['body:livemode', 'body:live_mode', 'body:live'],
  test: ['body:test', 'body:is_test', 'body:test_mode'],
  apiVersion: ['header:ce-specversion', 'body:specversion', 'body:api_version', 'body:version'],
  data: ['data', 'payload', 'object', 'resource'],
}
