export type WarningCode = (typeof WARNING_CODES)[number]

/** What may be wrong with a token. */
export const WARNING_CODES = [
  'alg_none',
  'missing_alg',
  'missing_signature',
  'alg_confusion',
  'weak_hmac_secret',
  'weak_encryption',
  'missing_exp',
  'long_lived',
  'invalid_time',
  'issued_in_future',
  'jku_or_x5u_header',
  'embedded_key',
  'kid_injection',
  'sensitive_claim',
  'duplicate_key',
  'prototype_key',
  'private_key_given',
  'aud_mismatch',
  'iss_mismatch',
] as const

export type Warning = { code: WarningCode; severity: 'high' | 'medium' | 'low'; message: string }
