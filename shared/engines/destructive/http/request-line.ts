const requestLine =
  /^(GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|TRACE|PURGE|MKCOL|MOVE|COPY|BAN|UNLINK)[ \t]+((?:https?:\/\/|\/)\S*|[\w.-]+(?::\d+)?\/\S*)/i

/** Reads an HTTP request: a request line, perhaps with headers and a body as they go over the wire. */
export function requestOf(text: string): { method: string; url: string; body: string | undefined } | null {
  const line = requestLine.exec(text)
  if (line === null) return null
  const [head = '', ...rest] = text.slice(line[0].length).split('\n\n')
  const override = /^x-http-method-override[ \t]*:[ \t]*([a-z]+)/im.exec(head)?.[1]
  const below = head
    .split('\n')
    .slice(1)
    .filter((one) => !/^[\w-]+[ \t]*:/.test(one))
  const body = [...below, ...rest].join('\n').trim()
  return {
    method: (override ?? line[1] ?? 'GET').toUpperCase(),
    url: line[2] ?? '',
    body: body === '' ? undefined : body,
  }
}
