/**
 * Holds connections with one ingress, in a process of its own: `node hold-connections.ts <port> <count>`. Two of three are
 * idle after an answer, as clients that keep them alive leave them; the others send their head byte by byte. Each comes back
 * when it is closed. They come from loopback addresses of 250 connections each. A line tells how many are open once they
 * all were; SIGTERM ends it.
 */
import { connect } from 'node:net'

const OF_ONE_ADDRESS = 250
const [, , port, count] = process.argv
const ASK = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
/** Shorter than the server keeps an idle connection, longer than it waits for a head. */
const ASK_AGAIN_MS = 40_000
const BYTE_MS = 2_000

let open = 0
let hasTold = false

function hold(nth: number): void {
  const isSlow = nth % 3 === 2
  const localAddress = `127.0.1.${1 + Math.floor(nth / OF_ONE_ADDRESS)}`
  const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress })
  let timer: NodeJS.Timeout | undefined
  socket.on('connect', () => {
    open += 1
    socket.write(isSlow ? 'GET /livez HTTP/1.1\r\nX-Slow: ' : ASK)
    timer = setInterval(() => socket.write(isSlow ? 'x' : ASK), isSlow ? BYTE_MS : ASK_AGAIN_MS)
    if (open === Number(count) && !hasTold) {
      hasTold = true
      process.stdout.write('begun\n')
    }
  })
  socket.on('data', () => undefined)
  socket.on('error', () => undefined)
  socket.on('close', () => {
    if (timer !== undefined) open -= 1
    clearInterval(timer)
    setTimeout(() => hold(nth), 100)
  })
}

process.once('SIGTERM', () => process.stdout.write(JSON.stringify({ open }), () => process.exit(0)))
for (let nth = 0; nth < Number(count); nth += 1) setTimeout(() => hold(nth), nth)
