/** A call that is written out: "POST https://api.example.org/v1 with {...}". */
const REQUEST =
  /^(GET|POST|PUT|PATCH|DELETE)\s+(https?:\/\/\S+?)(?:[\s,;:]+(?:(?:with|and|the|json|body|data|payload|-d|mit|con|avec)[\s:]+){0,4}'?([[{].*[\]}])'?)?[\s.]*$/s

/** The method, address and body of a call that an input spells out as a whole; undefined of any other input. */
export function requestLine(text: string): Readonly<Record<string, unknown>> | undefined {
  const [, method, url, body] = REQUEST.exec(text.slice(0, LONGEST)) ?? []
  if (method === undefined || url === undefined || text.length > LONGEST) return undefined
  if (body === undefined) return { method, url }
  try {
    return { method, url, body: JSON.parse(body) as unknown }
  } catch {
    return undefined
  }
}
const LONGEST = 20_000
