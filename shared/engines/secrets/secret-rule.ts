export const secretSeverities = ['low', 'medium', 'high', 'critical'] as const
export type SecretSeverity = (typeof secretSeverities)[number]

export const secretConfidences = ['low', 'medium', 'high'] as const
export type SecretConfidence = (typeof secretConfidences)[number]

/** Ways to tell a real value from one that only has its shape. */
export type ValueCheck =
  | 'github-checksum'
  | 'jwt'
  | 'base58check'
  | 'solana-key'
  | 'extended-key'
  | 'base64-text'
  | 'pem'
  | 'pem-base64'
  | 'putty'
  | 'bech32'
  | 'basic'

/**
 * A credential with a recognisable form. `pattern` is RE2 syntax (no look-around, no back-references); group 1 is the
 * secret, else the whole match. A match must not be part of a longer word.
 */
export type SecretRule = {
  id: string
  provider: string
  severity: SecretSeverity
  /** Literals of which one must be in the text, in lower case; the rule is skipped otherwise. */
  keywords: readonly string[]
  pattern: string
  /** Letters count as they are unless said. */
  ignoreCase?: true
  /** Least Shannon entropy of the secret in bits per character; 2.5 unless said. */
  entropy?: number
  /** The secret must look random: letters and digits in no order a word has. */
  random?: true
  /** Least digits of the secret. Names in code have none; a random token of its length nearly always has. */
  digits?: number
  /** Least characters of the secret, where the pattern does not say. */
  minLength?: number
  check?: ValueCheck
  /** A match that this is also in is something else; same syntax, any case. */
  unless?: string
  /** A match may be inside a longer word, as a parameter of a URL is. */
  anywhere?: true
  /** One of these words must occur within 80 characters before, for forms that many things have. */
  near?: string
  /** `medium` for shapes that many things have; `high` unless said. */
  confidence?: SecretConfidence
  /** `low`: where a real one stands, a word such as "password" may be the real one; it is told with low confidence. */
  examples?: 'low'
}

/** One secret in a text, in wire names. Never the secret itself. */
export type SecretFinding = {
  rule_id: string
  provider: string
  severity: SecretSeverity
  confidence: SecretConfidence
  /** UTF-16 indices of the secret in the text. */
  start: number
  end: number
  /** The first four characters at most, never more than a quarter, and the length. */
  preview: string
  /** Bits per character. */
  entropy: number
  /** First 12 hex digits of the secret's SHA-256, to recognise it again. */
  fingerprint: string
}
