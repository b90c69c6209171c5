import type { CallEvent } from './call-types.ts'

/** Reads server-sent events of a call from a response body. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<CallEvent> {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of body) {
    const blocks = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = eventOf(block)
      if (event !== null) yield event
    }
  }
}

/** One block of the stream as an event; null for a comment, which only keeps the connection open. */
function eventOf(block: string): CallEvent | null {
  const fields = new Map<string, string>()
  for (const line of block.split('\n')) {
    const at = line.indexOf(': ')
    if (at > 0) fields.set(line.slice(0, at), line.slice(at + 2))
  }
  const [event, data] = [fields.get('event'), fields.get('data')]
  if (data === undefined || (event !== 'step' && event !== 'done')) return null
  // Safe: the data of both events is a JSON object.
  return { id: fields.get('id') ?? '', event, data: JSON.parse(data) as Record<string, unknown> }
}
