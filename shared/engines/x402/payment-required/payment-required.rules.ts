import type { LintRule } from '#shared/engines/lint/lint-report.ts'

/**
 * What payment-required-lint looks for. A rule of layer `schema` is one the reference schemas have too (@x402/core
 * 2.27.0): such an error means they refuse the document. A rule of layer `protocol` goes beyond them: the document parses,
 * and then no client can pay it, or the wrong one is paid. A test holds the two apart.
 */
type Rule = LintRule & { layer: 'schema' | 'transport' | 'protocol' }

const V2 = 'x402 v2 5.1.2'
const HTTP = 'x402 v2 transport http'
const EVM = 'x402 exact evm 1'
const SVM = 'x402 exact svm'

const rule = (
  layer: Rule['layer'],
  severity: Rule['severity'],
  message: string,
  more: { fix?: string; spec?: string } = {},
): Rule => ({ layer, severity, message, ...more })

export const paymentRequiredRules = {
  // The document and what carries it
  PR_NOT_OBJECT: rule('schema', 'error', 'The document is {kind}, not a PaymentRequired object.', { spec: V2 }),
  PR_EMPTY: rule('schema', 'error', 'The document is an empty object.', {
    fix: 'Send x402Version, resource and accepts.',
    spec: V2,
  }),
  PR_BARE_ACCEPT: rule('schema', 'error', 'This is one payment requirement, not a PaymentRequired object.', {
    fix: 'Put it into accepts: [...] beside x402Version and resource.',
    spec: V2,
  }),
  PR_BODY_NOT_JSON: rule('transport', 'error', 'The body is not JSON, nor base64 of it.', { spec: HTTP }),
  PR_BODY_NOT_PAYMENT: rule(
    'transport',
    'info',
    'The body says nothing of the payment; buyers that read only the body see none.',
    { fix: 'Send the same object in the body.', spec: HTTP },
  ),
  PR_BODY_BASE64: rule('transport', 'info', 'The body is base64: it was read as a header value.'),
  PR_HEADER_UNDECODABLE: rule('transport', 'error', 'PAYMENT-REQUIRED is not base64 of JSON.', {
    fix: 'Send base64 of the UTF-8 JSON.',
    spec: HTTP,
  }),
  PR_HEADER_NOT_BASE64: rule('transport', 'error', 'PAYMENT-REQUIRED is plain JSON; clients expect base64 of it.', {
    fix: 'Encode the JSON as standard base64.',
    spec: HTTP,
  }),
  PR_HEADER_BASE64URL: rule(
    'transport',
    'error',
    'PAYMENT-REQUIRED is base64url; the reference decoder refuses - and _.',
    { fix: 'Encode it as standard base64, with + and /.', spec: HTTP },
  ),
  PR_HEADER_REPEATED: rule('transport', 'warning', 'PAYMENT-REQUIRED is sent more than once; the first was read.', {
    fix: 'Send it once.',
    spec: HTTP,
  }),
  PR_TOO_DEEP: rule('transport', 'error', 'The document is nested deeper than 100 levels.'),
  PR_V2_HEADER_MISSING: rule(
    'transport',
    'error',
    'A v2 document stands in the body only; conforming clients read it from the PAYMENT-REQUIRED header.',
    { fix: 'Send base64 of this object as the PAYMENT-REQUIRED header.', spec: HTTP },
  ),
  PR_V1_IN_HEADER: rule('transport', 'warning', 'A v1 document stands in PAYMENT-REQUIRED; v1 clients read the body.', {
    fix: 'Send v1 in the body, v2 in the header.',
    spec: 'x402 v1 transport http',
  }),
  PR_HEADER_BODY_MISMATCH: rule('transport', 'error', 'Header and body differ in {field}.', {
    fix: 'Make both from one object.',
    spec: HTTP,
  }),
  PR_BODY_V1_BESIDE_HEADER: rule(
    'transport',
    'info',
    'The body is a v1 document beside the v2 header; the header was linted.',
  ),
  PR_BODY_EXTRA_FIELDS: rule('transport', 'info', 'The body adds {fields}; clients skip what they do not know.'),
  PR_HEADER_OVER_SOFT: rule('transport', 'warning', 'The header line has {bytes} bytes; many proxies stop at 8192.', {
    fix: 'Trim descriptions, examples and extension schemas.',
  }),
  PR_HEADER_OVER_HARD: rule(
    'transport',
    'warning',
    'The header line has {bytes} bytes; Node clients stop at 16384 for all headers together.',
    { fix: 'Trim it below 8192 bytes.' },
  ),
  PR_NOT_EXPOSED: rule(
    'transport',
    'info',
    'Access-Control-Expose-Headers does not name PAYMENT-REQUIRED; browsers hide it.',
    {
      fix: 'PAYMENT-REQUIRED, PAYMENT-RESPONSE',
    },
  ),
  PR_CACHEABLE: rule(
    'transport',
    'info',
    'Cache-Control does not say no-store; a 402 that is cached sells an old price.',
    {
      fix: 'no-store',
    },
  ),

  // Version
  PR_VERSION_MISSING: rule('schema', 'error', 'x402Version is missing.', { fix: '{version}', spec: V2 }),
  PR_VERSION_UNSUPPORTED: rule('schema', 'error', 'x402Version is {given}; there are 1 and 2.', { fix: '2', spec: V2 }),
  PR_VERSION_TYPE: rule('schema', 'error', 'x402Version is the text {given}; it has to be a number.', {
    fix: '{given}',
    spec: V2,
  }),
  PR_V1_LEGACY: rule(
    'protocol',
    'info',
    'This is x402 v1; directories and newer clients look for v2 in the header only.',
    {
      fix: 'Serve v2 in PAYMENT-REQUIRED as well.',
    },
  ),
  PR_WRONG_VERSION_FIELD: rule('protocol', 'error', '{field} belongs to x402 v{other}; v{version} has {instead}.', {
    fix: '{instead}',
    spec: V2,
  }),

  // Shape
  PR_FIELD_MISSING: rule('schema', 'error', '{field} is missing.', { fix: '{hint}', spec: V2 }),
  PR_FIELD_TYPE: rule('schema', 'error', '{field} has to be {expected}; it is {given}.', { spec: V2 }),
  PR_FIELD_EMPTY: rule('schema', 'error', '{field} is empty.', { spec: V2 }),
  PR_FIELD_LIMIT: rule('schema', 'error', '{field} has to be {expected}.', { spec: V2 }),
  PR_ACCEPTS_EMPTY: rule('schema', 'error', 'accepts is empty: there is no way to pay.', { spec: V2 }),
  PR_V1_FIELD_EXPECTED: rule(
    'protocol',
    'warning',
    '{field} is missing; v1 clients refuse the whole document without it.',
    {
      fix: '{hint}',
      spec: 'x402 v1 5.1',
    },
  ),
  PR_ERROR_MISSING: rule(
    'protocol',
    'info',
    'There is no error text; "no payment" and "payment refused" look the same.',
    {
      fix: 'PAYMENT-SIGNATURE header is required',
      spec: V2,
    },
  ),

  // The resource
  PR_RESOURCE_URL: rule('protocol', 'warning', 'resource is not an absolute URL: {given}.', { spec: V2 }),
  PR_RESOURCE_NOT_HTTPS: rule('protocol', 'warning', 'resource is {given}: buyers and directories want https.', {
    fix: '{https}',
  }),
  PR_RESOURCE_MISMATCH: rule('protocol', 'warning', 'resource is {given}, requested was {expected}.', {
    fix: '{expected}',
  }),
  PR_DESCRIPTION_TOO_LONG: rule(
    'protocol',
    'warning',
    'The description has {length} characters; a large facilitator refuses payments whose description is over 500.',
    { fix: 'Shorten it to 500 characters.' },
  ),

  // The ways to pay
  PR_ACCEPTS_DUPLICATE: rule('protocol', 'warning', 'This way to pay is the same as accepts[{first}].', {
    fix: 'Remove it.',
  }),
  PR_SCHEME_UNKNOWN: rule('protocol', 'warning', 'Few clients know the scheme {given}.', {
    fix: 'exact',
    spec: 'x402 v2 6',
  }),
  PR_NETWORK_NOT_CAIP2: rule('schema', 'error', 'network {given} is not CAIP-2, which x402 v2 demands.', {
    fix: '{caip2}',
    spec: 'x402 v2 11.1',
  }),
  PR_NETWORK_MALFORMED: rule('protocol', 'error', 'network {given} has a colon and is not CAIP-2.', {
    fix: '{caip2}',
    spec: 'x402 v2 11.1',
  }),
  PR_NETWORK_UNKNOWN: rule(
    'protocol',
    'info',
    'network {given} is not among the known ones; its addresses were not checked against tokens.',
  ),
  PR_V1_NETWORK: rule(
    'protocol',
    'error',
    'network {given} is no v1 name; one such entry makes v1 clients refuse the whole document.',
    {
      fix: '{legacy}',
      spec: 'x402 v1 5.1',
    },
  ),
  PR_TESTNET: rule('protocol', 'info', '{given} is a test network: what it pays is worth nothing.'),
  PR_AMOUNT_NOT_ATOMIC: rule(
    'protocol',
    'error',
    '{field} is {given}; it has to be a text of digits, in atomic units.',
    {
      fix: '{atomic}',
      spec: V2,
    },
  ),
  PR_AMOUNT_ZERO: rule('protocol', 'error', '{field} is 0: nothing would be paid.', { spec: V2 }),
  PR_TIMEOUT_UNUSUAL: rule('protocol', 'warning', 'maxTimeoutSeconds is {given}; usual is 10 to 3600.', {
    fix: '60',
    spec: V2,
  }),
  PR_TIMEOUT_SVM: rule(
    'protocol',
    'info',
    'maxTimeoutSeconds is {given}, but a Solana transaction dies after 60 to 90 s.',
    {
      fix: '60',
      spec: SVM,
    },
  ),
  PR_ADDRESS_MALFORMED: rule('protocol', 'error', '{field} {given} is not an address of {network}.', { spec: V2 }),
  PR_ADDRESS_OTHER_FAMILY: rule(
    'protocol',
    'error',
    '{field} {given} is {family} address, but the network is {network}.',
    {
      spec: V2,
    },
  ),
  PR_ADDRESS_CHECKSUM: rule(
    'protocol',
    'warning',
    '{field} {given} has a wrong EIP-55 checksum: a digit may be wrong.',
    {
      fix: '{checksummed}',
    },
  ),
  PR_PAYTO_ZERO: rule('protocol', 'error', 'payTo is the zero address: what is paid is lost.', { spec: V2 }),
  PR_PAYTO_BURN: rule('protocol', 'error', 'payTo is an address that is there to burn tokens: what is paid is lost.', {
    spec: V2,
  }),
  PR_PAYTO_IS_ASSET: rule('protocol', 'error', 'payTo is the token itself: what is paid is lost.', { spec: V2 }),
  PR_ASSET_ZERO: rule('protocol', 'error', 'asset is the zero address; x402 moves tokens, not the native coin.', {
    spec: V2,
  }),
  PR_ASSET_UNKNOWN: rule('protocol', 'info', 'asset {given} is none of the known tokens; its worth was not judged.'),
  PR_ASSET_NETWORK_MISMATCH: rule('protocol', 'error', 'asset {given} is {symbol} of {other}, not of {network}.', {
    fix: '{right}',
  }),
  PR_EIP712_DOMAIN_MISSING: rule(
    'protocol',
    'error',
    'extra.{field} is missing; without the EIP-712 domain of the token, the reference client refuses to sign.',
    { fix: '{expected}', spec: EVM },
  ),
  PR_EIP712_DOMAIN: rule(
    'protocol',
    'error',
    'extra.{field} is {given}, but the token signs by {expected}: every signature will fail.',
    { fix: '{expected}', spec: EVM },
  ),
  PR_EIP712_DOMAIN_TYPE: rule('protocol', 'warning', 'extra.{field} is a number; EIP-712 signs a text.', {
    fix: '{given}',
    spec: EVM,
  }),
  PR_TRANSFER_METHOD_UNKNOWN: rule('protocol', 'warning', 'extra.assetTransferMethod {given} is not known.', {
    fix: 'eip3009',
    spec: EVM,
  }),
  PR_PAYMENT_FLOW_UNKNOWN: rule(
    'protocol',
    'warning',
    'extra.paymentFlow {given} is not known; clients skip this way to pay.',
    {
      fix: 'authorization',
    },
  ),
  PR_SVM_FEE_PAYER_MISSING: rule('protocol', 'error', 'extra.feePayer is missing: a Solana payment cannot be built.', {
    fix: 'Put the fee payer there that the facilitator names at /supported.',
    spec: SVM,
  }),
  PR_SVM_FEE_PAYER_MALFORMED: rule('protocol', 'error', 'extra.feePayer {given} is not a Solana address.', {
    spec: SVM,
  }),
  PR_SVM_MEMO: rule('protocol', 'error', 'extra.memo has to be a text of at most 256 bytes; it has {given}.', {
    spec: SVM,
  }),
  PR_SVM_BLOCKHASH: rule(
    'protocol',
    'warning',
    'extra.recentBlockhash is not 32 bytes in base58; clients fetch their own.',
    {
      spec: SVM,
    },
  ),

  // Extensions
  PR_EXTENSION_SHAPE: rule('protocol', 'warning', 'The extension {name} has no {field} object.', { spec: V2 }),
  PR_EXTENSION_SCHEMA: rule('protocol', 'warning', 'The schema of the extension {name} cannot be used: {why}.', {
    spec: V2,
  }),
  PR_EXTENSION_INFO: rule('protocol', 'warning', 'info of the extension {name} {why}.', { spec: V2 }),
} as const satisfies Record<string, Rule>

/** The schemes that reference clients know, as of 2.27. */
export const KNOWN_SCHEMES: ReadonlySet<string> = new Set(['exact', 'upto', 'batch-settlement'])

/** The ways an EVM token can move. */
export const KNOWN_METHODS: ReadonlySet<string> = new Set(['eip3009', 'permit2', 'erc7710'])

/** The payment flows of extra.paymentFlow. */
export const KNOWN_FLOWS: ReadonlySet<string> = new Set(['authorization', 'upfront', 'escrow'])
