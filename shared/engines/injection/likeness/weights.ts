import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { BUCKETS } from './tokens.ts'

/** A linear model over hashed features, in whole numbers from -127 to 127 times `scale`. */
export type Weights = {
  values: Int8Array
  scale: number
  bias: number
  /** The margins that 3 % and 1 % of the harmless texts exceed that the model had not seen. */
  likely: number
  high: number
  /** The margin from which on a sign of an order is enough beside it. */
  sure: number
}

const HEAD = 20

let read: Weights | null = null

/** The weights that `npm run train:likeness` made; read on first use. */
export function likenessWeights(): Weights {
  read ??= readWeights(readFileSync(join(import.meta.dirname, 'injection.weights')))
  return read
}

function readWeights(file: Buffer): Weights {
  if (file.length !== HEAD + BUCKETS) throw new Error('The weights are not those of this program.')
  return {
    scale: file.readFloatLE(0),
    bias: file.readFloatLE(4),
    likely: file.readFloatLE(8),
    high: file.readFloatLE(12),
    sure: file.readFloatLE(16),
    values: new Int8Array(file.buffer, file.byteOffset + HEAD, BUCKETS),
  }
}

/** The file of some weights. */
export function writeWeights({ values, scale, bias, likely, high, sure }: Weights): Buffer {
  const head = Buffer.alloc(HEAD)
  for (const [nth, value] of [scale, bias, likely, high, sure].entries()) head.writeFloatLE(value, nth * 4)
  return Buffer.concat([head, Buffer.from(values.buffer, values.byteOffset, values.byteLength)])
}
