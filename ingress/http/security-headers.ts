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
  'Authorization, X-API-Key, X-Service-Key, X-Day-Pass, X-Call-Token, X-Purchase-Token, Payment-Signature, X-Payment, X-402-Version, Origin'

/** Browsers may call every route except /api/auth. None of them accepts cookies. */
export const CORS_HEADERS: Record<string, string> = {
  'Access-Control-Allow-Origin': '*',
  // `*` names all others in requests without cookies, and no route takes cookies from another origin. Old clients look for
  // the two names. The whole list would take 240 of the 800 bytes that a 402 has for these headers.
  'Access-Control-Expose-Headers': 'PAYMENT-REQUIRED, PAYMENT-RESPONSE, *',
}

export const PREFLIGHT_HEADERS: Record<string, string> = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Content-Type, Authorization, X-API-Key, X-Service-Key, X-Day-Pass, X-Call-Token, X-Purchase-Token, X-Max-Cents, X-Callback-URL, X-Agent-Signup-Secret, Idempotency-Key, Last-Event-ID, If-None-Match, If-Range, Range, Prefer, PAYMENT-SIGNATURE, X-PAYMENT, Sign-In-With-X, X-402-Version, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Access-Control-Expose-Headers',
  'Access-Control-Max-Age': '86400',
}

/**
 * Headers that a 402 leaves out, because its header block has to fit the buffers of proxies. It is never cached (Vary), is
 * framed by nobody (the content policy says so), has no links, and RateLimit says what the older headers do.
 */
export const LEFT_OUT_OF_402 = [
  'Vary',
  'Referrer-Policy',
  'X-Frame-Options',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const
