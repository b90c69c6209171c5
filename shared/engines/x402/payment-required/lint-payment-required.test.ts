import { decodePaymentRequiredHeader } from '@x402/core/http'
import { isPaymentRequired } from '@x402/core/schemas'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import {
  baseAccept,
  base64,
  goodDocument,
  solanaAccept,
  SOLANA_PAYEE,
  USDC_BASE,
} from '#test/support/fakes/payment-documents.ts'

import { lintPaymentRequired } from './lint-payment-required.ts'
import { paymentRequiredRules } from './payment-required.rules.ts'

const lint = (body: unknown, more: Parameters<typeof lintPaymentRequired>[0] = {}) =>
  // Safe: what a caller may send.
  lintPaymentRequired({ body: body as Record<string, unknown>, ...more })
const codesOf = ({ findings }: ReturnType<typeof lint>) => findings.map(({ code }) => code)
const errorsOf = (verdict: ReturnType<typeof lint>) =>
  verdict.findings.filter(({ severity }) => severity === 'error').map(({ code }) => code)
const one = (changes: Record<string, unknown>, base: (changes: Record<string, unknown>) => unknown = baseAccept) =>
  goodDocument({ accepts: [base(changes)] })

const v1 = (changes: Record<string, unknown> = {}, accept: Record<string, unknown> = {}) => {
  const { amount, ...rest } = baseAccept({ network: 'base' })
  const entry = {
    ...rest,
    maxAmountRequired: amount,
    resource: 'https://api.example.com/search',
    description: 'Searches.',
    mimeType: 'application/json',
    ...accept,
  }
  return { x402Version: 1, error: 'X-PAYMENT header is required', accepts: [entry], ...changes }
}

test('a document without a fault is go, on both networks', () => {
  const verdict = lint(goodDocument())
  expect(verdict).toMatchObject({ valid: true, decision: 'go', x402_version: 2, carrier: 'body', findings: [] })
  expect(
    verdict.accepts.map(({ asset_symbol, amount_human, payable }) => [asset_symbol, amount_human, payable]),
  ).toEqual([
    ['USDC', '0.02', true],
    ['USDC', '0.02', true],
  ])
  expect(verdict.min_price).toEqual({ index: 0, amount_human: '0.02', asset_symbol: 'USDC' })
})

