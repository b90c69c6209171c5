import { type OpenFile, openFile } from './open-file.ts'
import { readMmdbValue } from './read-mmdb-value.ts'

/** A MaxMind DB on disk: a record for each network, found by walking the bits of an address. */
export type Mmdb = {
  /** When it was built. */
  builtAt: Date
  /** The record of an address and how many of its leading bits the network has; null: there is none. */
  find: (bytes: readonly number[]) => { record: unknown; bits: number } | null
  close: () => void
}

const MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1')
const METADATA_BYTES = 131_072
const SEPARATOR_BYTES = 16
/** The first nodes are met by every address: 64 KB of them are kept. */
const TOP_BYTES = 65_536

/**
 * Opens a file of the format of https://maxmind.github.io/MaxMind-DB/. It is read where it is needed, a few dozen reads
 * of eight bytes for an address, and never loaded: files of 60 MB cost no memory. Throws what node:fs throws, and
 * TypeError for a file that is none.
 */
export function openMmdb(path: string): Mmdb {
  const file = openFile(path)
  const { nodeCount, recordBits, ipVersion, buildEpoch } = metadataOf(file)
  const nodeBytes = recordBits / 4
  const dataStart = nodeCount * nodeBytes + SEPARATOR_BYTES
  const top = file.read(0, Math.min(TOP_BYTES, dataStart))
  const follow = (node: number, bit: number) => {
    const at = node * nodeBytes
    const bytes = at + nodeBytes <= top.length ? top.subarray(at, at + nodeBytes) : file.read(at, nodeBytes)
    return branch(bytes, bit, recordBits)
  }
  return {
    builtAt: new Date(buildEpoch * 1_000),
    find(bytes) {
      if (bytes.length === 16 && ipVersion === 4) return null
      // In a tree of IPv6, IPv4 stands below 96 zero bits.
      const path = bytes.length === 4 && ipVersion === 6 ? [...Array.from({ length: 12 }, () => 0), ...bytes] : bytes
      let node = 0
      let bits = 0
      for (; bits < path.length * 8 && node < nodeCount; bits += 1) {
        node = follow(node, ((path[bits >> 3] ?? 0) >> (7 - (bits & 7))) & 1)
      }
      if (node <= nodeCount) return null
      const { value } = readMmdbValue(file, dataStart, node - nodeCount - SEPARATOR_BYTES)
      return { record: value, bits: bits - (path.length - bytes.length) * 8 }
    },
    close: file.close,
  }
}

function metadataOf(file: OpenFile) {
  const from = Math.max(0, file.size - METADATA_BYTES)
  const tail = file.read(from, METADATA_BYTES)
  const marker = tail.lastIndexOf(MARKER)
  if (marker === -1) throw new TypeError('not a MaxMind DB')
  const { value } = readMmdbValue(file, from + marker + MARKER.length, 0)
  const { node_count, record_size, ip_version, build_epoch } = Object(value)
  const nodeCount = Number(node_count)
  const recordBits = Number(record_size)
  if (!Number.isSafeInteger(nodeCount) || ![24, 28, 32].includes(recordBits)) throw new TypeError('not a MaxMind DB')
  return { nodeCount, recordBits, ipVersion: Number(ip_version), buildEpoch: Number(build_epoch) }
}

/** The left (0) or right (1) record of a node; with 28 bits the middle byte is shared, half each. */
function branch(node: Buffer, bit: number, recordBits: number): number {
  if (recordBits === 24) return node.readUIntBE(bit * 3, 3)
  if (recordBits === 32) return node.readUInt32BE(bit * 4)
  const middle = node.readUInt8(3)
  return bit === 0
    ? (middle >> 4) * 0x1_00_00_00 + node.readUIntBE(0, 3)
    : (middle & 15) * 0x1_00_00_00 + node.readUIntBE(4, 3)
}
