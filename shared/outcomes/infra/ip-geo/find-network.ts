import { join } from 'node:path'

import ipaddr from 'ipaddr.js'

import { findLine } from './find-line.ts'
import { findPackage } from '#shared/engines/embedded/find-package.ts'
import { type OpenFile, openFile } from './open-file.ts'

/** Who announces an address to the world. `prefix` is the announced range as CIDR, or as `first-last` where it is none. */
export type Network = { number: number; org: string; prefix: string }

const files = new Map<4 | 6, OpenFile>()

/**
 * The autonomous system of an address, by the package @ip-location-db/asn (RouteViews and DB-IP, lines of
 * `first,last,number,name` in order of `first`). Null: nobody announces it. Throws when the package is not there.
 */
export function findNetwork(bytes: readonly number[]): Network | null {
  const version = bytes.length === 4 ? 4 : 6
  const sought = numberOf(bytes)
  const line = findLine(fileOf(version), (text) => {
    const first = BigInt(text.slice(0, text.indexOf(',')))
    return first < sought ? -1 : first > sought ? 1 : 0
  })
  const [, first, last, number, org] = /^(\d+),(\d+),(\d+),(.*)$/.exec(line ?? '') ?? []
  if (first === undefined || last === undefined || BigInt(last) < sought) return null
  return { number: Number(number), org: unquoted(org ?? ''), prefix: prefixOf(BigInt(first), BigInt(last), version) }
}

function fileOf(version: 4 | 6): OpenFile {
  const open = files.get(version)
  if (open !== undefined) return open
  const found = findPackage('@ip-location-db/asn')
  if (found === null) throw new Error('@ip-location-db/asn is not installed')
  const file = openFile(join(found.folder, `asn-ipv${version}-num.csv`))
  files.set(version, file)
  return file
}

const numberOf = (bytes: readonly number[]) => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n)

const unquoted = (field: string) => (/^".*"$/.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field)

function prefixOf(first: bigint, last: bigint, version: 4 | 6): string {
  const size = last - first + 1n
  const isBlock = (size & (size - 1n)) === 0n && (first & (size - 1n)) === 0n
  const bits = (version === 4 ? 33 : 129) - size.toString(2).length
  return isBlock ? `${textOf(first, version)}/${bits}` : `${textOf(first, version)}-${textOf(last, version)}`
}

function textOf(value: bigint, version: 4 | 6): string {
  const length = version === 4 ? 4 : 16
  const bytes = Array.from({ length }, (_, index) => Number((value >> BigInt((length - 1 - index) * 8)) & 255n))
  return ipaddr.fromByteArray(bytes).toString()
}
