import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { EVENT_TYPES } from './event-types.rules.ts'
import { PROVIDERS } from './provider.ts'
import { PROVIDER_RULES } from './providers.rules.ts'
import { Refusal } from '#shared/errors.ts'
import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { fakeContext } from '#test/support/fakes/fake-context.ts'
import { webhookNormalize } from './outcome.ts'

const run = (input: Record<string, unknown>) => webhookNormalize.run(input, fakeContext())
const stripe = (type: string, object: Record<string, unknown>, more = {}) => ({
  payload: { id: 'evt_9', object: 'event', type, created: 1_700_000_000, livemode: true, data: { object }, ...more },
})

describe('webhook-normalize: envelope', () => {
  test('keeps every digit of an id that is longer than a double', async () => {
    const payload =
      '{"id":820982911946154508,"total_price":"19.90","currency":"USD","created_at":"2026-01-02T03:04:05Z"}'
    const headers = { 'X-Shopify-Topic': 'orders/create', 'X-Shopify-Webhook-Id': 'w1' }
    expect(await run({ payload, headers })).toMatchObject({ event: { subject: { id: '820982911946154508' } } })
  })

  test('maps a Stripe payment', async () => {
    expect(
      await run({
        payload: {
          id: 'evt_1',
          object: 'event',
          type: 'payment_intent.succeeded',
          created: 1_700_000_000,
          livemode: false,
          data: { object: { id: 'pi_1', amount: 500, currency: 'usd' } },
        },
      }),
    ).toMatchObject({
      provider: 'stripe',
      event: { type: 'payment.succeeded', occurred_at: '2023-11-14T22:13:20.000Z', subject: { id: 'pi_1' } },
      money: { amount_minor: 500, currency: 'USD', direction: 'in' },
      is_test: true,
      idempotency_key: 'stripe:evt_1',
      mapping: 'exact',
    })
  })

  test.each([
    [
      stripe('charge.refunded', { id: 'ch_1', amount: 900, amount_refunded: 300, currency: 'eur' }),
      { amount_minor: 300, currency: 'EUR', direction: 'refund' },
    ],
    [
      stripe('payment_intent.succeeded', { id: 'pi', amount: 1200, currency: 'jpy' }),
      { amount_minor: 1200, currency: 'JPY', direction: 'in' },
    ],
    [
      stripe('payout.paid', { id: 'po', amount: 5, currency: 'usd' }),
      { amount_minor: 5, currency: 'USD', direction: 'out' },
    ],
    [
      stripe('payment_intent.succeeded', { id: 'pi', amount: 1000, amount_received: 600, currency: 'usd' }),
      { amount_minor: 600, currency: 'USD', direction: 'in' },
    ],
    [
      stripe('invoice.payment_failed', { id: 'in', amount_paid: 0, amount_due: 2900, currency: 'usd' }),
      { amount_minor: 2900, currency: 'USD', direction: 'in' },
    ],
    [
      stripe('invoice.paid', { id: 'in', amount_paid: 2900, amount_due: 2900, currency: 'usd' }),
      { amount_minor: 2900, currency: 'USD', direction: 'in' },
    ],
    [
      {
        payload: {
          id: 'WH-2',
          event_type: 'CHECKOUT.ORDER.APPROVED',
          resource: { id: 'o', purchase_units: [{ amount: { value: '12.50', currency_code: 'EUR' } }] },
        },
      },
      { amount_minor: 1250, currency: 'EUR', direction: 'in' },
    ],
    [stripe('customer.created', { id: 'cus' }), null],
    [
      { headers: { 'X-Shopify-Topic': 'orders/paid' }, payload: { id: 1, total_price: '19.90', currency: 'EUR' } },
      { amount_minor: 1990, currency: 'EUR', direction: 'in' },
    ],
    [
      { headers: { 'X-Shopify-Topic': 'orders/paid' }, payload: { id: 1, total_price: '1200.00', currency: 'JPY' } },
      { amount_minor: 1200, currency: 'JPY', direction: 'in' },
    ],
    [
      { headers: { 'X-Shopify-Topic': 'orders/paid' }, payload: { id: 1, total_price: '1.2345', currency: 'KWD' } },
      null,
    ],
    [
      {
        headers: { 'X-Shopify-Topic': 'refunds/create' },
        payload: { id: 1, transactions: [{ amount: '5.00', currency: 'USD' }] },
      },
      { amount_minor: 500, currency: 'USD', direction: 'refund' },
    ],
    [
      {
        payload: {
          event_type: 'PAYMENT.CAPTURE.COMPLETED',
          resource: { id: 'c', amount: { value: '0.07', currency_code: 'USD' } },
        },
      },
      { amount_minor: 7, currency: 'USD', direction: 'in' },
    ],
    [
      {
        payload: {
          merchant_id: 'M',
          event_id: 'e',
          type: 'payment.updated',
          data: {
            id: 'p',
            object: { payment: { status: 'COMPLETED', amount_money: { amount: 250, currency: 'GBP' } } },
          },
        },
      },
      { amount_minor: 250, currency: 'GBP', direction: 'in' },
    ],
    [
      { payload: { success: true, transaction: '0xabc', network: 'eip155:8453', amount: '10000', asset: 'USDC' } },
      { amount_minor: 10_000, currency: 'USDC', direction: 'in' },
    ],
  ])('reads the money of %j in minor units', async (input, money) => {
    expect(await run(input)).toHaveProperty('money', money)
  })

  test.each([
    [
      {
        headers: { 'X-GitHub-Event': 'pull_request', 'X-GitHub-Delivery': 'd1' },
        payload: {
          action: 'closed',
          pull_request: { id: 5, merged: true, updated_at: '2024-01-01T00:00:00Z' },
          sender: { login: 'ann' },
        },
      },
      'github',
      'pull_request.merged',
      'exact',
      { kind: 'pull_request', id: '5' },
    ],
    [
      {
        headers: { 'x-github-event': 'push' },
        payload: { ref: 'refs/heads/main', head_commit: { timestamp: '2024-01-01T00:00:00+01:00' } },
      },
      'github',
      'code.pushed',
      'partial',
      { kind: 'ref', id: 'refs/heads/main' },
    ],
    [
      {
        headers: { 'x-github-event': 'issue_comment' },
        payload: { action: 'created', comment: { id: 7 }, issue: { id: 6 } },
      },
      'github',
      'comment.created',
      'partial',
      { kind: 'comment', id: '7' },
    ],
    [
      { headers: { 'x-github-event': 'discussion' }, payload: { action: 'labeled', discussion: { id: 3 } } },
      'github',
      'github.discussion.labeled',
      'passthrough',
      { kind: 'discussion', id: '3' },
    ],
    [
      { headers: { 'x-github-event': 'constructor' }, payload: {} },
      'github',
      'github.constructor',
      'passthrough',
      { kind: 'constructor', id: null },
    ],
    [
      {
        headers: { 'x-shopify-topic': 'products/update', 'x-shopify-webhook-id': 'w', 'x-shopify-test': 'true' },
        payload: { id: 8, updated_at: '2024-01-01T00:00:00-05:00' },
      },
      'shopify',
      'product.updated',
      'exact',
      { kind: 'product', id: '8' },
    ],
    [
      {
        payload: {
          type: 'event_callback',
          event_id: 'Ev1',
          event_time: 1_700_000_000,
          event: { type: 'app_mention', user: 'U1', ts: '1700000000.000100' },
        },
      },
      'slack',
      'message.mentioned',
      'exact',
      { kind: 'app_mention', id: '1700000000.000100' },
    ],
    [
      {
        payload:
          'command=%2Fdeploy&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fx&user_id=U1&channel_id=C1&trigger_id=1.2',
      },
      'slack',
      'command.invoked',
      'partial',
      { kind: null, id: 'C1' },
    ],
    [
      { payload: 'AccountSid=AC1&MessageSid=SM1&MessageStatus=delivered&From=%2B4712345' },
      'twilio',
      'message.delivered',
      'partial',
      { kind: 'message', id: 'SM1' },
    ],
    [
      { payload: '[{"sg_event_id":"sg1","event":"bounce","timestamp":1700000000,"sg_message_id":"m1"}]' },
      'twilio',
      'email.bounced',
      'exact',
      { kind: 'email', id: 'm1' },
    ],
    [
      {
        headers: { 'Linear-Event': 'Issue' },
        payload: {
          action: 'create',
          type: 'Issue',
          createdAt: '2024-01-01T00:00:00.000Z',
          webhookId: 'w1',
          data: { id: 'i1' },
        },
      },
      'linear',
      'issue.opened',
      'exact',
      { kind: 'Issue', id: 'i1' },
    ],
    [
      {
        headers: { 'webhook-id': 'msg_1' },
        payload: { type: 'user.created', timestamp: '2024-01-01T00:00:00Z', data: { id: 'u1' } },
      },
      'svix',
      'svix.user.created',
      'passthrough',
      { kind: null, id: 'u1' },
    ],
    [
      { headers: { 'ce-id': '9', 'ce-type': 'com.example.done' }, payload: {} },
      'generic',
      'generic.com.example.done',
      'passthrough',
      { kind: null, id: null },
    ],
  ])('maps %j to %s %s', async (input, provider, type, mapping, subject) => {
    expect(await run(input)).toMatchObject({ provider, event: { type, subject }, mapping })
  })

  test('refuses a list that is no text, as no body of a webhook is one', async () => {
    const payload = [{ sg_event_id: 'sg1', event: 'bounce', timestamp: 1_700_000_000, sg_message_id: 'm1' }]
    await expect(run({ payload })).rejects.toThrow('expected')
  })

  test('answers the question Slack asks before it delivers', async () => {
    expect(await run({ payload: { type: 'url_verification', challenge: 'abc' } })).toMatchObject({
      provider: 'slack',
      challenge: { kind: 'slack_url_verification', respond_with: 'abc' },
      event: { type: 'webhook.verification' },
    })
  })

  test('answers the question Event Grid asks', async () => {
    expect(await run({ payload: { eventType: 'x', data: { validationCode: '12' } } })).toMatchObject({
      challenge: { kind: 'event_grid_validation', respond_with: '{"validationResponse":"12"}' },
    })
  })

  test('without an id the key is the digest of the body, and of its canonical form when the bytes are lost', async () => {
    expect(await run({ payload: '{"b":1}' })).toHaveProperty('idempotency_key', sha256Hex('{"b":1}'))
    const [one, other] = [await run({ payload: { a: 1, b: 2 } }), await run({ payload: { b: 2, a: 1 } })]
    expect(one).toEqual({ ...Object(other), data: { a: 1, b: 2 } })
  })

  test('hands on the provider object unchanged and names what it did not use', async () => {
    const object = { id: 'in_1', lines: [{ __proto__x: 1 }], nested: { a: null } }
    expect(await run(stripe('invoice.paid', object, { pending_webhooks: 1 }))).toMatchObject({
      data: object,
      unmapped: ['object', 'pending_webhooks'],
    })
  })
})

