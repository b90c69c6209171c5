import type { Socket } from 'node:net'

const MOST_BYTES = 65_536

/**
 * Sends a query line to a WHOIS server and reads the answer to its end (RFC 3912) or to 64 KiB. Decodes UTF-8, else
 * Latin-1. Rejects with the signal's reason or the socket's error.
 */
export async function askWhois(socket: Socket, line: string, signal: AbortSignal): Promise<string> {
  const stop = () => socket.destroy(signal.reason)
  signal.addEventListener('abort', stop, { once: true })
  try {
    signal.throwIfAborted()
    socket.write(`${line}\r\n`)
    const chunks: Buffer[] = []
    let bytes = 0
    for await (const chunk of socket) {
      // Safe: a socket without an encoding yields Buffers.
      chunks.push(chunk as Buffer)
      bytes += chunks.at(-1)?.length ?? 0
      if (bytes >= MOST_BYTES) break
    }
    return decodeText(Buffer.concat(chunks).subarray(0, MOST_BYTES))
  } finally {
    signal.removeEventListener('abort', stop)
    socket.destroy()
  }
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return bytes.toString('latin1')
  }
}
