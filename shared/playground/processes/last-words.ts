import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

import { z } from 'zod'

import { oneLine } from '../start-failure.ts'

const TAIL_BYTES = 16 * 1024
const COMPLAINT = /^.*?\b(?:FATAL|PANIC|error):\s+/
const THROWN = /^(?:Uncaught )?\w*(?:Error|Failure)(?: \[\w+\])?: /
const PinoLine = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() })

/** Returns the last line a program wrote to its log after byte `from`; '' when it wrote nothing. */
export function lastWords(logFile: string, from: number): string {
  const written = tail(logFile, from).trim().split('\n')
  const last = written.findLast((text) => text.trim() !== '') ?? ''
  // Node ends the report of an uncaught error with its version; the error is above the stack.
  const line = (last.startsWith('Node.js v') ? written.findLast((text) => THROWN.test(text)) : undefined) ?? last
  return oneLine(saidBy(line) ?? line)
}

/** Returns the last complaint of PostgreSQL or initdb: its FATAL, PANIC or error line, and the detail below it. */
export function lastPostgresComplaint(logFile: string, from: number): string {
  const lines = tail(logFile, from).trim().split('\n')
  const at = lines.findLastIndex((line) => COMPLAINT.test(line))
  if (at === -1) return lastWords(logFile, from)
  const said = lines[at]?.replace(COMPLAINT, '') ?? ''
  const detail = lines[at + 1]?.match(/\bDETAIL:\s+(.*)$/)?.[1]
  return oneLine(detail === undefined ? said : `${said}: ${detail}`)
}

function saidBy(line: string): string | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { msg, err } = PinoLine.parse(JSON.parse(line))
    return err === undefined ? msg : `${msg}: ${err.message}`
  } catch {
    return undefined
  }
}

function tail(path: string, from: number): string {
  const file = openSync(path, 'r')
  try {
    const { size } = fstatSync(file)
    const start = Math.max(from, size - TAIL_BYTES)
    const bytes = Buffer.alloc(Math.max(0, size - start))
    return bytes.subarray(0, readSync(file, bytes, 0, bytes.length, start)).toString('utf8')
  } finally {
    closeSync(file)
  }
}
