import type { LintRule } from '#shared/engines/lint/lint-report.ts'

const SPEC = 'x402 offer-receipt'

/** What offer-receipt-extension-lint looks for; sections are those of the extension's specification. */
export const offerReceiptRules = {
  OR_NOT_READABLE: { severity: 'error', message: '{what} is neither JSON nor base64 of it.' },
  OR_NO_EXTENSION: {
    severity: 'warning',
    message: '{what} carries no extensions["offer-receipt"].info.{field}.',
    spec: `${SPEC} 4.1, 5.1`,
  },
  OR_SHAPE: { severity: 'error', message: '{field} has to be {expected}.', spec: `${SPEC} 3.1` },
  OR_FORMAT: {
    severity: 'error',
    message: 'format is {given}; there are eip712 and jws.',
    fix: 'jws',
    spec: `${SPEC} 3.1`,
  },
  OR_PAYLOAD_MISSING: { severity: 'error', message: 'An eip712 artifact needs its payload.', spec: `${SPEC} 3.1.1` },
  OR_PAYLOAD_DOUBLED: {
    severity: 'error',
    message: 'A jws artifact carries its payload inside; the payload member has to go.',
    fix: 'Remove payload.',
    spec: `${SPEC} 3.1.1`,
  },
  OR_TYPES_ON_WIRE: {
    severity: 'error',
    message: '{field} is sent along; verifiers use the types of the specification only.',
    fix: 'Remove {field}.',
    spec: `${SPEC} 3.2.1`,
  },
  OR_FIELD: { severity: 'error', message: 'payload.{field} is missing or not {expected}.', spec: `${SPEC} 4.2, 5.2` },
  OR_FIELD_UNKNOWN: {
    severity: 'warning',
    message: 'payload.{field} is not part of the specification and not signed.',
    spec: SPEC,
  },
  OR_VERSION: {
    severity: 'error',
    message: 'payload.version is {given}; only 1 is defined.',
    fix: '1',
    spec: `${SPEC} 4.5`,
  },
  OR_NETWORK_NOT_CAIP2: {
    severity: 'error',
    message: 'payload.network is {given}; it has to be CAIP-2, in v1 too.',
    fix: '{caip2}',
    spec: `${SPEC} 4.2`,
  },
  OR_NETWORK_NOT_EVM: {
    severity: 'error',
    message: 'An eip712 artifact is for eip155 networks; this is {given}.',
    fix: 'Sign it as jws.',
    spec: `${SPEC} 3.1.1`,
  },
  OR_SIGNATURE_MALFORMED: { severity: 'error', message: 'The signature is not {expected}.', spec: `${SPEC} 3.1.1` },
  OR_SIGNATURE_INVALID: { severity: 'error', message: 'The signature does not fit: {why}.', spec: `${SPEC} 4.5` },
  OR_JWS_HEADER: { severity: 'error', message: 'The JWS header has no {field}.', spec: `${SPEC} 3.3` },
  OR_ALG: {
    severity: 'error',
    message: 'alg {given} is not one a receipt is signed with.',
    fix: 'EdDSA',
    spec: `${SPEC} 3.3`,
  },
  OR_KEY_MISMATCH: {
    severity: 'error',
    message: 'The key in the JWS header is not the one its kid stands for.',
    spec: `${SPEC} 4.5`,
  },
  OR_KEY_UNREADABLE: { severity: 'error', message: 'The key of {from} cannot be used: {why}.', spec: `${SPEC} 4.5` },
  OR_KEY_NEEDS_NETWORK: {
    severity: 'info',
    message: 'The key of {kid} stands on the network; the signature was not checked.',
    fix: 'Resolve the DID and send the key as jwk.',
    spec: `${SPEC} 4.5.1`,
  },
  OR_SIGNER_UNKNOWN: {
    severity: 'warning',
    message: 'The signature recovers to {signer}, who is not the payee: another signer for {host}, or changed terms.',
    fix: 'Look the signer up: did:web of the host, or DNS; until then the artifact proves nothing.',
    spec: `${SPEC} 4.5.1`,
  },
  OR_KEY_UNKNOWN: {
    severity: 'warning',
    message: 'The signature fits, but nothing here says that {kid} may sign for {host}.',
    fix: 'Look the signer up: payTo, did:web of the host, or DNS.',
    spec: `${SPEC} 4.5.1`,
  },
  OR_NO_MATCHING_ACCEPT: {
    severity: 'error',
    message: 'No accepts entry has the terms of this offer; the closest differs in {fields}.',
    spec: `${SPEC} 4.1`,
  },
  OR_ACCEPT_INDEX: {
    severity: 'warning',
    message: 'acceptIndex is {given}, but the terms are those of accepts[{right}].',
    fix: '{right}',
    spec: `${SPEC} 4.1.1`,
  },
  OR_RESOURCE_MISMATCH: {
    severity: 'error',
    message: 'resourceUrl is {given}, expected was {expected}.',
    fix: '{expected}',
  },
  OR_PAYER_MISMATCH: { severity: 'error', message: 'payer is {given}, expected was {expected}.' },
  OR_NETWORK_MISMATCH: { severity: 'error', message: 'network is {given}, expected was {expected}.' },
  OR_PAYTO_MISMATCH: { severity: 'error', message: 'payTo is {given}, expected was {expected}.' },
  OR_TRANSACTION_MISMATCH: {
    severity: 'error',
    message: 'The receipt names transaction {given}, the settlement {expected}.',
  },
  OR_EXPIRED: {
    severity: 'warning',
    message: 'The offer ended {seconds} s ago; the server may refuse to honour it.',
    spec: `${SPEC} 4.6`,
  },
  OR_STALE: {
    severity: 'warning',
    message: 'The receipt is {seconds} s old, over the {limit} s asked for.',
    spec: `${SPEC} 5.5`,
  },
  OR_FROM_FUTURE: {
    severity: 'warning',
    message: 'The receipt was issued {seconds} s ahead of now.',
    spec: `${SPEC} 5.5`,
  },
  OR_NOT_COVERED: { severity: 'warning', message: '{count} of {all} ways to pay have no offer.', spec: `${SPEC} 4.1` },
  OR_NO_TRANSACTION: {
    severity: 'info',
    message: 'The receipt names no transaction: it proves delivery, not which payment.',
    spec: `${SPEC} 5.2`,
  },
  OR_SETTLEMENT_FAILED: {
    severity: 'error',
    message: 'The settlement says success is not true, yet carries a receipt.',
    spec: `${SPEC} 5`,
  },
} as const satisfies Record<string, LintRule>
