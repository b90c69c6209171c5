import type { ZodOpenApiComponentsObject, ZodOpenApiResponseObject } from 'zod-openapi'

import { ErrorAnswer, HttpValidationError } from './error-answer.ts'
import { AcceptedAnswer } from './outcome-answer.ts'
import { PaymentRequiredAnswer } from './payment-required-answer.ts'

const REQUEST_ID = {
  'X-Request-Id': { $ref: '#/components/headers/RequestId' },
  'X-Warning': { $ref: '#/components/headers/Warning' },
}
const RETRY_AFTER = { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }
const RATE_LIMIT = {
  RateLimit: { $ref: '#/components/headers/RateLimit' },
  'RateLimit-Policy': { $ref: '#/components/headers/RateLimitPolicy' },
}
const CALL = {
  'X-Call-Id': { $ref: '#/components/headers/CallId' },
  'X-Charge-Cents': { $ref: '#/components/headers/ChargeCents' },
}

/** Headers of a successful call. */
export const CALL_HEADERS = { ...REQUEST_ID, ...CALL, ...RATE_LIMIT }

export const errorOf = (description: string, headers = {}): ZodOpenApiResponseObject => ({
  description,
  headers: { ...REQUEST_ID, ...headers },
  content: { 'application/json': { schema: ErrorAnswer } },
})

/** Responses by status, shared by all operations. Only 202 may lead to a charge. */
const responses = {
  202: {
    description: 'The call goes on; read it at Location.',
    headers: { ...CALL_HEADERS, ...RETRY_AFTER, Location: { $ref: '#/components/headers/Location' } },
    content: { 'application/json': { schema: AcceptedAnswer } },
  },
  204: { description: 'You have seen the end (Last-Event-ID: done); nothing more will come.' },
  206: {
    description: 'The bytes that Range asked for.',
    headers: { ...REQUEST_ID, 'Content-Range': { $ref: '#/components/headers/ContentRange' } },
    content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
  },
  303: {
    description: 'It is at Location.',
    headers: { ...REQUEST_ID, Location: { $ref: '#/components/headers/Location' } },
  },
  304: { description: 'You have it already (If-None-Match).' },
  400: errorOf('The request is malformed: no JSON, a broken header, a payment header that is not base64 of JSON.'),
  401: errorOf('The credential is missing or wrong.', {
    'WWW-Authenticate': { $ref: '#/components/headers/Authenticate' },
  }),
  402: {
    description: 'Not paid: sign one of accepts[] (x402), or use one of alternatives[].',
    headers: { ...REQUEST_ID, 'PAYMENT-REQUIRED': { $ref: '#/components/headers/PaymentRequired' } },
    content: { 'application/json': { schema: PaymentRequiredAnswer } },
  },
  403: errorOf('Not allowed for this credential.'),
  404: errorOf('There is nothing at this address, or nothing of yours.'),
  405: errorOf('The path exists under another method; see Allow.'),
  408: errorOf('The request did not arrive in time.'),
  409: errorOf('It contradicts what is there already.'),
  410: errorOf('It was here and is gone: results are kept for 24 hours.'),
  413: errorOf('The body is over the limit of this route, or the account keeps as much as it may (quota_exceeded).'),
  416: {
    description: 'The range begins behind the end of the file; Content-Range says how long it is.',
    headers: { ...REQUEST_ID, 'Content-Range': { $ref: '#/components/headers/ContentRange' } },
  },
  415: errorOf('The body is not application/json, or is compressed.'),
  422: {
    description:
      'The request cannot be used as it is: wrong fields (validation_error), or input nobody could work with.',
    headers: REQUEST_ID,
    content: { 'application/json': { schema: HttpValidationError.or(ErrorAnswer) } },
  },
  429: errorOf('Too much, too soon; wait for Retry-After.', { ...RETRY_AFTER, ...RATE_LIMIT }),
  431: errorOf('The request headers are too large.'),
  500: errorOf('A fault of ours.', RETRY_AFTER),
  502: errorOf('What the outcome depends on did not answer usefully.', RETRY_AFTER),
  503: errorOf(
    'Too much waiting work, no worker for it, or a part of ours is away; wait for Retry-After.',
    RETRY_AFTER,
  ),
  504: errorOf('The outcome did not finish in its time.', RETRY_AFTER),
  507: errorOf('Disk space is short, and nothing new is stored; wait for Retry-After.', RETRY_AFTER),
} as const satisfies Record<number, ZodOpenApiResponseObject>

export type DocumentedStatus = keyof typeof responses

/** Reference to the response of a status in #/components/responses. */
export const responseRef = (status: DocumentedStatus) => ({ $ref: `#/components/responses/Status${status}` })

export const isDocumentedStatus = (status: number): status is DocumentedStatus => status in responses

const text = { type: 'string' } as const
const whole = { type: 'integer', minimum: 0 } as const