describe('webhook-normalize: signature', () => {
  const at = '2023-11-14T22:13:50Z'
  const seconds = '1700000000'
  const body = '{"id":"evt_1"}'
  const mac = (secret: string | Buffer, text: string, how: 'hex' | 'base64' = 'hex', by = 'sha256') =>
    createHmac(by, secret).update(text).digest(how)
  const whsec = Buffer.from('a secret of thirty-two bytes....').toString('base64')

  test('holds for the vector of the GitHub documentation', async () => {
    const answer = await run({
      headers: {
        'X-Hub-Signature-256': 'sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17',
        'X-GitHub-Event': 'ping',
      },
      payload: 'Hello, World!',
      secret: "It's a Secret to Everybody",
    })
    expect(answer).toMatchObject({ signature: { checked: true, valid: true, reason: null }, is_test: true })
    expect(JSON.stringify(answer)).not.toContain('Everybody')
  })

  test.each([
    ['stripe', { 'Stripe-Signature': `t=${seconds},v1=${'0'.repeat(64)},v1=${mac('s', `${seconds}.${body}`)}` }, 's'],
    ['github', { 'X-Hub-Signature': `sha1=${mac('s', body, 'hex', 'sha1')}` }, 's'],
    ['shopify', { 'X-Shopify-Hmac-Sha256': mac('s', body, 'base64') }, 's'],
    [
      'slack',
      { 'X-Slack-Signature': `v0=${mac('s', `v0:${seconds}:${body}`)}`, 'X-Slack-Request-Timestamp': seconds },
      's',
    ],
    [
      'svix',
      {
        'webhook-id': 'm1',
        'webhook-timestamp': seconds,
        'webhook-signature': `v1,AAAA v1,${mac(Buffer.from(whsec, 'base64'), `m1.${seconds}.${body}`, 'base64')}`,
      },
      `whsec_${whsec}`,
    ],
    [
      'svix',
      {
        'svix-id': 'm1',
        'svix-timestamp': seconds,
        'svix-signature': `v1,${mac(Buffer.from(whsec, 'base64'), `m1.${seconds}.${body}`, 'base64')}`,
      },
      `whsec_${whsec}`,
    ],
    ['square', { 'x-square-hmacsha256-signature': mac('s', `https://me.example/hook${body}`, 'base64') }, 's'],
    ['linear', { 'linear-signature': mac('s', body) }, 's'],
    ['generic', { 'X-Signature': `sha512=${'0'.repeat(128)},sha512=${mac('s', body, 'hex', 'sha512')}` }, 's'],
    ['generic', { 'X-Webhook-Signature': mac('s', body, 'hex', 'sha1') }, 's'],
  ])('of %s holds, and not for another body, secret or hour', async (provider, headers, secret) => {
    const input = { provider, headers, secret, payload: body, now: at, url: 'https://me.example/hook' }
    expect(await run(input)).toMatchObject({ provider, signature: { checked: true, valid: true, reason: null } })
    expect(await run({ ...input, payload: `${body}\n` })).toMatchObject({
      signature: { valid: false, reason: 'mismatch', diagnosis: expect.arrayContaining(['trailing_newline']) },
    })
    expect(await run({ ...input, secret: whsec.toUpperCase() })).toMatchObject({
      signature: { valid: false, reason: 'mismatch' },
    })
    const timed = ['stripe', 'slack', 'svix'].includes(provider)
    expect(await run({ ...input, now: '2023-11-15T00:00:00Z' })).toMatchObject({
      signature: { valid: !timed, reason: timed ? 'outside_tolerance' : null, timestamp_age_s: timed ? 6_400 : null },
    })
  })

  test('of Linear is refused when the time in its body is old', async () => {
    const old = JSON.stringify({ type: 'Issue', action: 'create', webhookTimestamp: 1_600_000_000_000 })
    expect(
      await run({ headers: { 'linear-signature': mac('s', old) }, payload: old, secret: 's', now: at }),
    ).toMatchObject({
      signature: { valid: false, reason: 'outside_tolerance' },
    })
  })

  test('of Twilio covers the address and the sorted fields, or the digest of a JSON body', async () => {
    const url = 'https://me.example/sms?x=1'
    const headers = { 'X-Twilio-Signature': mac('s', `${url}AccountSidAC1BodyhiFrom+47`, 'base64', 'sha1') }
    const input = { headers, secret: 's', payload: 'From=%2B47&Body=hi&AccountSid=AC1' }
    expect(await run({ ...input, url })).toMatchObject({ signature: { valid: true } })
    expect(await run({ ...input, url: `${url}2` })).toMatchObject({ signature: { valid: false } })
    expect(await run(input)).toMatchObject({ signature: { checked: false, reason: 'url_required' } })
    const jsonUrl = `https://me.example/x?bodySHA256=${sha256Hex(body)}`
    const json = { headers: { 'X-Twilio-Signature': mac('s', jsonUrl, 'base64', 'sha1') }, secret: 's', url: jsonUrl }
    expect(await run({ ...json, payload: body })).toMatchObject({ signature: { valid: true } })
    expect(await run({ ...json, payload: '{"id":"evt_2"}' })).toMatchObject({ signature: { valid: false } })
  })

  test('of SendGrid is checked with its public key', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const headers = {
      'X-Twilio-Email-Event-Webhook-Signature': createSign('sha256')
        .update(`${seconds}${body}`)
        .sign(privateKey, 'base64'),
      'X-Twilio-Email-Event-Webhook-Timestamp': seconds,
    }
    const secret = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    expect(await run({ headers, payload: body, secret, now: at })).toMatchObject({
      signature: { scheme: 'sendgrid-ecdsa', valid: true },
    })
    expect(await run({ headers, payload: `${body} `, secret, now: at })).toMatchObject({
      signature: { valid: false, reason: 'mismatch' },
    })
    expect(await run({ headers, payload: body, secret })).toMatchObject({
      signature: { valid: false, reason: 'outside_tolerance' },
    })
    expect(await run({ headers, payload: body, secret: 'no key' })).toMatchObject({
      signature: { checked: false, reason: 'key_unreadable' },
    })
  })

  test.each([
    [{ payload: { id: 1 }, headers: { 'stripe-signature': 't=1,v1=a' }, secret: 's' }, 'raw_body_required'],
    [{ payload: '{}', headers: { 'stripe-signature': 't=1,v1=a' } }, 'secret_required'],
    [{ payload: '{}', provider: 'stripe', secret: 's' }, 'no_signature'],
    [{ payload: '{}', headers: { 'paypal-transmission-sig': 'x' }, secret: 's' }, 'certificate_required'],
    [{ payload: '{}', headers: { 'x-slack-signature': 'v0=aa' }, secret: 's' }, 'header_missing'],
  ])('of %j is not taken for good: %s', async (input, reason) => {
    expect(await run(input)).not.toMatchObject({ signature: { valid: true } })
    expect(await run(input)).toMatchObject({ signature: { reason } })
  })
})

