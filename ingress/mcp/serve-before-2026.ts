import { type Server, WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server'

/**
 * Answers one message of a client of before 2026-07-28 with one JSON body, which both eras of that transport allow, and not
 * with a stream of one event. For messages that ask for no progress, which needs a stream.
 */
export async function serveBefore2026(server: Server, request: Request, parsedBody: unknown): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await server.connect(transport)
  const close = () => {
    void transport.close()
    void server.close()
  }
  // A caller that leaves ends what waits for an answer, which then never comes.
  request.signal.addEventListener('abort', close, { once: true })
  try {
    return await Promise.race([transport.handleRequest(request, { parsedBody }), gone(request.signal)])
  } finally {
    request.signal.removeEventListener('abort', close)
    close()
  }
}

/** Nobody reads this answer: the connection is closed. */
const gone = (signal: AbortSignal) =>
  new Promise<Response>((resolve) => {
    signal.addEventListener('abort', () => resolve(new Response(null, { status: 499 })), { once: true })
  })
