import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** The API of a seller: `/fast` answers at once, `/slow` after SLOW_MS. Each answers how many characters it was sent. */
const SLOW_MS = Number(process.env['SLOW_MS'])

createServer((request, response) => {
  void (async () => {
    const { length } = await text(request)
    if (request.url === '/slow') await pause(SLOW_MS)
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ characters: length }))
  })().catch(() => response.destroy())
}).listen(Number(process.env['PORT']), '127.0.0.1')
