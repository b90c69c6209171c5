import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { sha256Hex } from '#shared/lib/crypto/digest.ts'

import { partOf, type Row } from '../corpus.ts'
import { expandSlots } from './expand-slots.ts'

/** The project's own labelled rows of a corpus: tab-separated files, one row a line, `\n` for a line break. */
const files: Readonly<Record<string, { prefix: string; labels: readonly (readonly [file: string, label: string])[] }>> =
  {
    'prompt-injection': {
      prefix: 'oi',
      labels: [
        ['injected', 'injection'],
        ['not-injected', 'benign'],
      ],
    },
    secrets: {
      prefix: 'os',
      labels: [
        ['secret', 'secret'],
        ['not-secret', 'clean'],
      ],
    },
    'mcp-tools': {
      prefix: 'ot',
      labels: [
        ['bad-tools', 'malicious'],
        ['good-tools', 'benign'],
      ],
    },
  }

/**
 * Reads the rows that were written for this project: their values are made from their text, so that no file holds
 * anything that looks like a live credential. The part is a function of the row, as it is for the corpora of others.
 */
export function ownRows(corpus: string): Row[] {
  const found = files[corpus]
  if (found === undefined) return []
  return found.labels.flatMap(([file, label]) =>
    readFileSync(join(import.meta.dirname, `${file}.tsv`), 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const id = `${found.prefix}-${sha256Hex(Buffer.from(line)).slice(0, 8)}-0`
        return { id, label, source: 'own', part: partOf(id), ...columnsOf(corpus, line) }
      }),
  )
}

const unescape = (text: string) => text.replaceAll('\\n', '\n').replaceAll('\\u200b', '\u200b')

function columnsOf(corpus: string, line: string): Pick<Row, 'input' | 'note'> {
  const [first = '', second = '', third = '', fourth = ''] = line.split('\t')
  if (corpus === 'secrets') return { note: first, input: { text: expandSlots(unescape(second)) } }
  if (corpus === 'prompt-injection')
    return { note: second, input: { text: unescape(third), ...(first === '-' ? {} : { source: first }) } }
  const properties: unknown = JSON.parse(fourth)
  const tool = { name: second, description: unescape(third), inputSchema: { type: 'object', properties } }
  return { note: first, input: { tools: [tool] } }
}