describe('a finding', () => {
  test.each([
    ['PR_NETWORK_NOT_CAIP2', { network: 'base' }, '/accepts/0/network', 'eip155:8453'],
    ['PR_NETWORK_MALFORMED', { network: 'eip155:base' }, '/accepts/0/network', 'eip155:<chain id>'],
    ['PR_AMOUNT_NOT_ATOMIC', { amount: 0.02 }, '/accepts/0/amount', '20000'],
    ['PR_AMOUNT_NOT_ATOMIC', { amount: '0.02' }, '/accepts/0/amount', '20000'],
    ['PR_AMOUNT_NOT_ATOMIC', { amount: '$0.02' }, '/accepts/0/amount', '20000'],
    ['PR_AMOUNT_NOT_ATOMIC', { amount: 20_000 }, '/accepts/0/amount', '20000'],
    ['PR_AMOUNT_NOT_ATOMIC', { amount: '020000' }, '/accepts/0/amount', '20000'],
    ['PR_AMOUNT_ZERO', { amount: '0' }, '/accepts/0/amount', null],
    ['PR_ADDRESS_MALFORMED', { payTo: '0x12' }, '/accepts/0/payTo', null],
    ['PR_ADDRESS_OTHER_FAMILY', { payTo: SOLANA_PAYEE }, '/accepts/0/payTo', null],
    ['PR_PAYTO_ZERO', { payTo: `0x${'0'.repeat(40)}` }, '/accepts/0/payTo', null],
    ['PR_PAYTO_BURN', { payTo: '0x000000000000000000000000000000000000dEaD' }, '/accepts/0/payTo', null],
    ['PR_PAYTO_IS_ASSET', { payTo: USDC_BASE.toLowerCase() }, '/accepts/0/payTo', null],
    ['PR_ASSET_ZERO', { asset: `0x${'0'.repeat(40)}` }, '/accepts/0/asset', null],
    ['PR_EIP712_DOMAIN', { extra: { name: 'USDC', version: '2' } }, '/accepts/0/extra/name', 'USD Coin'],
    ['PR_EIP712_DOMAIN', { extra: { name: 'USD Coin', version: '1' } }, '/accepts/0/extra/version', '2'],
    ['PR_FIELD_MISSING', { maxTimeoutSeconds: undefined }, '/accepts/0/maxTimeoutSeconds', '60'],
  ])('%s is an error for %j', (code, changes, path, fix) => {
    const verdict = lint(JSON.parse(JSON.stringify(one(changes))))
    expect(verdict.findings).toContainEqual(expect.objectContaining({ code, severity: 'error', path }))
    expect(verdict.findings.find((finding) => finding.code === code)?.fix ?? null).toBe(fix)
    expect(verdict).toMatchObject({ decision: 'no-go', min_price: null, accepts: [{ payable: false }] })
  })

  test.each([
    ['PR_ADDRESS_CHECKSUM', { payTo: '0x209693bC6afc0C5328bA36FaF03C514EF312287C' }],
    ['PR_EIP712_DOMAIN_MISSING', { extra: {} }],
    ['PR_EIP712_DOMAIN_TYPE', { extra: { name: 'USD Coin', version: 2 } }],
    ['PR_TIMEOUT_UNUSUAL', { maxTimeoutSeconds: 5 }],
    ['PR_TIMEOUT_UNUSUAL', { maxTimeoutSeconds: 7_200 }],
    ['PR_SCHEME_UNKNOWN', { scheme: 'subscription' }],
    ['PR_WRONG_VERSION_FIELD', { maxAmountRequired: '20000' }],
    ['PR_PAYMENT_FLOW_UNKNOWN', { extra: { name: 'USD Coin', version: '2', paymentFlow: 'later' } }],
    ['PR_TRANSFER_METHOD_UNKNOWN', { extra: { assetTransferMethod: 'pigeon' } }],
  ])('%s is a warning for %j', (code, changes) => {
    expect(lint(one(changes)).findings).toContainEqual(expect.objectContaining({ code, severity: 'warning' }))
  })

  test('about the EIP-712 domain is an error for tokens nobody knows, and none for Permit2', () => {
    const asset = '0x1111111111111111111111111111111111111111'
    expect(errorsOf(lint(one({ asset, extra: {} })))).toContain('PR_EIP712_DOMAIN_MISSING')
    expect(codesOf(lint(one({ asset, extra: { assetTransferMethod: 'permit2' } })))).not.toContain(
      'PR_EIP712_DOMAIN_MISSING',
    )
  })

  test('tells the USDC of another chain, and where it belongs', () => {
    const verdict = lint(one({ network: 'eip155:84532' }))
    expect(verdict.findings).toContainEqual(
      expect.objectContaining({ code: 'PR_ASSET_NETWORK_MISMATCH', fix: expect.stringContaining('eip155:8453') }),
    )
  })

  test.each([
    ['PR_SVM_FEE_PAYER_MISSING', { extra: {} }],
    ['PR_SVM_FEE_PAYER_MALFORMED', { extra: { feePayer: '0x12' } }],
    ['PR_SVM_MEMO', { extra: { feePayer: SOLANA_PAYEE, memo: 'ü'.repeat(129) } }],
    ['PR_ADDRESS_OTHER_FAMILY', { asset: USDC_BASE }],
    ['PR_PAYTO_ZERO', { payTo: '1'.repeat(32) }],
    ['PR_PAYTO_BURN', { payTo: '1nc1nerator11111111111111111111111111111111' }],
  ])('%s is an error on Solana for %j', (code, changes) => {
    expect(errorsOf(lint(one(changes, solanaAccept)))).toContain(code)
  })

  test('about a duplicate names the first one', () => {
    const verdict = lint(goodDocument({ accepts: [baseAccept(), solanaAccept(), baseAccept()] }))
    expect(verdict.findings).toContainEqual(
      expect.objectContaining({
        code: 'PR_ACCEPTS_DUPLICATE',
        path: '/accepts/2',
        message: expect.stringContaining('accepts[0]'),
      }),
    )
  })

  test('about the resource is a warning, and local addresses may be plain http', () => {
    const withUrl = (url: string) => codesOf(lint(goodDocument({ resource: { url } })))
    expect(withUrl('http://api.example.com/x')).toContain('PR_RESOURCE_NOT_HTTPS')
    expect(withUrl('http://127.0.0.1:8402/x')).not.toContain('PR_RESOURCE_NOT_HTTPS')
    expect(withUrl('search')).toContain('PR_RESOURCE_URL')
    expect(withUrl('mcp://tool/search')).toEqual([])
    expect(codesOf(lint(goodDocument(), { expectUrl: 'https://api.example.com/search/?q=1' }))).toEqual([])
    expect(codesOf(lint(goodDocument(), { expectUrl: 'https://api.example.com/other' }))).toContain(
      'PR_RESOURCE_MISMATCH',
    )
    expect(
      codesOf(lint(goodDocument({ resource: { url: 'https://a.test/r', description: 'x'.repeat(501) } }))),
    ).toContain('PR_DESCRIPTION_TOO_LONG')
  })

  test('counts as an error with strict when it is a warning', () => {
    expect(lint(one({ maxTimeoutSeconds: 5 }))).toMatchObject({ decision: 'review', valid: true })
    expect(lint(one({ maxTimeoutSeconds: 5 }), { strict: true })).toMatchObject({ decision: 'no-go', valid: false })
  })
})