/** Shared components of the document. */
export const components: ZodOpenApiComponentsObject = {
  responses: Object.fromEntries(Object.entries(responses).map(([status, response]) => [`Status${status}`, response])),
  headers: {
    RequestId: { schema: text, description: 'The id of this request, also in the body of errors and calls.' },
    Warning: { schema: text, description: 'Which query parameters were unknown and ignored; absent otherwise.' },
    CallId: { schema: text, description: 'The id of the call.' },
    ChargeCents: { schema: whole, description: 'What the call cost, in cents.' },
    RetryAfter: { schema: whole, description: 'Seconds to wait.' },
    RateLimit: { schema: text, description: 'What is left of the limit, and when it starts again (IETF draft).' },
    RateLimitPolicy: { schema: text, description: 'The limit that applies (IETF draft).' },
    Location: { schema: text, description: 'Where to read the call.' },
    ContentRange: { schema: text, description: 'bytes FIRST-LAST/LENGTH, or bytes */LENGTH.' },
    Authenticate: { schema: text, description: 'How to authenticate.' },
    PaymentRequired: { schema: text, description: "Base64 of x402 v2's PaymentRequired object." },
  },
  parameters: {
    ServiceKey: {
      name: 'X-Service-Key',
      in: 'header',
      schema: text,
      description: 'A prepaid or trial key. It also pays as Authorization: Bearer and as X-API-Key.',
    },
    DayPass: { name: 'X-Day-Pass', in: 'header', schema: text, description: 'A day, week or month pass.' },
    PaymentSignature: {
      name: 'PAYMENT-SIGNATURE',
      in: 'header',
      schema: text,
      description: 'Base64 of an x402 v2 payment payload for one of accepts[].',
    },
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      schema: { type: 'string', minLength: 1, maxLength: 257 },
      description:
        'Send the same one when you repeat a request: it joins the call that runs, or gets the stored answer.',
    },
    AgentSignupSecret: {
      name: 'X-Agent-Signup-Secret',
      in: 'header',
      schema: text,
      description: "The operator's secret, where one is needed: without it the answer is 403 signup_secret_required.",
    },
    Range: {
      name: 'Range',
      in: 'header',
      schema: text,
      description: 'One range of bytes, e.g. bytes=0-1023; several, or another unit, get the whole file.',
    },
    IfRange: {
      name: 'If-Range',
      in: 'header',
      schema: text,
      description: 'An ETag: with another file than that one, Range does not count.',
    },
    IfNoneMatch: {
      name: 'If-None-Match',
      in: 'header',
      schema: text,
      description: 'ETags you have; 304 if one of them is still right.',
    },
    Prefer: {
      name: 'Prefer',
      in: 'header',
      schema: text,
      description: 'wait=N answers 202 after N seconds (at most 55); respond-async answers 202 at once.',
    },
    CallbackUrl: {
      name: 'X-Callback-URL',
      in: 'header',
      schema: text,
      description:
        'An https address to which the end of a paid call is sent, signed (v1a of Standard Webhooks) with the key of /.well-known/webhook-key.json.',
    },
    MaxCents: {
      name: 'X-Max-Cents',
      in: 'header',
      schema: whole,
      description: 'Refuses a call that costs more, before it runs.',
    },
    X402Version: {
      name: 'x402Version',
      in: 'query',
      schema: text,
      description: '1 for a 402 body of x402 version 1, to be paid with X-PAYMENT.',
    },
  },
  securitySchemes: {
    ServiceKey: { type: 'apiKey', in: 'header', name: 'X-Service-Key', description: 'A prepaid or trial key.' },
    ServiceKeyBearer: {
      type: 'http',
      scheme: 'bearer',
      description: 'A prepaid or trial key as Authorization: Bearer, for clients that send no header of ours.',
    },
    ServiceKeyAsApiKey: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-Key',
      description: 'A prepaid or trial key as X-API-Key.',
    },
    DayPass: { type: 'apiKey', in: 'header', name: 'X-Day-Pass', description: 'A day, week or month pass.' },
    CallToken: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Call-Token',
      description: 'The call_token that came with a call.',
    },
    PurchaseToken: {
      type: 'apiKey',
      in: 'header',
      name: 'X-Purchase-Token',
      description: 'The purchase_token that came with a purchase made without an account.',
    },
    ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'An API key of the marketplace.' },
    OAuth2PasswordBearer: {
      type: 'oauth2',
      description: 'Authorization: Bearer with the token of a login, or with an API key.',
      flows: { password: { tokenUrl: '/api/auth/login', scopes: {} } },
    },
    BearerToken: {
      type: 'apiKey',
      in: 'header',
      name: 'Authorization',
      description: '`Bearer ` and the token of a login, or an API key.',
    },
    AdminToken: { type: 'http', scheme: 'bearer', description: "The operator's token." },
  },
}

/** Headers of outcome calls. */
export const CALL_PARAMETERS = [
  'ServiceKey',
  'DayPass',
  'PaymentSignature',
  'IdempotencyKey',
  'Prefer',
  'MaxCents',
  'CallbackUrl',
  'X402Version',
].map(parameterRef)
/** Headers of all POST requests. */
export const POST_PARAMETERS = ['IdempotencyKey'].map(parameterRef)
/** Headers of file requests. */
export const FILE_PARAMETERS = ['Range', 'IfRange', 'IfNoneMatch'].map(parameterRef)

/** Reference to a parameter in #/components/parameters. */
export function parameterRef(name: string) {
  return { $ref: `#/components/parameters/${name}` }
}
