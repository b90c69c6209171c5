import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

/** An MCP message as it is sent on. */
type Message = {
  id?: string | number
  method?: string
  params?: { name?: string; requestId?: string | number; _meta?: Record<string, unknown> }
}

type Bridge = {
  /** The address of /mcp. */
  url: string
  /** Headers of every request: the service key. */
  headers: Readonly<Record<string, string>>
  input: Readable
  output: Writable
  send?: typeof fetch
}

const VERSION = 'io.modelcontextprotocol/protocolVersion'

/**
 * Lets an MCP client that speaks over stdio use a server that speaks HTTP: each line of the input is sent as a request,
 * each message of an answer is a line of the output. Ends when the input does and every request was answered.
 */
export async function bridgeMcp({ url, headers, input, output, send = fetch }: Bridge): Promise<void> {
  const open = new Map<string | number, AbortController>()
  const answers = new Set<Promise<void>>()
  // Clients of before 2026-07-28 agree on a version once; it goes with each request after that.
  let agreed: string | undefined

  const forward = async (line: string, message: Message) => {
    const stop = new AbortController()
    if (message.id !== undefined) open.set(message.id, stop)
    try {
      const response = await send(url, {
        method: 'POST',
        signal: stop.signal,
        headers: {
          ...headers,
          'Content-Type': 'application/json',
          Accept: 'application/json, text/event-stream',
          ...standardHeaders(message, agreed),
        },
        body: line,
      })
      for await (const text of messagesOf(response)) {
        if (message.method === 'initialize') agreed = /"protocolVersion":"([\d-]+)"/.exec(text)?.[1]
        output.write(`${text}\n`)
      }
    } catch (error) {
      if (message.id === undefined || stop.signal.aborted) return
      const text = `The server at ${url} cannot be reached: ${error instanceof Error ? error.message : String(error)}`
      output.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, error: { code: -32_603, message: text } })}\n`)
    } finally {
      if (message.id !== undefined) open.delete(message.id)
    }
  }

  for await (const line of createInterface({ input })) {
    const message = parsed(line)
    if (message === null) continue
    // Over HTTP a request is cancelled by ending it.
    const { requestId } = message.params ?? {}
    if (message.method === 'notifications/cancelled' && requestId !== undefined) open.get(requestId)?.abort()
    const answer = forward(line, message)
    answers.add(answer)
    void answer.finally(() => answers.delete(answer))
    // What follows needs the version that this one agrees on.
    if (message.method === 'initialize') await answer
  }
  await Promise.all(answers)
}

/** The headers by which a server checks a message without reading it. */
function standardHeaders({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const version = params?._meta?.[VERSION]
  if (typeof version !== 'string') return agreed === undefined ? {} : { 'MCP-Protocol-Version': agreed }
  return {
    'MCP-Protocol-Version': version,
    ...(method === undefined ? {} : { 'Mcp-Method': method }),
    ...(typeof params?.name === 'string' ? { 'Mcp-Name': params.name } : {}),
  }
}

/** The JSON texts of an answer: the body, or the data of each server-sent event as it comes. */
async function* messagesOf(response: Response): AsyncGenerator<string> {
  if (response.headers.get('content-type')?.startsWith('text/event-stream') !== true || response.body === null) {
    const body = (await response.text()).trim()
    if (body !== '') yield body
    return
  }
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) if (line.startsWith('data: {')) yield line.slice('data: '.length)
  }
}

function parsed(line: string): Message | null {
  try {
    const value: unknown = JSON.parse(line)
    // Safe: an object; its members are checked where they are used, and by the server.
    return typeof value === 'object' && value !== null ? (value as Message) : null
  } catch {
    return null
  }
}