test.each(['Tue, 20 Jan 2026 10:00:00', 'January 20, 2026 10:00', 'Tue, 20 Jan 2026 11:00:00 +0100'])(
  'webhook-normalize: the time %j is the same whatever the clock of the machine is set to',
  async (time) => {
    const { TZ } = process.env
    process.env['TZ'] = 'Asia/Tokyo'
    try {
      expect(await run({ payload: { id: 'WH-1', event_type: 'X.Y', resource: {}, create_time: time } })).toMatchObject({
        event: { occurred_at: '2026-01-20T10:00:00.000Z' },
      })
    } finally {
      if (TZ === undefined) delete process.env['TZ']
      else process.env['TZ'] = TZ
    }
  },
)

describe('webhook-normalize: rules', () => {
  test('every provider has its rule, every type a known provider, and at least 60 types are told apart', () => {
    expect([...PROVIDER_RULES.map(({ provider }) => provider), 'generic'].toSorted()).toEqual([...PROVIDERS].toSorted())
    const types = new Set(Object.values(EVENT_TYPES).flatMap((table) => Object.values(table)))
    expect(types.size).toBeGreaterThanOrEqual(60)
    for (const type of types) expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/)
  })
})

describe('webhook-normalize: strange input', () => {
  test('refuses a payload nested too deep before any charge', () => {
    let payload: unknown = 1
    for (let depth = 0; depth < 200; depth += 1) payload = { payload }
    expect(() => webhookNormalize.check?.({ payload: { payload } })).toThrow(Refusal)
  })

  test('answers whatever it is sent', async () => {
    const header = fc.constantFrom(
      'stripe-signature',
      'x-github-event',
      'x-shopify-topic',
      'x-slack-signature',
      'x-slack-request-timestamp',
      'x-twilio-signature',
      'webhook-signature',
      'webhook-id',
      'webhook-timestamp',
      'linear-signature',
      'x-signature',
    )
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.string({ maxLength: 80 }),
          fc.json({ maxDepth: 3 }),
          fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), { maxKeys: 5 }),
        ),
        fc.dictionary(header, fc.oneof(fc.string({ maxLength: 80 }), fc.jsonValue({ maxDepth: 1 })), { maxKeys: 4 }),
        fc.constantFrom('auto', ...PROVIDERS),
        async (payload, headers, provider) => {
          const answer = await run({ payload, headers, provider, secret: 's', url: 'https://me.example/' })
          expect(answer).not.toMatchObject({ signature: { valid: true } })
          expect(await run({ payload, headers, provider, secret: 's', url: 'https://me.example/' })).toEqual(answer)
        },
      ),
      { numRuns: 200 },
    )
  })
})