describe('extensions', () => {
  const withExtension = (extension: unknown) => codesOf(lint(goodDocument({ extensions: { bazaar: extension } })))

  test('are judged by their own schema', () => {
    const schema = { type: 'object', properties: { input: { type: 'object' } }, required: ['input'] }
    expect(withExtension({ info: { input: {} }, schema })).toEqual([])
    expect(withExtension({ info: {}, schema })).toEqual(['PR_EXTENSION_INFO'])
    expect(withExtension({ info: {} })).toEqual(['PR_EXTENSION_SHAPE'])
    expect(withExtension({ info: {}, schema: { type: 'nonsense' } })).toEqual(['PR_EXTENSION_SCHEMA'])
  })

  test('are never fetched and never keep a lint from ending', () => {
    expect(withExtension({ info: {}, schema: { $ref: 'https://example.com/schema.json' } })).toEqual([
      'PR_EXTENSION_SCHEMA',
    ])
    const loop = { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }
    expect(withExtension({ info: {}, schema: loop })).toEqual(['PR_EXTENSION_SCHEMA'])
    expect(
      withExtension({ info: { a: 'x'.repeat(5_000) }, schema: { properties: { a: { pattern: '^(a+)+$' } } } }),
    ).toContain('PR_EXTENSION_INFO')
  })
})

describe('version 1', () => {
  test('is valid with names of networks and its resource inside accepts', () => {
    expect(lint(v1())).toMatchObject({ valid: true, decision: 'go', x402_version: 1 })
    expect(codesOf(lint(v1()))).toEqual(['PR_V1_LEGACY'])
  })

  test.each([
    ['PR_V1_NETWORK', { network: 'eip155:8453' }],
    ['PR_V1_NETWORK', { network: 'arbitrum' }],
    ['PR_FIELD_MISSING', { description: undefined }],
    ['PR_AMOUNT_NOT_ATOMIC', { maxAmountRequired: 20_000 }],
    ['PR_WRONG_VERSION_FIELD', { maxAmountRequired: undefined, amount: '20000' }],
  ])('%s is an error for %j', (code, accept) => {
    expect(errorsOf(lint(JSON.parse(JSON.stringify(v1({}, accept)))))).toContain(code)
  })

  test('is told by its fields when it does not say so', () => {
    const { x402Version: _, ...silent } = v1()
    expect(lint(silent)).toMatchObject({ x402_version: 1, decision: 'no-go' })
    expect(errorsOf(lint(silent))).toContain('PR_VERSION_MISSING')
  })
})

