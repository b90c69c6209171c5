/** Headers of every answer. Pages replace the content policy. */
export const SECURITY_HEADERS: Record<string, string> = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
}

/** Strict-Transport-Security value, sent when callers reach us over TLS only. */
export const STRICT_TRANSPORT = 'max-age=31536000; includeSubDomains'

/** Request headers that change an answer (Vary). */
export const VARY =
  'Authorization, X-API-Key, X-Service-Key, X-Day-Pass, X-Call-Token, Payment-Signature, X-Payment, X-402-Version, Origin'

/** Browsers may call every route except /api/auth. None of them accepts cookies. */
export const CORS_HEADERS: Record<string, string> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, X-Call-Id, X-Request-Id, X-Charge-Cents, Retry-After, RateLimit, RateLimit-Policy, Location, Link, X-Warning, Idempotency-Replayed, ETag, Accept-Ranges, Content-Range',
}

export const PREFLIGHT_HEADERS: Record<string, string> = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Content-Type, Authorization, X-API-Key, X-Service-Key, X-Day-Pass, X-Call-Token, X-Max-Cents, X-Agent-Signup-Secret, Idempotency-Key, Last-Event-ID, If-None-Match, If-Range, Range, Prefer, PAYMENT-SIGNATURE, X-PAYMENT, Sign-In-With-X, X-402-Version, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Access-Control-Expose-Headers',
  'Access-Control-Max-Age': '86400',
}
