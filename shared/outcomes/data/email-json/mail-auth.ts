export type MailAuth = { spf: string; dkim: string; dmarc: string; server: string | null }

const RESULT = /^(?:pass|fail|softfail|neutral|none|temperror|permerror|policy|hardfail|unknown)$/

/**
 * What the receiving server says of SPF, DKIM and DMARC (RFC 8601), by the topmost Authentication-Results: whoever
 * handled the message last wrote it, and everything below it may come from the sender. `none` when it says nothing.
 */
export function readAuth(headers: readonly { key: string; value: string }[]): MailAuth {
  const top = headers.find(({ key }) => key === 'authentication-results')?.value.slice(0, 20_000) ?? ''
  const parts = withoutComments(top).split(';')
  const results = parts.slice(1).map((part) => /^\s{0,50}(spf|dkim|dmarc)\s{0,9}=\s{0,9}(\w{1,20})/i.exec(part))
  const resultOf = (method: string) => {
    const found = results.flatMap((match) =>
      match?.[1]?.toLowerCase() === method ? [(match[2] ?? '').toLowerCase()] : [],
    )
    // Of several DKIM signatures one good one is enough.
    const result = found.includes('pass') ? 'pass' : found[0]
    return result !== undefined && RESULT.test(result) ? result : 'none'
  }
  const server = parts[0]?.trim().split(/\s/)[0] ?? ''
  return {
    spf: resultOf('spf'),
    dkim: resultOf('dkim'),
    dmarc: resultOf('dmarc'),
    server: server === '' ? null : server,
  }
}

function withoutComments(text: string): string {
  let depth = 0
  let plain = ''
  for (const char of text) {
    if (char === '(') depth += 1
    else if (char === ')' && depth > 0) depth -= 1
    else if (depth === 0) plain += char
  }
  return plain
}