describe('what carries it', () => {
  const header = (value: string, more: Record<string, unknown> = {}) => ({
    headers: {
      'Payment-Required': value,
      'cache-control': 'no-store',
      'access-control-expose-headers': 'PAYMENT-REQUIRED',
      ...more,
    },
  })

  test('may be the header alone, or header and body from one object', () => {
    expect(lint(undefined, header(base64(goodDocument())))).toMatchObject({ carrier: 'header', decision: 'go' })
    expect(lint(goodDocument(), header(base64(goodDocument())))).toMatchObject({ carrier: 'both', decision: 'go' })
    const extended = { ...goodDocument(), code: 'payment_required', alternatives: {} }
    expect(codesOf(lint(extended, header(base64(goodDocument()))))).toEqual(['PR_BODY_EXTRA_FIELDS'])
    expect(codesOf(lint({}, header(base64(goodDocument()))))).toEqual(['PR_BODY_NOT_PAYMENT'])
    expect(codesOf(lint('<html>', header(base64(goodDocument()))))).toEqual(['PR_BODY_NOT_PAYMENT'])
    expect(codesOf(lint(v1(), header(base64(goodDocument()))))).toEqual(['PR_BODY_V1_BESIDE_HEADER'])
  })

  test.each([
    ['PR_HEADER_BODY_MISMATCH', goodDocument({ accepts: [solanaAccept()] }), header(base64(goodDocument()))],
    ['PR_HEADER_BODY_MISMATCH', goodDocument({ error: 'Another' }), header(base64(goodDocument()))],
    [
      'PR_HEADER_BODY_MISMATCH',
      goodDocument({ extensions: { bazaar: { info: 1 } } }),
      header(base64(goodDocument({ extensions: { bazaar: { info: 2 } } }))),
    ],
    ['PR_V2_HEADER_MISSING', goodDocument(), { headers: { 'content-type': 'application/json' } }],
    ['PR_HEADER_UNDECODABLE', undefined, header('!!!')],
    ['PR_HEADER_NOT_BASE64', undefined, header(JSON.stringify(goodDocument()))],
    ['PR_BODY_NOT_JSON', '<html>402</html>', {}],
    ['PR_EMPTY', {}, {}],
    ['PR_BARE_ACCEPT', baseAccept(), {}],
    ['PR_NOT_OBJECT', '[1]', {}],
    ['PR_ACCEPTS_EMPTY', goodDocument({ accepts: [] }), {}],
  ])('%s is an error', (code, body, more) => {
    expect(errorsOf(lint(body, more))).toContain(code)
  })

  test('a header that shortens the error and leaves out schemas is no mismatch', () => {
    const inBody = {
      error: 'A long reason why',
      extensions: { bazaar: { info: { input: {} }, schema: { type: 'object' } } },
    }
    const inHeader = { error: 'A long…', extensions: { bazaar: { info: { input: {} } } } }
    expect(codesOf(lint(goodDocument(inBody), header(base64(goodDocument(inHeader)))))).not.toContain(
      'PR_HEADER_BODY_MISMATCH',
    )
  })

  test('is base64url only by mistake', () => {
    const text = Buffer.from(JSON.stringify(goodDocument({ error: '>>>???>>>' }))).toString('base64url')
    expect(text).toMatch(/[-_]/)
    expect(() => decodePaymentRequiredHeader(text)).toThrow('Invalid payment required header')
    expect(errorsOf(lint(undefined, header(text)))).toEqual(['PR_HEADER_BASE64URL'])
  })

  test('may be too large, cacheable, hidden from browsers, or sent twice', () => {
    const large = base64(
      goodDocument({ extensions: { a: { info: { x: 'x'.repeat(7_000) }, schema: { type: 'object' } } } }),
    )
    expect(codesOf(lint(undefined, header(large)))).toEqual(['PR_HEADER_OVER_SOFT'])
    const huge = base64(
      goodDocument({ extensions: { a: { info: { x: 'x'.repeat(14_000) }, schema: { type: 'object' } } } }),
    )
    expect(codesOf(lint(undefined, header(huge)))).toEqual(['PR_HEADER_OVER_HARD'])
    expect(codesOf(lint(undefined, { headers: { 'payment-required': [base64(goodDocument()), 'x'] } }))).toEqual(
      ['PR_HEADER_REPEATED', 'PR_NOT_EXPOSED', 'PR_CACHEABLE'].toSorted((a, b) =>
        a === 'PR_HEADER_REPEATED' ? -1 : b === 'PR_HEADER_REPEATED' ? 1 : 0,
      ),
    )
  })

  test('nested deeper than 100 levels is a finding', () => {
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`
    expect(errorsOf(lint(deep))).toEqual(['PR_TOO_DEEP'])
  })
})

test('the digest is that of the document, however it was carried', () => {
  const bare = lint(goodDocument())
  expect(lint(JSON.stringify(goodDocument(), null, 2)).input_digest).toBe(bare.input_digest)
  expect(lint(undefined, { headers: { 'payment-required': base64(goodDocument()) } }).input_digest).toBe(
    bare.input_digest,
  )
  expect(lint('{"x":"\\ud800"}').input_digest).toMatch(/^[0-9a-f]{64}$/)
})

describe('against the reference schemas (@x402/core 2.27.0)', () => {
  const layerOf = (code: string) => (paymentRequiredRules as Record<string, { layer: string }>)[code]?.layer
  const text = fc.oneof(
    fc.constantFrom('exact', 'eip155:8453', 'base', '20000', USDC_BASE, SOLANA_PAYEE, ''),
    fc.string({ maxLength: 8 }),
  )
  const odd = fc.oneof(fc.constantFrom(null, 0, -1, 1, 60, true, [], {}), text)
  const accept = fc.record(
    {
      scheme: odd,
      network: odd,
      amount: odd,
      maxAmountRequired: odd,
      asset: odd,
      payTo: odd,
      maxTimeoutSeconds: odd,
      extra: odd,
      resource: odd,
      description: odd,
      mimeType: odd,
      outputSchema: odd,
    },
    { requiredKeys: [] },
  )
  /** Mostly right documents with single faults: where a schema and a lint could part. */
  const mended = fc
    .tuple(fc.constantFrom(goodDocument(), v1()), accept, fc.boolean())
    .map(([document, changes, whole]) => {
      const [name, value] = Object.entries(changes)[0] ?? ['extra', null]
      return { ...document, accepts: [whole ? changes : { ...document.accepts[0], [name]: value }] }
    })
  const resource = fc.record(
    { url: odd, description: odd, mimeType: odd, serviceName: odd, tags: odd, iconUrl: odd },
    { requiredKeys: [] },
  )
  const document = fc.oneof(
    mended,
    fc
      .tuple(fc.oneof(resource, odd), odd, odd, odd)
      .map(([given, error, extensions, version]) =>
        goodDocument({ resource: given, error, extensions, x402Version: version }),
      ),
    fc.record({ x402Version: odd, accepts: fc.oneof(odd, fc.array(accept, { maxLength: 2 })) }, { requiredKeys: [] }),
    fc.jsonValue(),
  )

  test('what they refuse is an error, and what they accept is none beyond the documented differences', () => {
    fc.assert(
      fc.property(document, (any) => {
        const body = JSON.parse(JSON.stringify(any)) as unknown
        const found = lintPaymentRequired({ body: JSON.stringify(body) })
        const errors = errorsOf(found)
        const isAccepted = isPaymentRequired(body)
        const isRight = isAccepted ? errors.every((code) => layerOf(code) === 'protocol') : errors.length > 0
        expect(isRight, `${errors.join()} of ${JSON.stringify(body)}`).toBe(true)
      }),
      { numRuns: 600 },
    )
  })

  test('the differences are these', () => {
    const rules = Object.entries(paymentRequiredRules).filter(
      ([, { layer, severity }]) => layer === 'protocol' && severity === 'error',
    )
    expect(rules.map(([code]) => code).toSorted()).toEqual(
      [
        'PR_WRONG_VERSION_FIELD',
        'PR_NETWORK_MALFORMED',
        'PR_V1_NETWORK',
        'PR_AMOUNT_NOT_ATOMIC',
        'PR_AMOUNT_ZERO',
        'PR_ADDRESS_MALFORMED',
        'PR_ADDRESS_OTHER_FAMILY',
        'PR_PAYTO_ZERO',
        'PR_PAYTO_BURN',
        'PR_PAYTO_IS_ASSET',
        'PR_ASSET_ZERO',
        'PR_ASSET_NETWORK_MISMATCH',
        'PR_EIP712_DOMAIN_MISSING',
        'PR_EIP712_DOMAIN',
        'PR_SVM_FEE_PAYER_MISSING',
        'PR_SVM_FEE_PAYER_MALFORMED',
        'PR_SVM_MEMO',
      ].toSorted(),
    )
  })
})

test('any body and any headers are judged, whatever they are', () => {
  const headers = fc.dictionary(
    fc.constantFrom('payment-required', 'PAYMENT-REQUIRED', 'cache-control', 'x'),
    fc.oneof(fc.string(), fc.jsonValue()),
  )
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.object()), headers, (body, given) => {
      // Safe: what a caller may send.
      const { findings, decision } = lintPaymentRequired({ body: body as Record<string, unknown>, headers: given })
      expect(['go', 'review', 'no-go']).toContain(decision)
      for (const { message, fix } of findings) expect(`${message}${fix}`).not.toMatch(/\{\w+\}/)
    }),
    { numRuns: 200 },
  )
})
