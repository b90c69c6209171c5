import type { LintRule } from '#shared/engines/lint/lint-report.ts'

/** What openapi-x402-operation-map looks for. */
export const openapiRules = {
  OA_UNREADABLE: { severity: 'error', message: 'The document is neither JSON nor YAML: {why}.' },
  OA_NOT_OPENAPI: {
    severity: 'error',
    message: 'The document has no openapi version; it is not OpenAPI 3.',
    fix: '3.1.0',
  },
  OA_SWAGGER2_UNSUPPORTED: {
    severity: 'error',
    message: 'This is Swagger 2.0, which is not mapped.',
    fix: 'Convert it to OpenAPI 3.',
  },
  OA_VERSION_UNSUPPORTED: {
    severity: 'error',
    message: 'OpenAPI {given} is not mapped; 3.0, 3.1 and 3.2 are.',
    fix: '3.1.0',
  },
  no_operations: { severity: 'warning', message: 'The document has no operations.' },
  OA_TOO_MANY: { severity: 'warning', message: 'Only the first {count} operations were mapped.' },
  OA_PATH: { severity: 'error', message: 'The path {given} does not begin with a slash.' },
  OA_REF_UNRESOLVED: { severity: 'warning', message: '$ref {given} leads nowhere.' },
  OA_REF_REMOTE: {
    severity: 'info',
    message: '$ref {given} stands elsewhere; nothing was fetched.',
    fix: 'Bundle the document.',
  },
  OA_PAID_WITHOUT_402: {
    severity: 'warning',
    message: '{operation} is paid and describes no 402 response.',
    fix: 'Add a 402 response with the PaymentRequired schema.',
  },
  OA_PRICE_MISSING: {
    severity: 'error',
    message: '{operation} is paid and has no price.',
    fix: 'Add x-payment-info.price, or send default_price_atomic.',
  },
  OA_PRICE_UNREADABLE: {
    severity: 'error',
    message: 'The price of {operation} cannot be read: {given}.',
    fix: '{"mode": "fixed", "currency": "USD", "amount": "0.02"}',
  },
  OA_PRICE_CURRENCY: {
    severity: 'error',
    message: 'The price of {operation} is in {given}; only dollars can be turned into USDC.',
    fix: 'USD',
  },
  OA_PRICE_DYNAMIC: {
    severity: 'info',
    message: 'The price of {operation} is dynamic ({given}); the map has no fixed amount for it.',
  },
  OA_PRICE_WITHOUT_ASSET: {
    severity: 'error',
    message: '{operation} has a price, but no asset it is in is known.',
    fix: 'Send accepts with network and asset.',
  },
  OA_PAYTO_MISSING: {
    severity: 'warning',
    message: 'No payTo is known for {operation}: the map cannot be deployed as it is.',
    fix: 'Send accepts with payTo.',
  },
  OA_MAYBE_PAID: {
    severity: 'warning',
    message: '{operation} mentions payment and declares none.',
    fix: 'Add x-payment-info or a 402 response.',
  },
  OA_SECURITY_AND_PAYMENT: {
    severity: 'info',
    message: '{operation} wants credentials and payment: agents without an account cannot call it.',
  },
  OA_GET_WITH_BODY: {
    severity: 'warning',
    message: '{operation} is a {method} with a request body, which many clients drop.',
    fix: 'Use POST.',
  },
  OA_DUPLICATE_OPERATION_ID: { severity: 'error', message: 'operationId {given} is used twice, first by {first}.' },
  OA_SERVER_NOT_HTTPS: { severity: 'warning', message: 'The server {given} is not https.', fix: '{https}' },
  OA_NO_SERVER: {
    severity: 'info',
    message: 'There are no servers: resource URLs cannot be absolute.',
    fix: 'Add servers[0].url.',
  },
  OA_NO_DESCRIPTION: { severity: 'info', message: '{operation} has neither summary nor description.' },
  OA_DESCRIPTION_TOO_LONG: {
    severity: 'warning',
    message: 'The description of {operation} has {length} characters; facilitators refuse more than 500.',
  },
  OA_NO_REQUEST_SCHEMA: {
    severity: 'warning',
    message: '{operation} is paid and declares no request schema; directories refuse it.',
  },
} as const satisfies Record<string, LintRule>
