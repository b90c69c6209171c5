import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type File = Buffer | ((request: IncomingMessage, response: ServerResponse) => void)

/** A site on this machine that serves files, under a name that EGRESS_ALLOW opens. Paths it has not are 404. */
export async function openFileSite(files: Record<string, File>, type = 'application/pdf') {
  const hits: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    hits.push(path)
    const file = files[path]
    if (typeof file === 'function') {
      file(request, response)
      return
    }
    response.writeHead(file === undefined ? 404 : 200, { 'content-type': type })
    response.end(file ?? 'nothing here')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Safe: a TCP server has a port.
  const { port } = server.address() as AddressInfo
  return {
    files,
    hits,
    url: (path: string) => `http://files.test:${port}${path}`,
    /** The EGRESS_ALLOW entry that opens it. */
    allow: `files.test:${port}=127.0.0.1`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type FileSite = Awaited<ReturnType<typeof openFileSite>>
